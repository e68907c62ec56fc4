package io.smartt.host.credit;

import io.smartt.host.congestion.CongestionController;

/**
 * The sending side of EQDS: a frame leaves only if there is credit for it, and if a congestion
 * controller of the sender's own lets it. With a controller that always does, this is EQDS; with
 * SMaRTT or MPRDMA it is the paper's EQDS+SMaRTT and EQDS+MPRDMA, where the sender's window caps
 * what is in flight and how much credit is asked for.
 *
 * <p>A sender that was idle may send one BDP on its own account, until it hears of a loss (EQDS,
 * Sec. 4: unsolicited packets). From then on it spends credit only. Allocates nothing per call.
 */
public final class CreditGate implements CongestionController {
  private final CongestionController cap;
  private final int mtuBytes;
  private final long initialBytes;
  private final long demandBytes;
  private long speculativeBytes;
  private long creditBytes;
  private long grantedBytes;
  private long expectedBytes;

  /**
   * A gate of a connection that was idle.
   *
   * @param cap limits what is in flight
   * @param mtuBytes longest frame
   * @param initialBytes that may leave before there is credit
   * @param demandBytes most credit held and asked for
   */
  public CreditGate(CongestionController cap, int mtuBytes, long initialBytes, long demandBytes) {
    this.cap = cap;
    this.mtuBytes = mtuBytes;
    this.initialBytes = initialBytes;
    this.demandBytes = Math.max(mtuBytes, demandBytes);
    speculativeBytes = initialBytes;
  }

  /** The connection, which had nothing to send and nothing in flight, has again. */
  public void resume() {
    speculativeBytes = initialBytes;
  }

  /**
   * A credit arrived. Totals make up for lost ones, and one that is late changes nothing.
   *
   * @param wire total granted, as in {@link CreditUnits}
   */
  public void onCredit(int wire) {
    long total = CreditUnits.fromWire(wire, grantedBytes);
    if (total > grantedBytes) {
      creditBytes = Math.min(creditBytes + total - grantedBytes, demandBytes + mtuBytes);
      grantedBytes = total;
    }
  }

  /**
   * The total to ask for, so that all that waits can be sent: as far as the window allows and no
   * more than the limit at one time.
   *
   * @param backlogBytes frame bytes that wait to be sent, again or for the first time
   */
  public long targetBytes(long backlogBytes) {
    long useful = Math.min(backlogBytes, cap.windowBytes() + mtuBytes);
    return grantedBytes + Math.min(useful, demandBytes) - creditBytes - speculativeBytes;
  }

  /** The receiver was told a target. */
  public void announced(long targetBytes) {
    expectedBytes = Math.max(expectedBytes, targetBytes);
  }

  /**
   * The receiver reported a trim of a connection that it knows, and so grants credit for it unasked.
   */
  public void compensated(int frameBytes) {
    expectedBytes = Math.max(expectedBytes, grantedBytes) + frameBytes;
  }

  /** Whether credit is on its way, as far as the sender knows. */
  public boolean expectsCredit() {
    return expectedBytes > grantedBytes;
  }

  /** Whether nothing but credit is missing for a frame to leave. */
  public boolean lacksCredit(long inFlightBytes, int frameBytes) {
    return speculativeBytes + creditBytes < frameBytes && cap.maySend(inFlightBytes, frameBytes);
  }

  @Override
  public boolean maySend(long inFlightBytes, int frameBytes) {
    return speculativeBytes + creditBytes >= frameBytes && cap.maySend(inFlightBytes, frameBytes);
  }

  @Override
  public void onSent(long nowPs, int frameBytes) {
    long unpaid = Math.max(0, frameBytes - speculativeBytes);
    speculativeBytes -= frameBytes - unpaid;
    creditBytes -= unpaid;
    cap.onSent(nowPs, frameBytes);
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    cap.onAck(nowPs, ackedBytes, rttPs, ecn, inFlightBytes);
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    speculativeBytes = 0;
    cap.onTrim(nowPs, frameBytes, inFlightBytes);
  }

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    speculativeBytes = 0;
    cap.onTimeout(nowPs, frameBytes, inFlightBytes);
  }

  @Override
  public long windowBytes() {
    return cap.windowBytes();
  }

  @Override
  public long pacingBps() {
    return cap.pacingBps();
  }

  /** Credit in hand, in frame bytes; what may leave without is not in it. */
  long creditBytes() {
    return creditBytes;
  }

  /** What may leave without credit, in frame bytes. */
  long speculativeBytes() {
    return speculativeBytes;
  }
}
