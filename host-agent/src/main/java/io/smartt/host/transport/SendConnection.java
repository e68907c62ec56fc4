package io.smartt.host.transport;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.wire.OuterHeaders;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.Uet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a connection: what is to be sent, what is in flight, and what the answers mean
 * for the congestion controller and the path selector.
 */
final class SendConnection {
  private static final double PS_PER_SECOND = 1e12;

  /** So often is a close sent before the connection is forgotten without an answer. */
  private static final int CLOSE_ATTEMPTS = 8;

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
  private final OuterHeaders headers;
  private final CongestionController congestion;
  private final PathSelector paths;
  private final TransportSettings settings;
  private final SendWindow window;
  private final OutgoingMessages messages;
  private final RetransmissionTimer timer;
  private final TransportCounters counters = new TransportCounters();
  private final TransportCounters totals;
  private final TransportListener listener;

  private boolean established;
  private int remoteId;
  private long pacedUntilPs;
  private boolean closing;
  private boolean closeDue;
  private int closeAttempts;
  private long closeSentPs;
  private boolean ended;
  private @Nullable ConnectionFailure failure;

  SendConnection(
      int id,
      Destination destination,
      FrameWriter writer,
      PathParameters path,
      CongestionController congestion,
      PathSelector paths,
      TransportSettings settings,
      int firstPsn,
      TransportCounters totals,
      TransportListener listener) {
    this.id = id;
    this.destination = destination;
    headers = writer.dataHeaders(destination);
    this.congestion = congestion;
    this.paths = paths;
    this.settings = settings;
    this.totals = totals;
    this.listener = listener;
    timer = new RetransmissionTimer(settings, path.baseRttPs());
    window = new SendWindow(Integer.toUnsignedLong(firstPsn));
    messages = new OutgoingMessages(settings.messagesInTurn());
  }

