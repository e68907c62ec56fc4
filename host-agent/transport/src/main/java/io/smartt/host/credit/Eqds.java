package io.smartt.host.credit;

import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.settings.SettingsGroup;
import io.smartt.host.wire.PdsRequest;
import java.util.List;
import java.util.stream.Stream;

/** EQDS, alone or under a congestion control of the sender's. Makes {@link CreditGate}s. */
public final class Eqds implements CongestionScheme {
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

  private final EqdsSettings settings;
  private final CapFactory cap;

  @FunctionalInterface
  private interface CapFactory {
    CongestionController cap(long baseRttPs, long linkBps, int mtuBytes, long demandBytes);
  }

  private Eqds(EqdsSettings settings, CapFactory cap) {
    this.settings = settings;
    this.cap = cap;
  }

  /** EQDS by itself. */
  public static Eqds alone(EqdsSettings settings) {
    return new Eqds(settings, (baseRtt, link, mtu, demandBytes) -> new Uncapped(demandBytes));
  }

  /** EQDS whose credit is capped by the windows of another scheme. */
  public static Eqds cappedBy(CongestionScheme scheme, EqdsSettings settings) {
    return new Eqds(
        settings,
        (baseRttPs, linkBps, mtuBytes, demand) -> scheme.controller(baseRttPs, linkBps, mtuBytes));
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

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    double bdp = Bdp.exact(baseRttPs, linkBps);
    int frameBytes = mtuBytes + PdsRequest.CREDITED_BYTES - PdsRequest.BYTES;
    long initialBytes = Math.round(settings.initialWindowBdps() * bdp);
    long demandBytes = Math.max(frameBytes, Math.round(settings.demandBdps() * bdp));
    return new CreditGate(
        cap.cap(baseRttPs, linkBps, frameBytes, demandBytes),
        frameBytes,
        initialBytes,
        demandBytes);
  }
}
