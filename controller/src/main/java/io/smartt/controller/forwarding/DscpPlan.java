package io.smartt.controller.forwarding;

/**
 * Code points by which the switch program tells packets apart, 6 bits each.
 *
 * @param trimmed of packets trimmed on the way
 * @param trimmedLastHop of packets trimmed by a port to a host; the same as {@code trimmed} where
 *     these are not marked as such
 */
public record DscpPlan(int data, int control, int trimmed, int trimmedLastHop) {
  /** Data AF11, control EF, trimmed CS6. */
  public static final DscpPlan DEFAULT = new DscpPlan(10, 46, 48);

  /** The same, but CS7 for what a port to a host trimmed. */
  public static final DscpPlan LAST_HOP_APART = new DscpPlan(10, 46, 48, 56);

  /** Code points that do not say where a packet was trimmed. */
  public DscpPlan(int data, int control, int trimmed) {
    this(data, control, trimmed, trimmed);
  }

  /** Checks that they differ and fit. */
  public DscpPlan {
    if ((data | control | trimmed | trimmedLastHop) >>> 6 != 0
        || data == control
        || isOneOf(trimmed, data, control)
        || isOneOf(trimmedLastHop, data, control)) {
      throw new IllegalArgumentException(
          "DSCP data %d, control %d, trimmed %d, at the last hop %d: want three or four of 0 to 63"
              .formatted(data, control, trimmed, trimmedLastHop));
    }
  }

  /** The code point of packets trimmed by a port to a host, or to a switch. */
  public int trimmed(boolean lastHop) {
    return lastHop ? trimmedLastHop : trimmed;
  }

  private static boolean isOneOf(int dscp, int data, int control) {
    return dscp == data || dscp == control;
  }
}