  int id() {
    return id;
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

  /** Sends a message after, or in turn with, those not yet sent. */
  void add(long messageId, long sizeBytes, PayloadSource source) {
    if (closing) {
      throw new IllegalStateException("connection " + id + " is closing, it takes no messages");
    }
    messages.add(new OutgoingMessage(messageId, sizeBytes, source, settings.maxPayloadBytes()));
  }

  /** Takes a message that became complete; null if there is none. */
  @Nullable OutgoingMessage takeComplete() {
    return messages.takeComplete();
  }

  /** Does something with each message that is not complete. */
  void forEachMessage(Consumer<OutgoingMessage> action) {
    window.forEachMessage(action);
    messages.forEachUnsent(action);
  }

  /** Closes once all messages are complete. */
  void close() {
    closing = true;
    closeIfComplete();
  }

  /** Whether it is closed, or failed and cannot go on. */
  boolean isEnded() {
    return ended;
  }

  /** Why it failed; null if it did not. */
  @Nullable ConnectionFailure failure() {
    return failure;
  }

  /** Whether a frame would leave now, pacing aside. */
  boolean maySend() {
    long lost = window.firstLost();
    if (lost >= 0) {
      return congestion.maySend(window.inFlightBytes(), window.frameBytes(lost));
    }
    OutgoingMessage message = messages.unsent();
    if (message == null) {
      return closeDue;
    }
    return !window.isFull()
        && !synchronizesTooFar()
        && congestion.maySend(window.inFlightBytes(), frameBytes(message));
  }

  /** When pacing lets the next frame leave. */
  long pacedUntilPs() {
    return pacedUntilPs;
  }

  /** Writes the next frame; {@link #maySend} must have said so. Returns when it times out. */
  long send(long nowPs, OutgoingFrame out, FrameWriter writer) {
    boolean again = window.firstLost() >= 0;
    OutgoingMessage unsent = messages.unsent();
    if (!again && unsent == null) {
      return sendClose(nowPs, out, writer);
    }
    int entropy = paths.nextEntropy(nowPs);
    long sequence =
        again || unsent == null ? resend(nowPs, entropy) : sendNew(nowPs, unsent, entropy);
    // With nothing behind it that could make the receiver answer, it asks for that itself.
    int flags =
        (again ? Uet.FLAG_RETX : 0)
            | (established ? 0 : Uet.FLAG_SYN)
            | (maySend() ? 0 : Uet.FLAG_ACK_REQUEST);
    writer.data(
        out,
        headers,
        entropy,
        flags,
        (int) (window.base() - 1 - sequence),
        (int) sequence,
        id,
        established ? remoteId : (int) (sequence - window.first()),
        window.message(sequence),
        window.part(sequence));
    sent(nowPs, out, again);
    return nowPs + timer.timeoutPs(window.timeouts(sequence));
  }

  private long resend(long nowPs, int entropy) {
    return window.sendLost(nowPs, entropy);
  }

  private long sendNew(long nowPs, OutgoingMessage message, int entropy) {
    if (window.isEmpty()) {
      timer.heard(nowPs);
    }
    int part = message.unsentPart();
    long sequence = window.sendNew(nowPs, message, part, frameBytes(message), entropy);
    messages.sendPart(message);
    return sequence;
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

  private long sendClose(long nowPs, OutgoingFrame out, FrameWriter writer) {
    int flags = closeAttempts > 0 ? Uet.FLAG_RETX : 0;
    writer.control(
        out,
        writer.controlHeaders(destination.ipv4(), destination.mac()),
        paths.nextEntropy(nowPs),
        PdsControl.CLOSE,
        flags | Uet.FLAG_ACK_REQUEST,
        (int) window.next(),
        id,
        remoteId);
    closeDue = false;
    closeSentPs = nowPs;
    long timeout = timer.timeoutPs(closeAttempts);
    closeAttempts++;
    return nowPs + timeout;
  }

  private void closeIfComplete() {
    if (closing && messages.isEmpty() && closeAttempts == 0) {
      // A connection that was never used has nobody to tell.
      ended = !established;
      closeDue = established;
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
    if (closeAttempts > 0 && cumulative == window.next()) {
      ended = true;
      return true;
    }
    long answered = cumulative + psnOffset;
    long from = cumulative + bitmapOffset;
    if (!wasSent(cumulative + 1, 1)
        || !wasSent(answered, 0)
        || (bitmap != 0 && !coversSent(from, bitmap))) {
      return false;
    }
    establish(nowPs, sourcePdc);
    boolean ecn = (flags & Uet.FLAG_MARKED) != 0;
    counters.acksReceived++;
    totals.acksReceived++;
    if (ecn) {
      counters.marksReceived++;
      totals.marksReceived++;
    }
    boolean again = (flags & Uet.FLAG_RETX) != 0;
    long rtt = RetransmissionTimer.roundTripPs(window, nowPs, answered, again);
    int bytes = arrivedUpTo(cumulative) + arrivedOne(answered) + arrivedIn(from, bitmap);
    window.advance();
    paths.onAck(nowPs, entropy, ecn);
    if (bytes > 0) {
      congestion.onAck(nowPs, bytes, rtt, ecn, window.inFlightBytes());
      listener.acknowledged(nowPs, id, congestion.windowBytes(), rtt, ecn);
    }
    return true;
  }

  private int arrivedUpTo(long cumulative) {
    int bytes = 0;
    for (long sequence = window.base(); sequence <= cumulative; sequence++) {
      bytes += arrivedOne(sequence);
    }
    return bytes;
  }

  private int arrivedIn(long from, long bitmap) {
    if (bitmap == 0) {
      return 0;
    }
    // Packets below the base are acknowledged and out of the window.
    long below = Math.max(0, window.base() - from);
    if (below >= Long.SIZE) {
      return 0;
    }
    long start = from + below;
    int bytes = 0;
    for (long rest = window.news(start, bitmap >>> below); rest != 0; rest &= rest - 1) {
      bytes += arrived(start + Long.numberOfTrailingZeros(rest));
    }
    return bytes;
  }

  private int arrivedOne(long sequence) {
    return sequence < window.base() || window.isAcknowledged(sequence) ? 0 : arrived(sequence);
  }

  private int arrived(long sequence) {
    messages.acknowledgeOne(window.message(sequence));
    return window.acknowledge(sequence);
  }

  /** To be called when all complete messages have been taken. */
  void completed() {
    closeIfComplete();
  }

  /**
   * A NACK.
   *
   * @param again whether it answers a retransmission
   * @return why it is dropped, null if it is not
   */
  @Nullable DropReason refuse(
      long nowPs, int sourcePdc, int code, int psn, int entropy, boolean again) {
    long sequence = unwrap(psn);
    boolean close = closeAttempts > 0 && sequence == window.next();
    if (!close && !wasSent(sequence, 0)) {
      return DropReason.OUTSIDE_WINDOW;
    }
    switch (code) {
      case PdsNack.TRIMMED, PdsNack.TRIMMED_LASTHOP -> {
        establish(nowPs, sourcePdc);
        counters.trimsNotified++;
        totals.trimsNotified++;
        paths.onTrim(nowPs, entropy);
        lostByNack(nowPs, sequence, again);
      }
      case PdsNack.PACKET_NOT_RECEIVED, PdsNack.RECEIVER_INFERS_LOSS -> {
        establish(nowPs, sourcePdc);
        lostByNack(nowPs, sequence, again);
      }
      case PdsNack.ROD_OUT_OF_ORDER -> {
        establish(nowPs, sourcePdc);
        window.goBackTo(sequence);
      }
      // There may be room later: the packet's timer sends it again.
      case PdsNack.NO_PDC_AVAILABLE, PdsNack.NO_PACKET_BUFFER -> timer.heard(nowPs);
      case PdsNack.INVALID_DESTINATION_PDC -> end(close, ConnectionFailure.UNKNOWN_TO_PEER);
      case PdsNack.EXPERIMENTAL_FATAL -> end(close, ConnectionFailure.MESSAGE_REFUSED);
      default -> {
        return DropReason.UNSUPPORTED;
      }
    }
    return null;
  }

  private void lostByNack(long nowPs, long sequence, boolean again) {
    // One for an earlier transmission than the latest says nothing of what is in flight.
    if (sequence >= window.base()
        && sequence < window.next()
        && window.isInFlight(sequence)
        && again == (window.transmissions(sequence) > 1)) {
      window.lose(sequence, false);
      congestion.onTrim(nowPs, window.frameBytes(sequence), window.inFlightBytes());
      listener.trimmed(nowPs, id, congestion.windowBytes());
    }
  }

  private void end(boolean close, ConnectionFailure why) {
    ended = true;
    failure = close ? null : why;
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
    long earliest = closeAttempts > 0 ? expireClose(nowPs) : Long.MAX_VALUE;
    int expired = 0;
    for (long sequence = window.base(); sequence < window.next(); sequence++) {
      if (!window.isInFlight(sequence)) {
        continue;
      }
      long due = window.sentPs(sequence) + timer.timeoutPs(window.timeouts(sequence));
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
      if (timer.isHopeless(nowPs)) {
        end(false, ConnectionFailure.NO_ANSWER);
      }
    }
    return earliest;
  }

  private long expireClose(long nowPs) {
    long due = closeSentPs + timer.timeoutPs(closeAttempts - 1);
    if (due > nowPs) {
      return due;
    }
    ended = closeAttempts == CLOSE_ATTEMPTS;
    closeDue = !ended;
    return Long.MAX_VALUE;
  }

  /** How far apart expiries of a connection are at least, so that a burst expires in few steps. */
  long timerGranularityPs() {
    return timer.granularityPs();
  }

  private void establish(long nowPs, int sourcePdc) {
    timer.heard(nowPs);
    established = true;
    remoteId = sourcePdc;
  }

  /** The sequence number nearest to the window that has these low 32 bits. */
  private long unwrap(int psn) {
    return window.base() + (psn - (int) window.base());
  }

  private boolean wasSent(long sequence, int after) {
    return sequence >= window.first() && sequence < window.next() + after;
  }

  private boolean coversSent(long from, long bitmap) {
    long highest = from + 63 - Long.numberOfLeadingZeros(bitmap);
    return wasSent(from, 0) && wasSent(highest, 0);
  }

  /** A SYN cannot say how far it is from the first packet if that is too far. */
  private boolean synchronizesTooFar() {
    return !established && window.next() - window.first() > PdsRequest.MAX_PSN_OFFSET;
  }

  private static int frameBytes(OutgoingMessage message) {
    return FrameWriter.DATA_HEADER_BYTES + message.length(message.unsentPart());
  }
}
