package io.smartt.experiment.trace.analysis;

import io.smartt.experiment.trace.analysis.TraceAnalysis.FlowObserver;
import io.smartt.experiment.trace.analysis.TraceAnalysis.RetransmissionTimes;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.Uet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of a connection's sender over time, rebuilt from the packets that passed it: which
 * packets were in flight, what each answer acknowledged anew, and whose round-trip time it gave.
 * The rules are those of the transport; only expiries leave no packet. They are worked out from the
 * transport's times where these are known, and otherwise noticed when the packet is sent again.
 */
final class SendingSide {
  /** No sender has more packets than this between the oldest not acknowledged and the newest. */
  private static final int MAX_SPAN = 1 << 17;

  private final FlowObserver observer;
  private final Optional<RetransmissionTimes> times;
  private final boolean goesBack;
  private Packet[] ring = new Packet[64];
  private final long first;
  private long base;
  private long next;
  private long inFlightBytes;
  private long deadlinePs = Long.MAX_VALUE;

  private enum State {
    UNSEEN,
    IN_FLIGHT,
    LOST,
    ARRIVED
  }

  private static final class Packet {
    private State state = State.UNSEEN;
    private long sequence;
    private long sentPs;
    private int frameBytes;
    private int payloadBytes;
    private int transmissions;
    private int timeouts;
    private @Nullable TracedMessage message;
  }

  /**
   * @param first sequence number of the first packet that belongs to it
   * @param goesBack whether all is sent again from a lost packet on
   */
  SendingSide(
      long first, boolean goesBack, FlowObserver observer, Optional<RetransmissionTimes> times) {
    this.first = first;
    this.goesBack = goesBack;
    this.observer = observer;
    this.times = times;
    base = first;
    next = first;
    for (int i = 0; i < ring.length; i++) {
      ring[i] = new Packet();
    }
  }

  /** A data packet leaves. Returns false if it says nothing: another sight of the same packet. */
  boolean sent(
      long nowPs,
      int psn,
      int frameBytes,
      boolean again,
      @Nullable TracedMessage message,
      int payloadBytes) {
    expire(nowPs);
    long sequence = unwrap(psn);
    if (sequence < base || sequence - base >= MAX_SPAN) {
      return sequence < base && again;
    }
    while (next <= sequence) {
      append();
    }
    Packet packet = at(sequence);
    if (!again && packet.state != State.UNSEEN) {
      return false;
    }
    if (packet.state == State.ARRIVED) {
      return again;
    }
    if (packet.state == State.IN_FLIGHT) {
      timeOut(packet, nowPs);
    }
    packet.transmissions += packet.state == State.UNSEEN && again ? 2 : 1;
    packet.state = State.IN_FLIGHT;
    packet.sentPs = nowPs;
    packet.frameBytes = frameBytes;
    packet.payloadBytes = payloadBytes;
    packet.message = message == null ? packet.message : message;
    inFlightBytes += frameBytes;
    observer.sent(nowPs, frameBytes, inFlightBytes);
    times.ifPresent(
        known -> deadlinePs = Math.min(deadlinePs, nowPs + known.after(packet.timeouts)));
    return true;
  }

  /** An acknowledgement; the arguments as {@link io.smartt.host.wire.PdsAck} has them. */
  void acknowledged(
      long nowPs, int cumulativePsn, int psnOffset, int bitmapOffset, long bitmap, int flags) {
    expire(nowPs);
    long cumulative = unwrap(cumulativePsn);
    long answered = cumulative + psnOffset;
    if (cumulative >= next || answered >= next || answered < first - 1) {
      return;
    }
    boolean again = (flags & Uet.FLAG_RETX) != 0;
    boolean ecn = (flags & Uet.FLAG_MARKED) != 0;
    long rtt = answered < base ? CongestionController.RTT_UNKNOWN : rtt(nowPs, answered, again);
    TracedMessage message = messageOf(answered);
    int bytes = arrivedUpTo(nowPs, cumulative) + one(nowPs, answered);
    for (long rest = bitmap; rest != 0; rest &= rest - 1) {
      bytes += one(nowPs, cumulative + bitmapOffset + Long.numberOfTrailingZeros(rest));
    }
    advance();
    if (ecn) {
      marked(nowPs, message);
    }
    if (message != null && rtt != CongestionController.RTT_UNKNOWN) {
      message.rtt(rtt);
    }
    if (bytes > 0) {
      observer.acknowledged(nowPs, bytes, rtt, ecn, inFlightBytes);
    }
  }

