package io.smartt.host.credit;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.signals.Signals;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The sending side of EQDS and RCCC: a frame leaves only if there is credit for it, and if a
 * congestion controller of the sender's own lets it. With a controller that always does, this is
 * EQDS or RCCC; with SMaRTT or MPRDMA it is the paper's EQDS+SMaRTT and EQDS+MPRDMA (Sec.
 * "Augmenting EQDS with SMaRTT"), with NSCC it is Ultra Ethernet's RCCC with NSCC: the sender's
 * window caps what is in flight and how much credit is asked for. Credit that the window does not
 * let be spent is kept, and less is asked for meanwhile.
 *
 * <p>A sender that was idle may send one BDP on its own account, until it hears of a loss (EQDS,
 * Sec. 4: unsolicited packets) or, with RCCC, of anything. From then on it spends credit only.
 *
 * <p>Credit asked for and credit granted are totals since the connection began, so that a lost
 * frame with either costs nothing once the next one arrives. Allocates nothing per call.
 */
public final class CreditGate implements CongestionController {
  private final CreditRules rules;
  private CongestionController cap;
  private final int mtuBytes;
  private final long initialBytes;
  private final long demandBytes;

  /** Frame bytes that may leave without credit. */
  long speculativeBytes;

  /** Credit in hand, in frame bytes; what may leave without is not in it. */
  long creditBytes;

  private long grantedBytes;
  private long expectedBytes;

  /**
   * A gate of a connection that was idle.
   *
   * @param rules of the scheme
   * @param cap limits what is in flight
   * @param mtuBytes longest frame
   * @param initialBytes that may leave before there is credit
   * @param demandBytes most credit held and asked for
   */
  public CreditGate(
      CreditRules rules,
      CongestionController cap,
      int mtuBytes,
      long initialBytes,
      long demandBytes) {
    this.rules = rules;
    this.cap = cap;
    this.mtuBytes = mtuBytes;
    this.initialBytes = initialBytes;
    this.demandBytes = Math.max(mtuBytes, demandBytes);
    speculativeBytes = initialBytes;
  }

  /** Returns whether this is the congestion control of the sender's own. */
  public boolean isCappedBy(Object controller) {
    return cap.equals(controller);
  }

  /** Replaces the congestion control of the sender's own by one that stands in front of it. */
  public void wrapCap(UnaryOperator<CongestionController> wrap) {
    cap = wrap.apply(cap);
  }

  /** The connection, which had nothing to send and nothing in flight, has again. */
  public void resume() {
    speculativeBytes = initialBytes;
  }

  /**
   * A credit arrived.
   *
   * @param wire total granted, as in {@link CreditAccount#toWire}
   * @return whether it is news; one that is late changes nothing
   */
  public boolean onCredit(int wire) {
    long total = CreditAccount.fromWire(wire, grantedBytes);
    if (total <= grantedBytes) {
      return false;
    }
    long more = creditBytes + total - grantedBytes;
    creditBytes = rules == CreditRules.RCCC ? Math.min(more, demandBytes) : more;
    grantedBytes = total;
    answered();
    return true;
  }

  /**
   * The total to ask for, so that all that waits can be sent: as far as the window allows and no
   * more than the limit at one time.
   *
   * @param backlogBytes frame bytes that wait to be sent, again or for the first time
   * @param sending connections that share the host's link now, for which each asks for a part with
   *     RCCC (uet-htsim 40ccb05, uec.cpp:1886)
   */
  public long targetBytes(long backlogBytes, int sending) {
    long useful = Math.min(Math.min(backlogBytes, cap.windowBytes() + mtuBytes), demandBytes);
    long more = useful - creditBytes - speculativeBytes;
    boolean unasked = rules == CreditRules.RCCC && speculativeBytes > 0 && backlogBytes > 0;
    long asked = unasked ? Math.max(more, mtuBytes) : more;
    return grantedBytes + asked / (rules == CreditRules.RCCC ? sending : 1);
  }

  /** Notes that a target was sent to the receiver. */
  public void announced(long targetBytes) {
    expectedBytes = Math.max(expectedBytes, targetBytes);
  }

  /** Notes that the targets sent may have been lost. */
  public void forgetAnnounced() {
    expectedBytes = grantedBytes;
  }

  /** Returns whether credit is on its way, as far as the sender knows. */
  public boolean expectsCredit() {
    return expectedBytes > grantedBytes;
  }

  /** Returns whether nothing but credit is missing for a frame to leave. */
  public boolean lacksCredit(long inFlightBytes, int frameBytes) {
    return !suffices(frameBytes) && cap.maySend(inFlightBytes, frameBytes);
  }

  @Override
  public boolean maySend(long inFlightBytes, int frameBytes) {
    return suffices(frameBytes) && cap.maySend(inFlightBytes, frameBytes);
  }

  private boolean suffices(int frameBytes) {
    long there = speculativeBytes + creditBytes;
    return switch (rules) {
      case EQDS -> there >= frameBytes;
      case RCCC -> there > 0;
    };
  }

  /** The receiver is heard of. */
  private void answered() {
    if (rules == CreditRules.RCCC) {
      speculativeBytes = 0;
    }
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
    answered();
    cap.onAck(nowPs, ackedBytes, rttPs, ecn, inFlightBytes);
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    speculativeBytes = 0;
    cap.onTrim(nowPs, frameBytes, inFlightBytes);
  }

  @Override
  public void onSignals(Signals signals) {
    cap.onSignals(signals);
  }

  @Override
  public void onHostDelay(long hostPs) {
    cap.onHostDelay(hostPs);
  }

  @Override
  public void onDestination(int penalty, boolean restore, int ackedBytes, long inFlightBytes) {
    cap.onDestination(penalty, restore, ackedBytes, inFlightBytes);
  }

  @Override
  public int dscp(long messageBytes, long leftBytes) {
    return cap.dscp(messageBytes, leftBytes);
  }

  @Override
  public long timerPs() {
    return cap.timerPs();
  }

  @Override
  public void onTimer(long nowPs) {
    cap.onTimer(nowPs);
  }

  @Override
  public Optional<PathSelector> paths() {
    return cap.paths();
  }

  @Override
  public boolean inOrder() {
    return cap.inOrder();
  }

  @Override
  public void onMark(long nowPs) {
    cap.onMark(nowPs);
  }

  @Override
  public void onTrimRtt(long rttPs) {
    cap.onTrimRtt(rttPs);
  }

  @Override
  public void onLastHopTrim(long nowPs, int frameBytes, long inFlightBytes) {
    speculativeBytes = 0;
    if (rules == CreditRules.EQDS) {
      cap.onLastHopTrim(nowPs, frameBytes, inFlightBytes);
    }
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

  /** The points in which receiver-driven schemes that grant credit differ at the sender. */
  public enum CreditRules {
    /**
     * EQDS: a frame needs credit for all of its bytes, what a sender sends unasked ends with a
     * loss, and a window of the sender's own learns of every trim.
     */
    EQDS,

    /**
     * RCCC of Ultra Ethernet: a frame needs some credit, of which it may take more than there is;
     * what a sender sends unasked ends with the first answer, and until then it asks for a packet
     * at least; it gives up credit beyond what may be asked for at one time (uet-htsim 40ccb05,
     * uec.cpp:803, 1125, 1845 and 1878). A window of the sender's own does not learn of trims at
     * the last switch, whose link is shared out by credit (UE 1.0.3, Sec. 3.6.4.4).
     */
    RCCC
  }
}
