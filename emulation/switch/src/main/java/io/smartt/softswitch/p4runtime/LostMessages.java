package io.smartt.softswitch.p4runtime;

import module java.base;

import org.p4.v1.StreamMessageResponse;
import org.p4.v1.StreamMessageResponse.UpdateCase;

/**
 * Counts of what a device had for its controllers and they did not get, since it started: no
 * primary that may have it was there, or one read too slowly. Safe for many threads.
 */
public final class LostMessages {
  private final Map<UpdateCase, LongAdder> lost = new EnumMap<>(UpdateCase.class);

  /** None so far. */
  LostMessages() {
    for (UpdateCase kind : UpdateCase.values()) {
      lost.put(kind, new LongAdder());
    }
  }

  void count(StreamMessageResponse message) {
    count(message.getUpdateCase());
  }

  void count(UpdateCase kind) {
    Objects.requireNonNull(lost.get(kind)).increment();
  }

  /** The number of lost messages of a kind. */
  public long of(UpdateCase kind) {
    return Objects.requireNonNull(lost.get(kind)).sum();
  }

  /** Returns the number of lost messages of every kind. */
  public long total() {
    return lost.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Returns how many of each kind, for people. */
  @Override
  public String toString() {
    return "%d packet-ins, %d digest lists, %d idle notices, %d stream errors"
        .formatted(
            of(UpdateCase.PACKET),
            of(UpdateCase.DIGEST),
            of(UpdateCase.IDLE_TIMEOUT_NOTIFICATION),
            of(UpdateCase.ERROR));
  }
}
