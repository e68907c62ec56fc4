package io.smartt.host.credit;

import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;
import java.util.stream.Stream;

/** EQDS, alone or under a congestion control of the sender's. Makes {@link CreditGate}s. */
public final class Eqds {
  /** Settings of EQDS. */
  public static final SettingsGroup<EqdsSettings> SETTINGS =
      new SettingsGroup<>("eqds", EqdsSettings.class);

  /** EQDS by itself, as users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "eqds",
              "Olteanu et al., NSDI 2022, whose control loop is NDP's (Handley et al., SIGCOMM 2017)"
                  + " with credits",
              List.of(SETTINGS),
              new WindowLimits(
                  1, 1.5, "credit bounds what is in flight; the window is the most credit held"),
              run -> alone(run.settings().read(SETTINGS)))
          .withReceiver(Eqds::grants);

  private Eqds() {}

  /** EQDS by itself. */
  public static CongestionScheme alone(EqdsSettings settings) {
    return scheme(settings);
  }

  /** EQDS whose credit is capped by the windows of another scheme. */
  public static CongestionScheme cappedBy(CongestionScheme cap, EqdsSettings settings) {
    return scheme(settings).cappedBy(cap);
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

  private static CreditScheme scheme(EqdsSettings settings) {
    return CreditScheme.alone(
        CreditRules.EQDS, settings.initialWindowBdps(), settings.demandBdps(), false);
  }

  private static ReceiverSide grants(CongestionContext run) {
    return ReceiverSide.granting(run.settings().read(SETTINGS)::pulls);
  }
}
