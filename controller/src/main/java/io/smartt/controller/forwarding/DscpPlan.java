package io.smartt.controller.forwarding;

/** Code points by which the switch program tells packets apart, 6 bits each. */
public record DscpPlan(int data, int control, int trimmed) {
  /** Data AF11, control EF, trimmed CS6. */
  public static final DscpPlan DEFAULT = new DscpPlan(10, 46, 48);

  /** Checks that they differ and fit. */
  public DscpPlan {
    if ((data | control | trimmed) >>> 6 != 0
        || data == control
        || data == trimmed
        || control == trimmed) {
      throw new IllegalArgumentException(
          "DSCP data %d, control %d, trimmed %d: want three of 0 to 63"
              .formatted(data, control, trimmed));
    }
  }
}
