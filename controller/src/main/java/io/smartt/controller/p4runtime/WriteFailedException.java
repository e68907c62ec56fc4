package io.smartt.controller.p4runtime;

import module java.base;

import io.grpc.Status;
import org.p4.v1.Update;

/** A switch refused some updates of a batch; the others were made (P4Runtime 12.3). */
public final class WriteFailedException extends P4RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int MOST_SHOWN = 10;

  private final transient List<WriteFailure> failures;

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
