package io.smartt.host.transport;

import io.smartt.host.credit.CreditAccount;
import io.smartt.host.credit.CreditGate;

/**
 * Requests of a connection for credit of its receiver: with each data frame, by a request of its
 * own when no frame may leave to do so, and again when what was granted seems to be lost.
 */
final class CreditLine {
  private final CreditGate gate;
  private final SendWindow window;
  private final OutgoingMessages messages;
  private final RetransmissionTimer timer;
  private final int headerBytes;
  private long newsPs;
  private int silences;

  CreditLine(
      CreditGate gate,
      SendWindow window,
      OutgoingMessages messages,
      RetransmissionTimer timer,
      int headerBytes) {
    this.gate = gate;
    this.window = window;
    this.messages = messages;
    this.timer = timer;
    this.headerBytes = headerBytes;
  }

  /** A message is about to be added. */
  void adding() {
    if (window.isEmpty() && messages.isEmpty()) {
      gate.resume();
    }
  }

  /** Returns whether a request is to leave so that a frame of this length may. */
  boolean isRequestDue(int frameBytes) {
    return gate.lacksCredit(window.inFlightBytes(), frameBytes) && !gate.expectsCredit();
  }

  /**
   * The time at which credit for a frame of this length is overdue; {@code Long.MAX_VALUE} if it is
   * not due.
   */
  long overduePs(int frameBytes) {
    return gate.expectsCredit() && gate.lacksCredit(window.inFlightBytes(), frameBytes)
        ? newsPs + timer.requestTimeoutPs(silences)
        : Long.MAX_VALUE;
  }

  /**
   * Returns whether the next request takes another path than the load balancer's: every second of
   * those that repeat one does. Nothing tells the load balancer that one was lost.
   */
  boolean leavesPath() {
    return silences > 0 && silences % 2 == 0;
  }

  /** Asks again for credit that is overdue. */
  void overdue(long nowPs) {
    silences++;
    newsPs = nowPs;
    gate.forgetAnnounced();
  }

  /** The total to tell the receiver by a frame that leaves now, one of so many connections'. */
  int announce(long nowPs, int sending) {
    long backlog = window.lostBytes() + messages.unsentBytes(headerBytes);
    long target = gate.targetBytes(backlog, sending);
    if (!gate.expectsCredit()) {
      newsPs = nowPs;
    }
    gate.announced(target);
    return CreditAccount.toWire(target);
  }

  /** A credit arrived. */
  void granted(long nowPs, int wire) {
    if (gate.onCredit(wire)) {
      newsPs = nowPs;
      silences = 0;
    }
  }

  /**
   * Requests sent may be lost: their packets were lost silently, or trimmed before the receiver
   * knew the connection.
   */
  void unheard() {
    gate.forgetAnnounced();
  }
}
