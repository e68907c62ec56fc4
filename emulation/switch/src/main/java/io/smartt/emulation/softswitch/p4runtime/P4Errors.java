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
   * Errors travel base64-coded in the trailers. The specification has clients accept 8192 bytes and
   * 100 for each update; gRPC's default is 8192. So much of it is left for errors.
   */
  private static final int DETAILS_BYTES = 5_800;

  /** What an element takes without its text, its type's address foremost. */
  private static final int ENVELOPE_BYTES = 41;

  /** Nobody understands less. */
  private static final int SHORTEST_TEXT = 12;

  private static final int SHORT_TEXT = 40;

  private P4Errors() {}

  static StatusRuntimeException batch(String what, List<Outcome> outcomes) {
    int failed = (int) outcomes.stream().filter(outcome -> !outcome.done()).count();
    com.google.rpc.Status.Builder status =
        com.google.rpc.Status.newBuilder()
            .setCode(Code.UNKNOWN_VALUE)
            .setMessage("%d of %d %s failed".formatted(failed, outcomes.size(), what));
    int budget = DETAILS_BYTES - ENVELOPE_BYTES * outcomes.size();
    int least = Math.min(SHORT_TEXT, budget / Math.max(1, failed));
    if (least < SHORTEST_TEXT) {
      // Only a client with a raised limit takes so many; 100 bytes an update leave room for this.
      least = SHORT_TEXT;
    }
    // The first errors are whole, as far as there is room for a short form of all others.
    int spare = Math.max(0, budget - least * failed);
    for (Outcome outcome : outcomes) {
      Error error = error(outcome, least + spare);
      spare -= Math.max(0, error.getMessageBytes().size() - least);
      status.addDetails(Any.pack(error));
    }
    return StatusProto.toStatusRuntimeException(status.build());
  }

  private static Error error(Outcome outcome, int most) {
    return switch (outcome) {
      case Outcome.Done() -> Error.getDefaultInstance();
      case Outcome.Refused(var code, var message) ->
          Error.newBuilder()
              .setCanonicalCode(code.value())
              .setMessage(shortened(message, most))
              .build();
    };
  }

  private static String shortened(String message, int most) {
    return message.length() <= most ? message : message.substring(0, most - 3) + "...";
  }
}
