package io.smartt.emulation.softswitch.p4runtime;

import io.grpc.Status;

/** What became of one update of a batch or one request of a read. */
sealed interface Outcome {
  /** It was done. */
  record Done() implements Outcome {}

  /** It was not done. */
  record Refused(Status.Code code, String message) implements Outcome {}

  static Outcome refused(Refusal refusal) {
    return new Refused(refusal.code(), String.valueOf(refusal.getMessage()));
  }

  default boolean done() {
    return this instanceof Done;
  }
}
