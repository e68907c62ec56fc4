package io.smartt.host.credit;

import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.ConstantsOrigin;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.SettingsGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Receiver credit congestion control of Ultra Ethernet (UE 1.0.3, Sec. 3.6.14), which was made from
 * EQDS: alone, or under a congestion control of the sender's, as the specification has it under
 * NSCC. Makes {@link CreditGate}s.
 */
public final class Rccc {
  /** Settings of RCCC. */
  public static final SettingsGroup<RcccSettings> SETTINGS =
      new SettingsGroup<>("rccc", RcccSettings.class);

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
              run -> alone(run.settings().read(SETTINGS)))
          .withReceiver(run -> {
            RcccSettings settings = run.settings().read(SETTINGS);
            return ReceiverSide.granting(
                (link, mtu) -> settings.adaptingPulls(link, mtu, run.networkRttPs()));
          })
          .withImplied((constants, trims) -> lastHop(trims));

  private Rccc() {}

  /** RCCC by itself. */
  public static CongestionScheme alone(RcccSettings settings) {
    return scheme(settings);
  }

  /** RCCC whose credit is capped by the windows of another scheme. */
  public static CongestionScheme cappedBy(CongestionScheme cap, RcccSettings settings) {
    return scheme(settings).cappedBy(cap);
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
            run -> cappedBy(cap.factory().apply(run), run.settings().read(SETTINGS)))
        .withReceiver(Rccc::grants)
        .withImplied((constants, trims) -> implied(cap, constants, trims));
  }

  private static CreditScheme scheme(RcccSettings settings) {
    return CreditScheme.alone(
        CreditRules.RCCC,
        settings.initialWindowBdps(),
        settings.demandBdps(),
        settings.unaskedBdps() > 0);
  }

  private static ReceiverSide grants(CongestionContext run) {
    RcccSettings settings = run.settings().read(SETTINGS);
    return ReceiverSide.granting((link, mtu) -> settings.pulls(link, mtu, run.networkRttPs()));
  }

  private static Map<String, String> implied(
      CongestionControl cap, ConstantsOrigin constants, boolean trims) {
    Map<String, String> all = new HashMap<>(cap.implied().settings(constants, trims));
    all.putAll(lastHop(trims));
    return Map.copyOf(all);
  }

  /** Credit shares out the last link: it needs no marks (Sec. 3.6.14), and its trims say so. */
  private static Map<String, String> lastHop(boolean trims) {
    return trims
        ? Map.of("queue.last-hop-marks", "false", "queue.last-hop-trims", "true")
        : Map.of("queue.last-hop-marks", "false");
  }
}
