package io.smartt.emulation.softswitch.p4runtime;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.smartt.emulation.softswitch.p4runtime.WriteBatch.Outcome;
import java.util.List;
import org.p4.v1.Error;

/**
 * The status of a batch of which something failed: UNKNOWN, with exactly one {@code p4.v1.Error}
 * for each element in request order (P4Runtime section 10). Clients of gRPC's C core read no
 * trailers above 16 KiB, and refuse them at random above 8 KiB. So of a batch that is larger than
 * its errors may be, there are those of its first elements, and the message says so.
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

  /** What a message about elements without details takes, in both of the trailers that have it. */
  private static final int MESSAGE_BYTES = 600;

  private static final int TEXT_IN_MESSAGE = 100;

  private P4Errors() {}

  static StatusRuntimeException batch(String what, List<Outcome> outcomes) {
    int failed = failed(outcomes);
    String message = "%d of %d %s failed".formatted(failed, outcomes.size(), what);
    int room = DETAILS_BYTES - ENVELOPE_BYTES * outcomes.size();
    if (room >= SHORTEST_TEXT * failed) {
      return status(message, outcomes, room);
    }
    int told = (DETAILS_BYTES - MESSAGE_BYTES) / (ENVELOPE_BYTES + SHORTEST_TEXT);
    return status(
        message + tooMany(outcomes, told),
        outcomes.subList(0, Math.min(told, outcomes.size())),
        DETAILS_BYTES - MESSAGE_BYTES - ENVELOPE_BYTES * told);
  }

  private static int failed(List<Outcome> outcomes) {
    return (int) outcomes.stream().filter(outcome -> !outcome.done()).count();
  }

  /** Says which elements have no details, and what failed first. */
  private static String tooMany(List<Outcome> outcomes, int told) {
    int first = 0;
    while (outcomes.get(first).done()) {
      first++;
    }
    Error error = error(outcomes.get(first), TEXT_IN_MESSAGE);
    return "; an error has details of the first %d only, send fewer to get all; first failed number %d, %s: %s"
        .formatted(
            told,
            first + 1,
            Status.fromCodeValue(error.getCanonicalCode()).getCode(),
            error.getMessage());
  }

  private static StatusRuntimeException status(String message, List<Outcome> outcomes, int budget) {
    int failed = failed(outcomes);
    com.google.rpc.Status.Builder status =
        com.google.rpc.Status.newBuilder().setCode(Code.UNKNOWN_VALUE).setMessage(message);
    int least = Math.min(SHORT_TEXT, budget / Math.max(1, failed));
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
