package io.smartt.host.credit;

import module java.base;

import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.PullRate;
import io.smartt.host.congestion.Range;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;

/** EQDS, alone or under a congestion control of the sender's. Makes {@link CreditGate}s. */
public final class Eqds {
  /** Settings of EQDS. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("eqds", Settings.class);

  /** EQDS by itself, as users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "eqds",
              "Olteanu et al., NSDI 2022, whose control loop is NDP's (Handley et al., SIGCOMM"
                  + " 2017) with credits",
              List.of(SETTINGS),
              new WindowLimits(
                  1, 1.5, "credit bounds what is in flight; the window is the most credit held"),
              run -> alone(run.settings().read(SETTINGS)))
          .withReceiver(Eqds::grants);

  private Eqds() {}

  /** EQDS by itself. */
  public static CreditScheme alone(Settings settings) {
    return CreditScheme.alone(
        CreditGate.CreditRules.EQDS, settings.initialWindowBdps(), settings.demandBdps());
  }

  /** EQDS whose credit is capped by the windows of another scheme. */
  public static CongestionScheme cappedBy(CongestionScheme cap, Settings settings) {
    return alone(settings).cappedBy(cap);
  }

  /**
   * EQDS whose credit is capped by the windows of another congestion control, as users choose it.
   */
  public static CongestionControl cappedBy(CongestionControl cap) {
    return CongestionControl.of(
            CONTROL.name() + "+" + cap.name(),
            "the paper, Sec. \"Augmenting EQDS with SMaRTT\"",
            Stream.concat(Stream.of(SETTINGS), cap.settings().stream()).toList(),
            cap.window(),
            run -> cappedBy(cap.factory().apply(run), run.settings().read(SETTINGS)))
        .withReceiver(Eqds::grants);
  }

  private static ReceiverSide grants(CongestionContext run) {
    return ReceiverSide.granting(run.settings().read(SETTINGS)::pulls);
  }

  /**
   * Settings of EQDS, after Olteanu et al., "An edge-queued datagram service for all datacenter
   * traffic", NSDI 2022: the receiver-driven control loop, which is NDP's (Handley et al., SIGCOMM
   * 2017) with credits.
   *
   * @param initialWindowBdps 1: what a sender that was idle may send before credit comes
   * @param demandBdps how far ahead of what it has been granted a sender asks for credit, that is
   *     how much it may come to hold; 1.5, the window limit of the reference simulator's EQDS
   * @param pullRate 0.99, the reference simulator's: a queue that the first window left at the last
   *     switch drains slowly instead of staying
   * @param pullPackets 1: a credit is for one full packet
   */
  public record Settings(
      @Setting(
              most = 1e6,
              defaultValue = "1",
              meaning = "BDPs that a sender that was idle may send before it is granted any.")
          double initialWindowBdps,
      @Setting(
              most = 1e6,
              defaultValue = "1.5",
              meaning = "BDPs of credit that a sender asks for at one time.")
          double demandBdps,
      @Setting(
              defaultValue = "0.99",
              meaning = "Share of a receiver's link rate at which it grants credit.")
          double pullRate,
      @Setting(defaultValue = "1", meaning = "Full packets that one credit is for.")
          int pullPackets) {

    private static final Range RANGE = new Range("EQDS");

    /** Checks that each value is one that the algorithm can work with. */
    public Settings {
      RANGE.require(initialWindowBdps >= 0, "initial window", initialWindowBdps, "0 BDP or more");
      RANGE.require(demandBdps > 0, "demand", demandBdps, "above 0 BDP");
      RANGE.share("pull rate", pullRate);
      RANGE.require(
          pullPackets > 0 && pullPackets <= 1024, "pull", pullPackets, "1 to 1024 packets");
    }

    /** The pace at which a receiver behind a link of this rate grants credit. */
    public PullRate pulls(long linkBps, int mtuBytes) {
      return new PullRate(Math.max(1, Math.round(pullRate * linkBps)), pullPackets * mtuBytes);
    }
  }
}
