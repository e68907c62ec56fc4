package io.smartt.host.credit;

import module java.base;

import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.PullRate;
import io.smartt.host.congestion.Range;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;

/**
 * Receiver credit congestion control of Ultra Ethernet (UE 1.0.3, Sec. 3.6.14), which was made from
 * EQDS: alone, or under a congestion control of the sender's, as the specification has it under
 * NSCC. Makes {@link CreditGate}s, whose BDPs are of the network's longest path (uec.cpp:186).
 */
public final class Rccc {
  /** Settings of RCCC. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("rccc", Settings.class);

  /**
   * RCCC by itself, as users choose it; receivers slow down where the network is oversubscribed.
   */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "rccc",
              "Ultra Ethernet, Sec. 3.6.14, and its reference simulator's `-receiver_cc_only`",
              List.of(SETTINGS),
              new WindowLimits(
                  1, 1.5, "credit bounds what is in flight; the window is the most credit held"),
              run -> {
                CongestionScheme scheme = alone(run.settings().read(SETTINGS));
                return (path, link, mtu) -> scheme.controller(run.networkRttPs(), link, mtu);
              })
          .withReceiver(run -> {
            Settings settings = run.settings().read(SETTINGS);
            return ReceiverSide.granting(
                (link, mtu) -> settings.adaptingPulls(link, mtu, run.networkRttPs()));
          })
          .withImplied((constants, trims) -> lastHop(trims));

  private Rccc() {}

  /** RCCC by itself. */
  public static CreditScheme alone(Settings settings) {
    return CreditScheme.alone(
        CreditGate.CreditRules.RCCC, settings.initialWindowBdps(), settings.demandBdps());
  }

  /** RCCC whose credit is capped by the windows of another scheme. */
  public static CongestionScheme cappedBy(CongestionScheme cap, Settings settings) {
    return alone(settings).cappedBy(cap);
  }

  /**
   * RCCC whose credit is capped by the windows of another congestion control, as users choose it.
   * The windows see to the network's core.
   */
  public static CongestionControl cappedBy(CongestionControl cap) {
    return CongestionControl.of(
            CONTROL.name() + "+" + cap.name(),
            "Ultra Ethernet, Sec. 3.6.14, under a window; with `--constants ue` RCCC with NSCC",
            Stream.concat(Stream.of(SETTINGS), cap.settings().stream()).toList(),
            cap.window(),
            run -> {
              CongestionScheme capped = cap.factory().apply(run);
              Settings settings = run.settings().read(SETTINGS);
              return (path, link, mtu) ->
                  cappedBy((rtt, bps, frame) -> capped.controller(path, bps, frame), settings)
                      .controller(run.networkRttPs(), link, mtu);
            })
        .withReceiver(Rccc::grants)
        .withImplied(cap.implied())
        .withImplied((constants, trims) -> lastHop(trims));
  }

  private static ReceiverSide grants(CongestionContext run) {
    Settings settings = run.settings().read(SETTINGS);
    return ReceiverSide.granting((link, mtu) -> settings.pulls(link, mtu, run.networkRttPs()));
  }

  /** Credit shares out the last link: it needs no marks (Sec. 3.6.14), and its trims say so. */
  private static Map<String, String> lastHop(boolean trims) {
    return trims
        ? Map.of("queue.last-hop-marks", "false", "queue.last-hop-trims", "true")
        : Map.of("queue.last-hop-marks", "false");
  }

  /**
   * Settings of RCCC. The specification's text is not public; where descriptions of it have no
   * value, the Ultra Ethernet reference simulator's (uet-htsim, revision 40ccb05) stands.
   *
   * @param initialWindowBdps 1.5: uec.cpp:1707, the largest window
   * @param demandBdps 1.5: uec.cpp:1872
   * @param pullRate 0.99: uec.cpp:3044
   * @param pullPackets 4: uec.cpp:33, "as per default in UEC spec"
   * @param unaskedBdps 0: uec.cpp:3107 has 1.5. It spares single messages a round trip; credit that
   *     nobody asked for is spent later in a burst that no receiver paces, so that it is chosen,
   *     not implied
   * @param oversubscription 1: main_uec.cpp:688 has receivers adapt where it is above, as it reads
   *     from its topology, and oversubscribed_cc.h:43 makes 0.9 divided by it the least rate. An
   *     agent on a server has no topology, so that it is a setting here
   * @param targetMarks 0.3: oversubscribed_cc.cpp:6, as all that follow
   * @param rateIncrease 0.01
   * @param rateDecrease 0.5
   * @param markGain 0.5
   */
  public record Settings(
      @Setting(
              most = 1e6,
              defaultValue = "1.5",
              meaning = "BDPs that a sender that was idle may send before its first answer.")
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
      @Setting(defaultValue = "4", meaning = "Full packets that one credit is for.")
          int pullPackets,
      @Setting(
              most = 1e6,
              defaultValue = "0",
              meaning =
                  "BDPs of credit that a receiver grants a connection beyond what it asked for,"
                      + " while no other connection asks; the reference simulator has 1.5.")
          double unaskedBdps,
      @Setting(
              defaultValue = "1",
              meaning =
                  "How many times the bandwidth of its core the hosts of the network have; above 1"
                      + " receivers of rccc, not of rccc under a window, grant less while packets"
                      + " arrive that switches before the last marked or trimmed.")
          double oversubscription,
      @Setting(
              defaultValue = "0.3",
              meaning = "Share of marked packets above which a receiver grants less.")
          double targetMarks,
      @Setting(
              defaultValue = "0.01",
              meaning = "Share of its rate that a receiver adds in a period without congestion.")
          double rateIncrease,
      @Setting(
              defaultValue = "0.5",
              meaning =
                  "Share of its rate that a receiver takes off for each share of excess marks.")
          double rateDecrease,
      @Setting(
              defaultValue = "0.5",
              meaning = "Weight of the latest period in a receiver's average share of marks.")
          double markGain) {

    private static final Range RANGE = new Range("RCCC");

    private static final double PERIOD_RTTS = 1.5;
    private static final double CORE_SHARE = 0.9;
    private static final double LEAST_SHARE = 0.01;

    /** Checks that each value is one that the algorithm can work with. */
    public Settings {
      RANGE.require(initialWindowBdps >= 0, "initial window", initialWindowBdps, "0 BDP or more");
      RANGE.require(demandBdps > 0, "demand", demandBdps, "above 0 BDP");
      RANGE.share("pull rate", pullRate);
      RANGE.require(
          pullPackets > 0 && pullPackets <= 1024, "pull", pullPackets, "1 to 1024 packets");
      RANGE.require(unaskedBdps >= 0, "unasked credit", unaskedBdps, "0 BDP or more");
      RANGE.atLeast(1, "oversubscription", oversubscription);
      RANGE.between(0, 1, "target of marks", targetMarks);
      RANGE.share("rate increase", rateIncrease);
      RANGE.between(0, 1, "rate decrease", rateDecrease);
      RANGE.share("weight of marks", markGain);
    }

    /** The pace at which a receiver behind a link of this rate grants credit, in such a network. */
    public PullRate pulls(long linkBps, int mtuBytes, long networkRttPs) {
      return new PullRate(Math.max(1, Math.round(pullRate * linkBps)), pullPackets * mtuBytes)
          .unasked(Math.round(unaskedBdps * Bdp.exact(networkRttPs, linkBps)));
    }

    /**
     * Returns the pace as a receiver adapts it in a network of this base RTT, if its core is
     * oversubscribed.
     */
    PullRate adaptingPulls(long linkBps, int mtuBytes, long networkRttPs) {
      PullRate full = pulls(linkBps, mtuBytes, networkRttPs);
      return oversubscription > 1 ? full.adapting(adaption(networkRttPs)) : full;
    }

    private PullRate.Adaption adaption(long networkRttPs) {
      return new PullRate.Adaption(
          Math.max(1, Math.round(PERIOD_RTTS * networkRttPs)),
          targetMarks,
          rateIncrease,
          rateDecrease,
          markGain,
          Math.max(LEAST_SHARE, CORE_SHARE / oversubscription));
    }
  }
}
