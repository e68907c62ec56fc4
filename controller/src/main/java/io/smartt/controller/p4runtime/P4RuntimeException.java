package io.smartt.controller.p4runtime;

import module java.base;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.smartt.controller.rpc.TlsRefusal;
import org.p4.v1.Update;

/** A call that a switch refused or did not answer; the message begins with the switch. */
public class P4RuntimeException extends RuntimeException {
  private final SwitchId switchId;
  private final Status.Code code;

  /**
   * Creates an exception with the message for the user.
   *
   * @param code what the switch answered, or the nearest to it
   */
  public P4RuntimeException(SwitchId switchId, Status.Code code, String message) {
    super(switchId + ": " + message);
    this.switchId = switchId;
    this.code = code;
  }

  P4RuntimeException(SwitchId switchId, String call, Status status, Throwable cause) {
    super(
        switchId
            + ": "
            + call
            + ": "
            + TlsRefusal.in(cause).map(TlsRefusal::text).orElseGet(() -> text(status)),
        cause);
    this.switchId = switchId;
    this.code = status.getCode();
  }

  static P4RuntimeException of(SwitchId switchId, String call, StatusRuntimeException cause) {
    return new P4RuntimeException(switchId, call, cause.getStatus(), cause);
  }

  private static String text(Status status) {
    String description = status.getDescription();
    String text = status.getCode() + (description == null ? "" : ": " + description);
    Throwable cause = status.getCause();
    return cause == null || cause.getMessage() == null ? text : text + ": " + cause.getMessage();
  }

  /** Returns the identity of the switch. */
  public final SwitchId switchId() {
    return switchId;
  }

  /** Returns the status code of the switch's answer. */
  public final Status.Code code() {
    return code;
  }

  /** A switch refused some updates of a batch; the others were made (P4Runtime 12.3). */
  public static final class WriteFailedException extends P4RuntimeException {
    private static final int MOST_SHOWN = 10;

    private final List<WriteFailure> failures;

    /**
     * Creates an exception with the message for the user.
     *
     * @param updates how many were sent
     */
    public WriteFailedException(SwitchId switchId, List<WriteFailure> failures, int updates) {
      super(switchId, Status.Code.UNKNOWN, message(failures, updates));
      this.failures = List.copyOf(failures);
    }

    private static String message(List<WriteFailure> failures, int updates) {
      String shown =
          failures.stream()
              .limit(MOST_SHOWN)
              .map(failure -> "\n  " + failure)
              .collect(Collectors.joining());
      int rest = failures.size() - MOST_SHOWN;
      return "%d of %d updates refused:%s%s"
          .formatted(failures.size(), updates, shown, rest > 0 ? "\n  and " + rest + " more" : "");
    }

    /** Returns the failures in the order of the updates. */
    public List<WriteFailure> failures() {
      return failures;
    }

    /**
     * One update that a switch refused.
     *
     * @param type insert, modify or delete
     * @param what the entity in the program's names, such as {@code
     *     ingress.ipv4_lpm[hdr.ipv4.dst_addr=10.0.0.0/24] -> group 5}
     * @param reason what the switch said
     */
    public record WriteFailure(Update.Type type, String what, Status.Code code, String reason) {
      @Override
      public String toString() {
        return type + " " + what + ": " + code + (reason.isEmpty() ? "" : ": " + reason);
      }
    }
  }
}
