package io.smartt.host.credit;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.wire.PdsRequest;

/** EQDS, alone or under a congestion control of the sender's. Makes {@link CreditGate}s. */
public final class Eqds implements CongestionScheme {
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

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    double bdp = (double) baseRttPs * linkBps / 8e12;
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
