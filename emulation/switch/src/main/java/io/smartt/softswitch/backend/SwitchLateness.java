package io.smartt.softswitch.backend;

import java.util.Map;

/**
 * The lateness of switches: by how much they took frames in and served wires after their time.
 *
 * @param events frames taken in and wires served
 * @param latePs by which these came late, together, picoseconds
 * @param lostPs the time in which something was due and a switch did nothing for longer than a late
 *     thread recovers, over all switches, picoseconds
 */
public record SwitchLateness(long events, long latePs, long lostPs) {
  /** The lateness of switches that do not measure it, or had nothing to do. */
  public static final SwitchLateness NONE = new SwitchLateness(0, 0, 0);

  /** Returns this and the lateness of others. */
  public SwitchLateness plus(SwitchLateness others) {
    return new SwitchLateness(
        events + others.events, latePs + others.latePs, lostPs + others.lostPs);
  }

  /** Returns the lateness of all switches between two looks at each. */
  public static <S> SwitchLateness between(
      Map<S, SwitchLateness> before, Map<S, SwitchLateness> now) {
    SwitchLateness sum = NONE;
    for (Map.Entry<S, SwitchLateness> each : now.entrySet()) {
      sum = sum.plus(each.getValue().since(before.getOrDefault(each.getKey(), NONE)));
    }
    return sum;
  }

  /**
   * Returns the lateness since an earlier one; all of it where the switch began anew since then.
   */
  private SwitchLateness since(SwitchLateness before) {
    return events < before.events
        ? this
        : new SwitchLateness(
            events - before.events, latePs - before.latePs, lostPs - before.lostPs);
  }

  /** Returns the mean, picoseconds; 0 without one. */
  public double meanPs() {
    return events == 0 ? 0 : (double) latePs / events;
  }
}
