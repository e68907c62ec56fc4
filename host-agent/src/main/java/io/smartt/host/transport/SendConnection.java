package io.smartt.host.transport;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.Uet;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a connection: what is to be sent, what is in flight, and what the answers mean
 * for the congestion controller and the path selector.
 */
final class SendConnection {
  private static final double PS_PER_SECOND = 1e12;

  /** In the ready queue. */
  boolean ready;

  /** After it in the ready queue. */
  @Nullable SendConnection nextReady;

  /** In the deadline heap. */
  long deadlinePs = Long.MAX_VALUE;

  /** Where in the deadline heap, -1 if not. */
  int heapIndex = -1;

  private final int id;
  private final Destination destination;
  private final CongestionController congestion;
  private final PathSelector paths;
  private final TransportSettings settings;
  private final boolean closesWhenDone;
  private final long timeoutPs;
  private final long firstSequence;
  private final SendWindow window;
  private final OutgoingMessages messages;
  private final TransportCounters counters = new TransportCounters();
  private final TransportCounters totals;
  private final TransportListener listener;

  private boolean established;
  private int remoteId;
  private int completed;
  private long pacedUntilPs;

  SendConnection(
      int id,
      Destination destination,
      PathParameters path,
      CongestionController congestion,
      PathSelector paths,
      TransportSettings settings,
      boolean closesWhenDone,
      int firstPsn,
      TransportCounters totals,
      TransportListener listener) {
    this.id = id;
    this.destination = destination;
    this.congestion = congestion;
    this.paths = paths;
    this.settings = settings;
    this.closesWhenDone = closesWhenDone;
    this.totals = totals;
    this.listener = listener;
    timeoutPs = Math.round(settings.timeoutBaseRtts() * path.baseRttPs());
    firstSequence = Integer.toUnsignedLong(firstPsn);
    window = new SendWindow(firstSequence);
    messages = new OutgoingMessages(firstSequence);
  }

  int id() {
    return id;
  }

  Destination destination() {
    return destination;
  }

  TransportCounters counters() {
    return counters;
  }

  long windowBytes() {
    return congestion.windowBytes();
  }

  long inFlightBytes() {
    return window.inFlightBytes();
  }

  void add(long messageId, long sizeBytes) {
    messages.add(messageId, sizeBytes, settings.maxPayloadBytes());
  }

  /** Whether nothing is left to do and it was opened for one message. */
  boolean isDone() {
    return closesWhenDone && messages.isEmpty();
  }

  /** Whether a frame would leave now, pacing aside. */
  boolean maySend() {
    long sequence = window.firstLost();
    if (sequence < 0) {
      sequence = window.next();
      if (sequence == messages.endSequence() || window.isFull() || synchronizesTooFar()) {
        return false;
      }
    }
    return congestion.maySend(window.inFlightBytes(), frameBytes(sequence));
  }

  /** When pacing lets the next frame leave. */
  long pacedUntilPs() {
    return pacedUntilPs;
  }

  /** Writes the next frame; {@link #maySend} must have said so. Returns when it times out. */
  long send(long nowPs, OutgoingFrame out, FrameWriter writer) {
    long lost = window.firstLost();
    int entropy = paths.nextEntropy(nowPs);
    long sequence;
    if (lost >= 0) {
      window.removeFirstLost();
      window.sendAgain(lost, nowPs, entropy);
      sequence = lost;
    } else {
      sequence = window.sendNew(nowPs, frameBytes(window.next()), entropy);
    }
    OutgoingMessage message = messages.holding(sequence);
    int flags = (lost >= 0 ? Uet.FLAG_RETX : 0) | (established ? 0 : Uet.FLAG_SYN);
    writer.data(
        out,
        destination,
        entropy,
        flags,
        (int) (window.base() - 1 - sequence),
        (int) sequence,
        id,
        established ? remoteId : (int) (sequence - firstSequence),
        message.id(),
        message.offset(sequence),
        message.length(sequence),
        message.isLast(sequence));
    sent(nowPs, out, lost >= 0);
    return nowPs + timeout(sequence);
  }

  private void sent(long nowPs, OutgoingFrame out, boolean again) {
    counters.dataFramesSent++;
    totals.dataFramesSent++;
    if (again) {
      counters.retransmissions++;
      totals.retransmissions++;
      listener.retransmitted(nowPs, id, out.messageId(), out.payloadOffset());
    }
    congestion.onSent(nowPs, out.wireLength());
    long rate = congestion.pacingBps();
    if (rate != CongestionController.UNPACED) {
      long gap = Math.round(out.wireLength() * 8 * PS_PER_SECOND / rate);
      pacedUntilPs = Math.max(nowPs, pacedUntilPs) + gap;
    }
  }

  /**
   * Whether an answer belongs to this connection. The first answer tells the receiver's number of
   * it; later ones must agree.
   */
  boolean answeredBy(int sourceIpv4, int sourcePdc) {
    return sourceIpv4 == destination.ipv4() && (!established || sourcePdc == remoteId);
  }

