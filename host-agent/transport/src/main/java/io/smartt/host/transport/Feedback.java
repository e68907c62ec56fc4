package io.smartt.host.transport;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.signals.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Events of a sending connection, passed to all that they concern: the congestion controller, the
 * path selector, the counters and the listener; and when the controller's pacing lets the next
 * frame leave.
 */
final class Feedback {
  private static final double PS_PER_SECOND = 1e12;

  private final int connection;
  private final CongestionController congestion;
  private final PathSelector paths;
  private final TransportCounters counters = new TransportCounters();
  private final TransportCounters totals;
  private final TransportListener listener;
  private long pacedUntilPs;
  private int penalty;
  private boolean restore;
  private @Nullable Signals signals;
  private long hostPs;

  Feedback(
      int connection,
      CongestionController congestion,
      PathSelector paths,
      TransportCounters totals,
      TransportListener listener) {
    this.connection = connection;
    this.congestion = congestion;
    this.paths = paths;
    this.totals = totals;
    this.listener = listener;
  }

  /** Counts of this connection. */
  TransportCounters counters() {
    return counters;
  }

  /** A data frame leaves: what it costs the controller, and when the next may. */
  void leaves(long nowPs, int frameBytes) {
    congestion.onSent(nowPs, frameBytes);
    long rate = congestion.pacingBps();
    if (rate != CongestionController.UNPACED) {
      long gap = Math.round(frameBytes * 8 * PS_PER_SECOND / rate);
      pacedUntilPs = Math.max(nowPs, pacedUntilPs) + gap;
    }
  }

  /** A data frame has been written. */
  void sent(long nowPs, OutgoingFrame out, boolean again) {
    counters.dataFramesSent++;
    totals.dataFramesSent++;
    if (again) {
      counters.retransmissions++;
      totals.retransmissions++;
      listener.retransmitted(nowPs, connection, out.messageId(), out.payloadOffset());
    }
  }

  /** The time at which pacing lets the next frame leave. */
  long pacedUntilPs() {
    return pacedUntilPs;
  }

  /** The time before which no frame may leave. */
  void pauseUntil(long timePs) {
    pacedUntilPs = Math.max(pacedUntilPs, timePs);
  }

  /**
   * An acknowledgement of any kind came.
   *
   * @param probe whether it answers no data packet, so that it says nothing of a path
   */
  void acknowledged(long nowPs, int entropy, boolean ecn, boolean probe) {
    counters.acksReceived++;
    totals.acksReceived++;
    answered(nowPs, ecn);
    if (!probe) {
      paths.onAck(nowPs, entropy, ecn);
    }
  }

  /**
   * Takes note of what an acknowledgement asks of the window, which its bytes will weigh, of the
   * signals that it has, and of what hosts took of its round trip.
   */
  void asked(
      int windowPenalty, boolean restoresWindow, @Nullable Signals ofSwitches, long ofHostsPs) {
    penalty = windowPenalty;
    restore = restoresWindow;
    signals = ofSwitches;
    hostPs = ofHostsPs;
  }

  /**
   * Passes on that an acknowledgement covers bytes not covered before.
   *
   * @param bytes of frames
   * @param payloadBytes of those, that of messages
   */
  void arrived(
      long nowPs, int bytes, int payloadBytes, long rttPs, boolean ecn, long inFlightBytes) {
    if (penalty > 0 || restore) {
      congestion.onDestination(penalty, restore, bytes, inFlightBytes);
    }
    Signals written = signals;
    if (written != null) {
      signals = null;
      congestion.onSignals(written);
    }
    if (hostPs >= 0 && rttPs != CongestionController.RTT_UNKNOWN) {
      congestion.onHostDelay(Math.min(hostPs, rttPs));
    }
    congestion.onAck(nowPs, bytes, rttPs, ecn, inFlightBytes);
    listener.acknowledged(nowPs, connection, payloadBytes, congestion.windowBytes(), rttPs, ecn);
  }

  /** A NACK said that a packet was trimmed, whether or not it is still in flight. */
  void trimNotified(long nowPs, int entropy) {
    counters.trimsNotified++;
    totals.trimsNotified++;
    paths.onTrim(nowPs, entropy);
  }

  /**
   * A NACK said that the last switch trimmed a packet. Another path would have led through the same
   * port, so that only a mark speaks against this one (UE 1.0, Sec. 3.6.12.3).
   */
  void lastHopTrimNotified(long nowPs, int entropy, boolean marked) {
    counters.trimsNotified++;
    totals.trimsNotified++;
    paths.onAck(nowPs, entropy, marked);
  }

  /**
   * An acknowledgement, or a NACK of a receiver that takes packets in order only, may be marked.
   */
  void answered(long nowPs, boolean marked) {
    if (marked) {
      counters.marksReceived++;
      totals.marksReceived++;
      congestion.onMark(nowPs);
    }
  }

  /**
   * A packet left the flight for a NACK.
   *
   * @param rttPs of the NACK, or {@link CongestionController#RTT_UNKNOWN}
   * @param lastHop whether it says that the last switch trimmed the packet
   */
  void lost(long nowPs, int frameBytes, long rttPs, long inFlightBytes, boolean lastHop) {
    if (rttPs != CongestionController.RTT_UNKNOWN) {
      congestion.onTrimRtt(rttPs);
    }
    if (lastHop) {
      congestion.onLastHopTrim(nowPs, frameBytes, inFlightBytes);
    } else {
      congestion.onTrim(nowPs, frameBytes, inFlightBytes);
    }
    listener.trimmed(nowPs, connection, congestion.windowBytes());
  }

  /** A packet left the flight for its timer. */
  void timedOut(long nowPs, int entropy, int frameBytes, long inFlightBytes) {
    paths.onTimeout(nowPs, entropy);
    congestion.onTimeout(nowPs, frameBytes, inFlightBytes);
  }

  /** Counts several packets that did so at once. */
  void timeouts(long nowPs, int packets) {
    counters.timeouts += packets;
    totals.timeouts += packets;
    listener.timedOut(nowPs, connection, packets, congestion.windowBytes());
  }
}
