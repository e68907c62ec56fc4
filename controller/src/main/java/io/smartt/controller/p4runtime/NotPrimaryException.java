package io.smartt.controller.p4runtime;

import io.grpc.Status;

/** Another controller is primary, or has been with a higher election id (P4Runtime 5.3). */
public final class NotPrimaryException extends P4RuntimeException {
  private static final long serialVersionUID = 1L;

  NotPrimaryException(SwitchId switchId, ElectionId ours, ElectionId highest, String reason) {
    super(
        switchId,
        Status.Code.PERMISSION_DENIED,
        "not the primary controller with election id %s; the highest that the switch has seen is %s%s"
            .formatted(ours, highest, reason.isEmpty() ? "" : " (" + reason + ")"));
  }
}
