package io.smartt.controller.sonic.shown;

import io.smartt.controller.sonic.ConfigDb;
import io.smartt.controller.sonic.Finding;
import io.smartt.controller.sonic.GnmiSwitch;
import io.smartt.controller.sonic.SwitchPlan;
import io.smartt.controller.sonic.change.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Waits until a switch does what its CONFIG_DB asks for, as far as it shows it. Links and routes
 * take seconds to come, and what is refused never does.
 */
public final class Verification {
  /** What is the same for so long stays. */
  private static final Duration STEADY = Duration.ofSeconds(10);

  private final Pace pace;
  private final Duration most;

  /**
   * Of changes at a pace.
   *
   * @param most how long it waits
   */
  public Verification(Pace pace, Duration most) {
    this.pace = pace;
    this.most = most;
  }

  /**
   * Returns what the switch does not do in the end, errors first.
   *
   * @param held its CONFIG_DB
   * @throws io.smartt.controller.sonic.SonicException if the switch does not answer
   */
  public List<Finding> of(GnmiSwitch device, SwitchPlan plan, ConfigDb held) {
    Instant begun = pace.now();
    Instant since = begun;
    List<Finding> last = now(device, plan, held);
    while (!last.isEmpty()
        && Duration.between(since, pace.now()).compareTo(STEADY) < 0
        && Duration.between(begun, pace.now()).compareTo(most) < 0) {
      pace.pause(Duration.ofSeconds(1));
      List<Finding> found = now(device, plan, held);
      if (!found.equals(last)) {
        last = found;
        since = pace.now();
      }
    }
    return last;
  }

  /** Returns what the switch does not do at this moment, errors first. */
  public static List<Finding> now(GnmiSwitch device, SwitchPlan plan, ConfigDb held) {
    return new StateChecks(plan, held, StateReader.of(device, plan)).findings();
  }
}