  /**
   * An acknowledgement.
   *
   * @param psnOffset packet answered minus cumulative
   * @param bitmapOffset first packet of the bitmap minus cumulative
   * @return false if it speaks of packets that were not sent; nothing changes then
   */
  boolean acknowledge(
      long nowPs,
      int sourcePdc,
      int cumulativePsn,
      int psnOffset,
      int bitmapOffset,
      long bitmap,
      int entropy,
      int flags) {
    long cumulative = unwrap(cumulativePsn);
    long answered = cumulative + psnOffset;
    long from = cumulative + bitmapOffset;
    if (!wasSent(cumulative + 1, 1)
        || !wasSent(answered, 0)
        || (bitmap != 0 && !coversSent(from, bitmap))) {
      return false;
    }
    establish(sourcePdc);
    boolean ecn = (flags & Uet.FLAG_MARKED) != 0;
    counters.acksReceived++;
    totals.acksReceived++;
    if (ecn) {
      counters.marksReceived++;
      totals.marksReceived++;
    }
    long rtt = roundTrip(nowPs, answered, (flags & Uet.FLAG_RETX) != 0);
    int bytes = 0;
    for (long sequence = window.base(); sequence <= cumulative; sequence++) {
      bytes += arrived(sequence);
    }
    bytes += arrived(answered);
    for (long rest = bitmap; rest != 0; rest &= rest - 1) {
      bytes += arrived(from + Long.numberOfTrailingZeros(rest));
    }
    window.advance();
    paths.onAck(nowPs, entropy, ecn);
    if (bytes > 0) {
      congestion.onAck(nowPs, bytes, rtt, ecn, window.inFlightBytes());
      listener.acknowledged(nowPs, id, congestion.windowBytes(), rtt, ecn);
    }
    return true;
  }

  /** A NACK for a trimmed packet; false if it speaks of one that was not sent. */
  boolean trimmed(long nowPs, int sourcePdc, int psn, int entropy, boolean again) {
    long sequence = unwrap(psn);
    if (!wasSent(sequence, 0)) {
      return false;
    }
    establish(sourcePdc);
    counters.trimsNotified++;
    totals.trimsNotified++;
    paths.onTrim(nowPs, entropy);
    // One for an earlier transmission than the latest says nothing of what is in flight.
    if (sequence >= window.base()
        && window.state(sequence) == SendWindow.IN_FLIGHT
        && again == (window.transmissions(sequence) > 1)) {
      window.lose(sequence, false);
      congestion.onTrim(nowPs, window.frameBytes(sequence), window.inFlightBytes());
      listener.trimmed(nowPs, id, congestion.windowBytes());
    }
    return true;
  }

  void credit(long nowPs, long grantedBytes) {
    congestion.onCredit(nowPs, grantedBytes);
  }

  /**
   * Declares packets lost whose time is up.
   *
   * @return the earliest time at which another's is, {@code Long.MAX_VALUE} if none is in flight
   */
  long expire(long nowPs) {
    long earliest = Long.MAX_VALUE;
    int expired = 0;
    for (long sequence = window.base(); sequence < window.next(); sequence++) {
      if (window.state(sequence) != SendWindow.IN_FLIGHT) {
        continue;
      }
      long due = window.sentPs(sequence) + timeout(sequence);
      if (due > nowPs) {
        earliest = Math.min(earliest, due);
        continue;
      }
      window.lose(sequence, true);
      expired++;
      paths.onTimeout(nowPs, window.entropy(sequence));
      congestion.onTimeout(nowPs, window.frameBytes(sequence), window.inFlightBytes());
    }
    if (expired > 0) {
      counters.timeouts += expired;
      totals.timeouts += expired;
      listener.timedOut(nowPs, id, expired);
    }
    return earliest;
  }

  /** How far apart expiries of a connection are at least, so that a burst expires in few steps. */
  long timerGranularityPs() {
    return timeoutPs / 16;
  }

  /** Reports a message that became complete; false if there is none. */
  @Nullable OutgoingMessage takeComplete() {
    if (completed == 0) {
      return null;
    }
    completed--;
    return messages.removeComplete();
  }

  private int arrived(long sequence) {
    if (sequence < window.base()) {
      return 0;
    }
    int bytes = window.acknowledge(sequence);
    if (bytes > 0) {
      OutgoingMessage message = messages.holding(sequence);
      message.acknowledgeOne();
      if (message.isComplete()) {
        completed++;
      }
    }
    return bytes;
  }

  /**
   * RTT of the packet answered, if it is known which transmission was. After trims it is the
   * latest, for the others did not arrive. After one timeout it is the latest if the answer is to a
   * retransmission and there was one only.
   */
  private long roundTrip(long nowPs, long sequence, boolean again) {
    if (sequence < window.base()) {
      return CongestionController.RTT_UNKNOWN;
    }
    int transmissions = window.transmissions(sequence);
    int timeouts = window.timeouts(sequence);
    boolean latest = timeouts == 0 || (timeouts == 1 && transmissions == 2);
    boolean known = latest && again == (transmissions > 1);
    return known ? nowPs - window.sentPs(sequence) : CongestionController.RTT_UNKNOWN;
  }

  private void establish(int sourcePdc) {
    established = true;
    remoteId = sourcePdc;
  }

  /** The sequence number nearest to the window that has these low 32 bits. */
  private long unwrap(int psn) {
    return window.base() + (psn - (int) window.base());
  }

  private boolean wasSent(long sequence, int after) {
    return sequence >= firstSequence && sequence < window.next() + after;
  }

  private boolean coversSent(long from, long bitmap) {
    long highest = from + 63 - Long.numberOfLeadingZeros(bitmap);
    return wasSent(from, 0) && wasSent(highest, 0);
  }

  /** A SYN cannot say how far it is from the first packet if that is too far. */
  private boolean synchronizesTooFar() {
    return !established && window.next() - firstSequence > PdsRequest.MAX_PSN_OFFSET;
  }

  private long timeout(long sequence) {
    return timeoutPs << Math.min(window.timeouts(sequence), settings.maxBackoff());
  }

  private int frameBytes(long sequence) {
    return FrameWriter.DATA_HEADER_BYTES + messages.holding(sequence).length(sequence);
  }
}
