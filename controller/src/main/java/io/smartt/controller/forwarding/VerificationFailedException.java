package io.smartt.controller.forwarding;

import io.grpc.Status;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.SwitchId;
import java.util.List;

/** A switch accepted every update and holds something else nevertheless. */
public final class VerificationFailedException extends P4RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MOST_SHOWN = 10;

  VerificationFailedException(SwitchId switchId, List<String> differences) {
    super(
        switchId,
        Status.Code.DATA_LOSS,
        "read back after writing, %d entities differ:\n  %s%s"
            .formatted(
                differences.size(),
                String.join(
                    "\n  ", differences.subList(0, Math.min(MOST_SHOWN, differences.size()))),
                differences.size() > MOST_SHOWN ? "\n  ..." : ""));
  }
}
