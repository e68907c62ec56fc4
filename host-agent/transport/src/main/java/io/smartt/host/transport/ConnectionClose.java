package io.smartt.host.transport;

/** The close of a sending connection: asked for, sent, sent again, answered or given up. */
final class ConnectionClose {
  /** Number of times a close is sent before the connection is forgotten without an answer. */
  private static final int ATTEMPTS = 8;

  private final RetransmissionTimer timer;
  private boolean requested;
  private boolean due;
  private int attempts;
  private long sentPs;

  ConnectionClose(RetransmissionTimer timer) {
    this.timer = timer;
  }

  void request() {
    requested = true;
  }

  /** Returns whether the connection is to close, and takes no more messages. */
  boolean isRequested() {
    return requested;
  }

  /** Begins, all messages being complete. */
  void begin() {
    due |= attempts == 0;
  }

  /** Returns whether to send the close now. */
  boolean isDue() {
    return due;
  }

  /** Returns whether the close has been sent, so that only its answer is missing. */
  boolean isSent() {
    return attempts > 0;
  }

  /** Notes that the close leaves; returns the time at which it times out. */
  long send(long nowPs) {
    due = false;
    sentPs = nowPs;
    attempts++;
    return deadlinePs();
  }

  /** The time at which the answer is overdue, {@code Long.MAX_VALUE} if none is expected. */
  long deadlinePs() {
    return isSent() && !due ? sentPs + timer.requestTimeoutPs(attempts - 1) : Long.MAX_VALUE;
  }

  /** The answer is overdue: to be sent again. Returns whether that has been tried often enough. */
  boolean expire() {
    due = attempts < ATTEMPTS;
    return !due;
  }
}
