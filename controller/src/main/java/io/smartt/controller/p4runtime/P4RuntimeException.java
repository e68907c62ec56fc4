package io.smartt.controller.p4runtime;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.smartt.controller.tls.TlsRefusal;

/** A call that a switch refused or did not answer; the message begins with the switch. */
public class P4RuntimeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient SwitchId switchId;
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
}
