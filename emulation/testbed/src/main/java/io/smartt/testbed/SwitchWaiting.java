package io.smartt.testbed;

import io.smartt.testbed.sonic.change.Pace;
import io.smartt.testbed.sonic.change.Pace.Patience;
import java.time.Duration;

/**
 * The times for which switches are waited for.
 *
 * @param deadline of each call
 * @param patience with a change that was not answered within it
 * @param pace by which clock
 */
public record SwitchWaiting(Duration deadline, Patience patience, Pace pace) {
  /** Returns the waiting by this machine's clock. */
  public static SwitchWaiting of(Duration deadline, Duration patience) {
    return new SwitchWaiting(deadline, Patience.ofMost(patience), Pace.ofThisMachine());
  }
}
