package io.smartt.host.credit;

import io.smartt.host.congestion.PullRate;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;

/**
 * Settings of EQDS, after Olteanu et al., "An edge-queued datagram service for all datacenter
 * traffic", NSDI 2022: the receiver-driven control loop, which is NDP's (Handley et al., SIGCOMM
 * 2017) with credits.
 *
 * @param initialWindowBdps 1: what a sender that was idle may send before credit comes
 * @param demandBdps how far ahead of what it has been granted a sender asks for credit, that is how
 *     much it may come to hold; 1.5, the window limit of the reference simulator's EQDS
 * @param pullRate 0.99, the reference simulator's: a queue that the first window left at the last
 *     switch drains slowly instead of staying
 * @param pullPackets 1: a credit is for one full packet
 */
public record EqdsSettings(
    @Setting(
            defaultValue = "1",
            meaning = "BDPs that a sender that was idle may send before it is granted any.")
        double initialWindowBdps,
    @Setting(defaultValue = "1.5", meaning = "BDPs of credit that a sender asks for at one time.")
        double demandBdps,
    @Setting(
            defaultValue = "0.99",
            meaning = "Share of a receiver's link rate at which it grants credit.")
        double pullRate,
    @Setting(defaultValue = "1", meaning = "Full packets that one credit is for.")
        int pullPackets) {

  /** The default of every setting. */
  public static final EqdsSettings DEFAULTS = RecordSettings.defaults(EqdsSettings.class);

  /** Checks that each value is one that the algorithm can work with. */
  public EqdsSettings {
    require(initialWindowBdps >= 0, "initial window", initialWindowBdps, "0 BDP or more");
    require(demandBdps > 0, "demand", demandBdps, "above 0 BDP");
    require(pullRate > 0 && pullRate <= 1, "pull rate", pullRate, "above 0, to 1");
    require(pullPackets > 0 && pullPackets <= 1024, "pull", pullPackets, "1 to 1024 packets");
  }

  private static void require(boolean holds, String name, double value, String accepted) {
    if (!holds) {
      throw new IllegalArgumentException(
          "EQDS " + name + " is " + value + ", accepted is " + accepted);
    }
  }

  /** The pace at which a receiver behind a link of this rate grants credit. */
  public PullRate pulls(long linkBps, int mtuBytes) {
    return new PullRate(Math.max(1, Math.round(pullRate * linkBps)), pullPackets * mtuBytes);
  }
}
