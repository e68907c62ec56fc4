package io.smartt.softswitch.p4runtime;

import io.grpc.Status;
import org.p4.v1.Update;

/**
 * The refusal of one update, one read request or one call: a canonical code and a message that
 * names the table, field or action and what would be accepted. Thrown by the translators and turned
 * into a {@link WriteBatch.Outcome} or a status in one place each; carries no stack trace.
 */
final class Refusal extends RuntimeException {
  private final Status.Code code;

  Refusal(Status.Code code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  Status.Code code() {
    return code;
  }

  Status status() {
    return code.toStatus().withDescription(getMessage());
  }

  static Refusal invalid(String message) {
    return new Refusal(Status.Code.INVALID_ARGUMENT, message);
  }

  static Refusal outOfRange(String message) {
    return new Refusal(Status.Code.OUT_OF_RANGE, message);
  }

  static Refusal notFound(String message) {
    return new Refusal(Status.Code.NOT_FOUND, message);
  }

  static Refusal exists(String message) {
    return new Refusal(Status.Code.ALREADY_EXISTS, message);
  }

  static Refusal denied(String message) {
    return new Refusal(Status.Code.PERMISSION_DENIED, message);
  }

  static Refusal precondition(String message) {
    return new Refusal(Status.Code.FAILED_PRECONDITION, message);
  }

  static Refusal full(String message) {
    return new Refusal(Status.Code.RESOURCE_EXHAUSTED, message);
  }

  static Refusal unimplemented(String message) {
    return new Refusal(Status.Code.UNIMPLEMENTED, message);
  }

  /** Direct counters and meters of a default entry, which the pipeline does not keep. */
  static Refusal directOfDefault(String owner) {
    return unimplemented(
        owner + "this switch keeps no direct counter or meter for default entries");
  }

  /** Refuses to insert or delete what is always there. */
  static void requireModify(Update.Type type, String what) {
    if (type != Update.Type.MODIFY) {
      throw invalid("%s takes MODIFY, not %s".formatted(what, type));
    }
  }
}