  /** A negative acknowledgement. */
  void refused(long nowPs, int psn, int code, int flags) {
    expire(nowPs);
    long sequence = unwrap(psn);
    if (sequence >= next || sequence < first) {
      return;
    }
    boolean again = (flags & Uet.FLAG_RETX) != 0;
    boolean trimmed = code == PdsNack.TRIMMED || code == PdsNack.TRIMMED_LASTHOP;
    TracedMessage message = messageOf(sequence);
    if (trimmed && message != null) {
      message.trimmed();
    }
    if (code == PdsNack.ROD_OUT_OF_ORDER) {
      goBack(nowPs, sequence, (flags & Uet.FLAG_MARKED) != 0);
    } else if (trimmed
        || code == PdsNack.PACKET_NOT_RECEIVED
        || code == PdsNack.RECEIVER_INFERS_LOSS) {
      long rtt = sequence < base ? CongestionController.RTT_UNKNOWN : rtt(nowPs, sequence, again);
      if (lose(sequence, again)) {
        observer.trimRtt(rtt);
        if (code == PdsNack.TRIMMED_LASTHOP) {
          observer.trimmedLastHop(nowPs, at(sequence).frameBytes, inFlightBytes);
        } else {
          observer.trimmed(nowPs, at(sequence).frameBytes, inFlightBytes);
        }
        goBackTo(sequence);
      }
    } else if (code == PdsNack.NO_PDC_AVAILABLE || code == PdsNack.NO_PACKET_BUFFER) {
      lose(sequence, again);
    }
  }

  private void marked(long nowPs, @Nullable TracedMessage message) {
    observer.marked(nowPs);
    if (message != null) {
      message.marked();
    }
  }

  private void goBack(long nowPs, long sequence, boolean marked) {
    if (marked) {
      marked(nowPs, messageOf(sequence));
    }
    int bytes = arrivedUpTo(nowPs, sequence - 1);
    advance();
    if (bytes > 0) {
      observer.acknowledged(nowPs, bytes, CongestionController.RTT_UNKNOWN, false, inFlightBytes);
    }
    goBackTo(Math.max(base, sequence));
  }

  private void goBackTo(long sequence) {
    for (long each = sequence; goesBack && each < next; each++) {
      drop(at(each));
    }
  }

  private boolean lose(long sequence, boolean again) {
    if (sequence < base) {
      return false;
    }
    Packet packet = at(sequence);
    return again == (packet.transmissions > 1) && drop(packet);
  }

  private boolean drop(Packet packet) {
    if (packet.state != State.IN_FLIGHT) {
      return false;
    }
    packet.state = State.LOST;
    inFlightBytes -= packet.frameBytes;
    return true;
  }

  private void timeOut(Packet packet, long nowPs) {
    drop(packet);
    packet.timeouts++;
    if (packet.message != null) {
      packet.message.timedOut();
    }
    observer.timedOut(nowPs, packet.frameBytes, inFlightBytes);
    goBackTo(packet.sequence);
  }

  /** Lets time pass. */
  void expire(long nowPs) {
    if (deadlinePs < nowPs && times.isPresent()) {
      expire(nowPs, times.get());
    }
  }

  private void expire(long nowPs, RetransmissionTimes known) {
    while (deadlinePs < nowPs) {
      long earliest = Long.MAX_VALUE;
      for (long each = base; each < next; each++) {
        Packet packet = at(each);
        if (packet.state == State.IN_FLIGHT) {
          long due = packet.sentPs + known.after(packet.timeouts);
          if (due <= deadlinePs) {
            timeOut(packet, deadlinePs);
          } else {
            earliest = Math.min(earliest, due);
          }
        }
      }
      deadlinePs =
          earliest == Long.MAX_VALUE
              ? earliest
              : Math.max(earliest, deadlinePs + known.granularityPs());
    }
  }

  private long rtt(long nowPs, long sequence, boolean again) {
    Packet packet = at(sequence);
    boolean latest = packet.timeouts == 0 || (packet.timeouts == 1 && packet.transmissions == 2);
    return packet.state != State.UNSEEN && latest && again == (packet.transmissions > 1)
        ? nowPs - packet.sentPs
        : CongestionController.RTT_UNKNOWN;
  }

  private int arrivedUpTo(long nowPs, long sequence) {
    int bytes = 0;
    for (long each = base; each <= sequence; each++) {
      bytes += one(nowPs, each);
    }
    return bytes;
  }

  private int one(long nowPs, long sequence) {
    if (sequence < base || sequence >= next) {
      return 0;
    }
    Packet packet = at(sequence);
    if (packet.state == State.ARRIVED) {
      return 0;
    }
    int bytes = packet.state == State.UNSEEN ? 0 : packet.frameBytes;
    drop(packet);
    packet.state = State.ARRIVED;
    if (packet.message != null) {
      packet.message.acknowledged(nowPs, packet.payloadBytes);
    }
    return bytes;
  }

  private void advance() {
    while (base < next && at(base).state == State.ARRIVED) {
      base++;
    }
  }

  private @Nullable TracedMessage messageOf(long sequence) {
    Packet packet = at(sequence);
    return packet.sequence == sequence ? packet.message : null;
  }

  private void append() {
    if (next - base == ring.length) {
      grow();
    }
    Packet packet = at(next);
    packet.state = State.UNSEEN;
    packet.sequence = next;
    packet.transmissions = 0;
    packet.timeouts = 0;
    packet.message = null;
    next++;
  }

  private void grow() {
    Packet[] old = ring;
    ring = new Packet[2 * old.length];
    for (long each = base; each < next; each++) {
      ring[(int) each & (ring.length - 1)] = old[(int) each & (old.length - 1)];
    }
    for (int i = 0; i < ring.length; i++) {
      if (ring[i] == null) {
        ring[i] = new Packet();
      }
    }
  }

  private Packet at(long sequence) {
    return ring[(int) sequence & (ring.length - 1)];
  }

  private long unwrap(int psn) {
    return base + (psn - (int) base);
  }
}
