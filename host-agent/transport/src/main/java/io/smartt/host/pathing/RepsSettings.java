package io.smartt.host.pathing;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;

/**
 * Settings of REPS, after Bonato et al., "REPS: Recycled Entropy Packet Spraying for Adaptive Load
 * Balancing and Failure Mitigation" (arXiv 2407.21625).
 *
 * @param freezing the paper's failure mitigation
 * @param freezeRtts how long a frozen connection stays frozen at least; the reference simulator has
 *     10 ms, far longer than an experiment here; 40 base RTTs
 * @param exploreBdps the paper explores for one BDP of packets
 */
public record RepsSettings(
    @Setting(defaultValue = "true", meaning = "Whether a timeout keeps to paths known to work.")
        boolean freezing,
    @Setting(defaultValue = "40", meaning = "How long that holds at least, in base RTTs.")
        double freezeRtts,
    @Setting(
            defaultValue = "1",
            meaning = "BDPs of packets that explore before paths are recycled.")
        double exploreBdps) {

  /** The default of every setting. */
  public static final RepsSettings DEFAULTS = RecordSettings.defaults(RepsSettings.class);

  /** Checks that each value is one that the algorithm can work with. */
  public RepsSettings {
    if (!(freezeRtts >= 0)) {
      throw new IllegalArgumentException(
          "REPS freeze is " + freezeRtts + ", accepted is 0 base RTTs or more");
    }
    if (!(exploreBdps >= 0)) {
      throw new IllegalArgumentException(
          "REPS exploration is " + exploreBdps + ", accepted is 0 BDPs or more");
    }
  }
}
