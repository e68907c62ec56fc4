package io.smartt.emulation.softswitch.p4runtime;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import org.p4.v1.Error;

/**
 * The status of a batch of which something failed: UNKNOWN, with exactly one {@code p4.v1.Error}
 * for each element in request order (P4Runtime section 10).
 */
final class P4Errors {
  /**
   * Errors travel base64-coded in the trailers, and the specification has clients accept 8192 bytes
   * and 100 for each update. About 60 of those 100 are the envelope of an element that went well.
   */
  private static final int TEXT_BYTES = 5000;

  private static final int TEXT_BYTES_AN_ELEMENT = 25;
  private static final int SHORTEST_TEXT = 40;

  private P4Errors() {}

  static StatusRuntimeException batch(String what, List<Outcome> outcomes) {
    long failed = outcomes.stream().filter(outcome -> !outcome.done()).count();
    com.google.rpc.Status.Builder status =
        com.google.rpc.Status.newBuilder()
            .setCode(Code.UNKNOWN_VALUE)
            .setMessage("%d of %d %s failed".formatted(failed, outcomes.size(), what));
    int budget = TEXT_BYTES + TEXT_BYTES_AN_ELEMENT * outcomes.size();
    for (Outcome outcome : outcomes) {
      Error error = error(outcome, budget);
      budget -= error.getMessageBytes().size();
      status.addDetails(Any.pack(error));
    }
    return StatusProto.toStatusRuntimeException(status.build());
  }

  private static Error error(Outcome outcome, int budget) {
    return switch (outcome) {
      case Outcome.Done() -> Error.getDefaultInstance();
      case Outcome.Refused(var code, var message) ->
          Error.newBuilder()
              .setCanonicalCode(code.value())
              .setMessage(shortened(message, Math.max(SHORTEST_TEXT, budget)))
              .build();
    };
  }

  private static String shortened(String message, int most) {
    return message.length() <= most ? message : message.substring(0, most - 3) + "...";
  }
}
