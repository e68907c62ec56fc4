package io.smartt.host.credit;

import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.wire.PdsRequest;

/** A receiver-driven scheme, alone or under a congestion control of the sender's. */
record CreditScheme(
    CreditGate.CreditRules rules, double initialWindowBdps, double demandBdps, CapFactory cap)
    implements CongestionScheme {
  @FunctionalInterface
  private interface CapFactory {
    CongestionController cap(long baseRttPs, long linkBps, int mtuBytes, long demandBytes);
  }

  /**
   * A scheme by itself.
   *
   * @param initialWindowBdps that a sender that was idle may send unasked
   * @param demandBdps most credit that a sender asks for at one time
   */
  static CreditScheme alone(
      CreditGate.CreditRules rules, double initialWindowBdps, double demandBdps) {
    return new CreditScheme(
        rules,
        initialWindowBdps,
        demandBdps,
        (baseRtt, link, mtu, demandBytes) -> new Uncapped(demandBytes));
  }

  /** This scheme with its credit capped by the windows of another. */
  CreditScheme cappedBy(CongestionScheme scheme) {
    return new CreditScheme(
        rules,
        initialWindowBdps,
        demandBdps,
        (baseRttPs, linkBps, mtuBytes, demand) -> scheme.controller(baseRttPs, linkBps, mtuBytes));
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    double bdp = Bdp.exact(baseRttPs, linkBps);
    int frameBytes = mtuBytes + PdsRequest.CREDITED_BYTES - PdsRequest.BYTES;
    long initialBytes = Math.round(initialWindowBdps * bdp);
    long demandBytes = Math.max(frameBytes, Math.round(demandBdps * bdp));
    return new CreditGate(
        rules,
        cap.cap(baseRttPs, linkBps, frameBytes, demandBytes),
        frameBytes,
        initialBytes,
        demandBytes);
  }

  /** No limit of the sender's own: EQDS by itself. Reports the most credit that may be held. */
  record Uncapped(long windowBytes) implements CongestionController {
    @Override
    public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {}

    @Override
    public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

    @Override
    public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}

    @Override
    public boolean maySend(long inFlightBytes, int frameBytes) {
      return true;
    }
  }
}
