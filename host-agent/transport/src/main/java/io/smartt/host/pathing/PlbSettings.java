package io.smartt.host.pathing;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;

/**
 * Settings of PLB, after Qureshi et al., "PLB: Congestion Signals are Simple and Effective for
 * Network Load Balancing", SIGCOMM 2022; the defaults, one excepted, are those of the authors'
 * implementation in Linux (tcp_plb_cong_thresh, tcp_plb_idle_rehash_rounds, tcp_plb_rehash_rounds,
 * tcp_plb_suspend_rto_sec).
 *
 * @param congestedShare theirs is 0.5, for switches that mark everything above one threshold; ours,
 *     0.25, for RED, which in a queue held half full marks every other packet at most
 * @param idleRounds 3
 * @param rounds 12
 * @param suspendRtts Linux suspends for 60 s, which no experiment here lasts; 1,000 base RTTs, of
 *     the order of a retransmission timeout of a datacenter's TCP
 */
public record PlbSettings(
    @Setting(
            defaultValue = "0.25",
            meaning = "Share of marked packets that makes a round congested.")
        double congestedShare,
    @Setting(
            defaultValue = "3",
            meaning = "Congested rounds in a row after which an idle connection changes path.")
        int idleRounds,
    @Setting(
            defaultValue = "12",
            meaning = "Congested rounds in a row after which any connection changes path.")
        int rounds,
    @Setting(
            defaultValue = "1000",
            meaning =
                "After a timeout, congestion changes no path for one to two times this long, in"
                    + " base RTTs.")
        double suspendRtts) {

  /** The default of every setting. */
  public static final PlbSettings DEFAULTS = RecordSettings.defaults(PlbSettings.class);

  /** Checks that each value is one that the algorithm can work with. */
  public PlbSettings {
    if (!(congestedShare > 0 && congestedShare <= 1)) {
      throw new IllegalArgumentException(
          "PLB congested share is " + congestedShare + ", accepted is above 0, to 1");
    }
    if (idleRounds < 1 || rounds < 1) {
      throw new IllegalArgumentException(
          "PLB congested rounds are "
              + idleRounds
              + " when idle and "
              + rounds
              + ", accepted is 1 or more");
    }
    if (!(suspendRtts >= 0)) {
      throw new IllegalArgumentException(
          "PLB suspension is " + suspendRtts + ", accepted is 0 base RTTs or more");
    }
  }
}
