package io.smartt.host.transport;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.credit.CreditGate;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.signals.Signals;
import io.smartt.host.transport.OutgoingMessages.OutgoingMessage;
import io.smartt.host.transport.ReceiveWindow.Arrivals;
import io.smartt.host.transport.ReliabilitySettings.Delivery;
import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.transport.TransportListener.ConnectionFailure;
import io.smartt.host.wire.OuterHeaders;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.Uet;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a connection: what is to be sent, what is in flight, and what the answers mean
 * for the congestion controller and the path selector.
 */
final class SendConnection {
  /** The least time between two calls of a controller's timer. */
  private static final long LEAST_TIMER_PS = 1_000;

  /** True while the connection is in the ready queue. */
  boolean ready;

  /** The next connection in the ready queue. */
  @Nullable SendConnection nextReady;

  /** Deadline by which the heap is ordered. */
  long deadlinePs = Long.MAX_VALUE;

  /** The index in the deadline heap, -1 if not in it. */
  int heapIndex = -1;

  private final int id;
  private final Destination destination;
  private final DataHeaders headers;
  private final OuterHeaders controlHeaders;
  private final CongestionController congestion;
  private final PathSelector paths;
  private final TransportSettings settings;
  private final SendWindow window;
  private final OutgoingMessages messages;
  private final Arrivals arrivals;
  private final RetransmissionTimer timer;
  private final ConnectionClose close;
  private final AckProbe probe;
  private final Feedback feedback;
  private final boolean goesBack;
  private final int requestType;
  private final int headerBytes;
  private final @Nullable CreditLine credit;

  private int onlyEntropy = -1;

  /** The path of the next control packet that repeats one: paths take turns. */
  private int otherEntropy;

  private boolean established;
  private int remoteId;
  private long noTimerBeforePs;
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
    headers = new DataHeaders(writer, destination, path);
    controlHeaders = writer.controlHeaders(destination);
    this.congestion = congestion;
    this.paths = paths;
    this.settings = settings;
    feedback = new Feedback(id, congestion, paths, totals, listener);
    goesBack = congestion.inOrder() || settings.delivery() == Delivery.ROD;
    timer = new RetransmissionTimer(settings, path.baseRttPs(), goesBack);
    window = new SendWindow(Integer.toUnsignedLong(firstPsn));
    messages = new OutgoingMessages(settings.reliability().messagesInTurn());
    arrivals = new Arrivals(window, messages);
    close = new ConnectionClose(timer);
    probe = new AckProbe(settings.reliability(), timer.timeoutPs(0));
    boolean credited = congestion instanceof CreditGate;
    boolean ordered = goesBack || settings.delivery() == Delivery.ROD_REORDERED;
    requestType =
        credited
            ? (ordered ? Uet.ROD_CC_REQ : Uet.RUD_CC_REQ)
            : (ordered ? Uet.ROD_REQ : Uet.RUD_REQ);
    headerBytes = settings.dataHeaderBytes(requestType);
    credit =
        congestion instanceof CreditGate gate
            ? new CreditLine(gate, window, messages, timer, headerBytes)
            : null;
  }

  int id() {
    return id;
  }

  TransportCounters counters() {
    return feedback.counters();
  }

  /** Returns whether a controller or path selector is this connection's. */
  boolean isSteeredBy(Object algorithm) {
    return algorithm.equals(congestion)
        || algorithm.equals(paths)
        || (congestion instanceof CreditGate gate && gate.isCappedBy(algorithm));
  }

  /** Code point of its next data frame. */
  int dataDscp() {
    long lost = window.firstLost();
    OutgoingMessage next = lost >= 0 ? window.message(lost) : messages.unsent();
    return headers.of(next == null ? CongestionController.DSCP_OF_FLOW : dscp(next)).dscp();
  }

  private int dscp(OutgoingMessage message) {
    return congestion.dscp(message.sizeBytes(), message.leftBytes());
  }

  /** The time at which the controller is to be called; never while nothing is being sent. */
  long timerPs() {
    return ended || messages.isEmpty()
        ? Long.MAX_VALUE
        : Math.max(congestion.timerPs(), noTimerBeforePs);
  }

  /** Calls the controller if its time has come. */
  void onTimer(long nowPs) {
    if (timerPs() <= nowPs) {
      noTimerBeforePs = nowPs + LEAST_TIMER_PS;
      congestion.onTimer(nowPs);
    }
  }

  Destination destination() {
    return destination;
  }

  long windowBytes() {
    return congestion.windowBytes();
  }

  long inFlightBytes() {
    return window.inFlightBytes();
  }

  int inFlightEntropies(int[] into) {
    return window.inFlightEntropies(into);
  }

  PathSelector paths() {
    return paths;
  }

  /** Sends a message after, or alternately with, those not yet sent. */
  void add(long messageId, long sizeBytes, PayloadSource source) {
    if (close.isRequested()) {
      throw new IllegalStateException("connection " + id + " is closing, it takes no messages");
    }
    if (credit != null) {
      credit.adding();
    }
    messages.add(new OutgoingMessage(messageId, sizeBytes, source, settings.maxPayloadBytes()));
  }

  /** The message whose packet is to leave next, null if all have left. */
  @Nullable OutgoingMessage unsent() {
    return messages.unsent();
  }

  /** Takes full packets off that message, as if they had arrived. */
  void skip(int packets) {
    messages.skip(packets);
  }

  /** Takes a message that became complete; null if there is none. */
  @Nullable OutgoingMessage takeComplete() {
    return messages.takeComplete();
  }

  /** Hands each message that is not complete to an action. */
  void forEachMessage(Consumer<OutgoingMessage> action) {
    window.forEachMessage(action);
    messages.forEachUnsent(action);
  }

  /** Closes once all messages are complete. */
  void close() {
    close.request();
    closeIfComplete();
  }

  /** Returns whether the connection is closed, or failed and cannot go on. */
  boolean isEnded() {
    return ended;
  }

  /** The reason of the failure; null if the connection did not fail. */
  @Nullable ConnectionFailure failure() {
    return failure;
  }

  /** Returns whether a frame would leave now, pacing aside. */
  boolean maySend() {
    int bytes = nextFrameBytes();
    if (isProbeDue()) {
      return true;
    }
    if (bytes == 0) {
      return close.isDue();
    }
    return maySendData(bytes) || isCreditRequestDue(bytes);
  }

  /**
   * Returns whether to ask for an acknowledgement; a receiver that does not know the connection
   * cannot.
   */
  private boolean isProbeDue() {
    return probe.isDue() && established && window.inFlightBytes() > 0;
  }

  /** Returns whether a data frame of this length, 0 if there is none, may leave, pacing aside. */
  private boolean maySendData(int frameBytes) {
    return frameBytes > 0 && congestion.maySend(window.inFlightBytes(), frameBytes);
  }

  /** Length of the data frame that would leave next; 0 if there is none. */
  private int nextFrameBytes() {
    long lost = window.firstLost();
    if (lost >= 0) {
      return window.frameBytes(lost);
    }
    OutgoingMessage message = messages.unsent();
    return message == null || window.isFull() || synchronizesTooFar() ? 0 : frameBytes(message);
  }

  private boolean isCreditRequestDue(int frameBytes) {
    return credit != null && credit.isRequestDue(frameBytes);
  }

  /** The time at which credit is overdue, {@code Long.MAX_VALUE} if none is awaited. */
  long creditOverduePs() {
    if (credit == null) {
      return Long.MAX_VALUE;
    }
    int bytes = nextFrameBytes();
    return bytes == 0 ? Long.MAX_VALUE : credit.overduePs(bytes);
  }

  /** The time at which pacing lets the next frame leave. */
  long pacedUntilPs() {
    return feedback.pacedUntilPs();
  }

  /** Writes the next frame, one of so many connections'; returns when it times out. */
  long send(long nowPs, OutgoingFrame out, FrameWriter writer, int sending) {
    if (isProbeDue()) {
      return sendProbe(nowPs, out, writer);
    }
    boolean again = window.firstLost() >= 0;
    OutgoingMessage unsent = messages.unsent();
    if (!again && unsent == null) {
      return sendClose(nowPs, out, writer);
    }
    int entropy = nextEntropy(nowPs);
    int creditTarget = 0;
    if (credit != null) {
      boolean request = credit.isRequestDue(nextFrameBytes());
      creditTarget = credit.announce(nowPs, sending);
      if (request) {
        int path = credit.leavesPath() ? otherEntropy++ : entropy;
        return sendCreditRequest(nowPs, out, writer, path, creditTarget);
      }
    }
    long sequence =
        again || unsent == null ? window.sendLost(nowPs, entropy) : sendNew(nowPs, unsent, entropy);
    feedback.leaves(nowPs, window.frameBytes(sequence));
    // With nothing behind it that could make the receiver answer, it asks for that itself. The
    // frame's own credit is spent by then.
    boolean asks = !maySendData(nextFrameBytes());
    int flags =
        (again ? Uet.FLAG_RETX : 0)
            | (established ? 0 : Uet.FLAG_SYN)
            | (asks ? Uet.FLAG_ACK_REQUEST : 0);
    writer.data(
        out,
        headers.of(dscp(window.message(sequence))),
        requestType,
        entropy,
        flags,
        (int) (window.base() - 1 - sequence),
        (int) sequence,
        id,
        established ? remoteId : (int) (sequence - window.first()),
        creditTarget,
        window.message(sequence),
        window.part(sequence));
    feedback.sent(nowPs, out, again);
    return probe.firstDeadlinePs(nowPs, timer.timeoutPs(window.timeouts(sequence)));
  }

  /** The path of the next data frame; with go-back-N by choice all take the first one's. */
  private int nextEntropy(long nowPs) {
    if (settings.delivery() != Delivery.ROD) {
      return paths.nextEntropy(nowPs);
    }
    if (onlyEntropy < 0) {
      onlyEntropy = paths.nextEntropy(nowPs);
    }
    return onlyEntropy;
  }

  private long sendNew(long nowPs, OutgoingMessage message, int entropy) {
    if (window.isEmpty()) {
      timer.answered(nowPs);
      probe.cancel();
    }
    int part = message.unsentPart();
    long sequence = window.sendNew(nowPs, message, part, frameBytes(message), entropy);
    messages.sendPart(message);
    return sequence;
  }

  private long sendClose(long nowPs, OutgoingFrame out, FrameWriter writer) {
    writer.control(
        out,
        controlHeaders,
        close.isSent() ? otherEntropy++ : paths.nextEntropy(nowPs),
        PdsControl.CLOSE,
        (close.isSent() ? Uet.FLAG_RETX : 0) | Uet.FLAG_ACK_REQUEST,
        (int) window.next(),
        id,
        remoteId,
        0);
    return close.send(nowPs);
  }

  private long sendProbe(long nowPs, OutgoingFrame out, FrameWriter writer) {
    writer.control(
        out,
        controlHeaders,
        window.entropy(window.base()),
        PdsControl.ACK_REQUEST,
        Uet.FLAG_ACK_REQUEST,
        (int) (window.next() - 1),
        id,
        remoteId,
        0);
    probe.asked(nowPs);
    return Long.MAX_VALUE;
  }

  private long sendCreditRequest(
      long nowPs, OutgoingFrame out, FrameWriter writer, int entropy, int creditTarget) {
    if (window.isEmpty()) {
      timer.answered(nowPs);
    }
    writer.control(
        out,
        controlHeaders,
        entropy,
        PdsControl.CREDIT_REQUEST,
        established ? 0 : Uet.FLAG_SYN,
        (int) window.first(),
        id,
        established ? remoteId : 0,
        creditTarget);
    return creditOverduePs();
  }

  /** Closes if that was asked for and all messages are complete. */
  void closeIfComplete() {
    if (close.isRequested() && messages.isEmpty()) {
      // A connection that was never used has nobody to tell.
      ended = !established;
      close.begin();
    }
  }

  /**
   * Returns whether an acknowledgement belongs to this connection. The first tells the receiver's
   * number of it; later ones must agree.
   */
  boolean acknowledgedBy(int sourceIpv4, int sourcePdc) {
    return sourceIpv4 == destination.ipv4() && (!established || sourcePdc == remoteId);
  }

  /** Returns whether a NACK does: it may also be from before the receiver had a number. */
  boolean refusedBy(int sourceIpv4, int sourcePdc) {
    return acknowledgedBy(sourceIpv4, sourcePdc)
        || (sourceIpv4 == destination.ipv4() && sourcePdc == ReceiveConnections.NONE);
  }

  /**
   * The next acknowledgement asks for a smaller window, or for the one of before, and has the
   * signals of switches, null for none; hosts' part of its round trip is negative if nobody asks.
   */
  void asked(int penalty, boolean restore, @Nullable Signals signals, long hostPs) {
    feedback.asked(penalty, restore, signals, hostPs);
  }

  /**
   * Returns whether a response names the message of the packet that an acknowledgement answers, as
   * far as that is still known.
   *
   * @param psnOffset packet answered minus cumulative
   */
  boolean isAnsweredBy(int cumulativePsn, int psnOffset, long messageId, long messageBytes) {
    long answered = window.unwrap(cumulativePsn) + psnOffset;
    if (answered < window.base() || answered >= window.next()) {
      return true;
    }
    OutgoingMessage message = window.message(answered);
    return message.id() == messageId && message.sizeBytes() == messageBytes;
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
    long cumulative = window.unwrap(cumulativePsn);
    if (close.isSent() && cumulative == window.next()) {
      ended = true;
      return true;
    }
    long answered = cumulative + psnOffset;
    long from = cumulative + bitmapOffset;
    if (!window.wasSentUpTo(cumulative)
        || !window.wasSent(answered)
        || !window.wereSent(from, bitmap)) {
      return false;
    }
    establish(nowPs, sourcePdc);
    boolean ecn = (flags & Uet.FLAG_MARKED) != 0;
    boolean again = (flags & Uet.FLAG_RETX) != 0;
    boolean probed = (flags & Uet.FLAG_PROBE) != 0;
    long rtt =
        probed
            ? CongestionController.RTT_UNKNOWN
            : timer.acknowledgedRttPs(window, nowPs, answered, again);
    int bytes = arrivals.note(cumulative, answered, from, bitmap);
    feedback.acknowledged(nowPs, entropy, ecn, probed);
    if (bytes > 0) {
      feedback.arrived(nowPs, bytes, payload(bytes), rtt, ecn, window.inFlightBytes());
    }
    return true;
  }

  /**
   * A NACK.
   *
   * @param sourcePdc the receiver's number of the connection, if it knows it
   * @param flags of the NACK: whether it answers a retransmission, and whether it is marked
   * @return why it is dropped, null if it is not
   */
  @Nullable DropReason refuse(
      long nowPs, int sourcePdc, int code, int psn, int entropy, int flags) {
    boolean again = (flags & Uet.FLAG_RETX) != 0;
    long sequence = window.unwrap(psn);
    boolean answersClose = close.isSent() && sequence == window.next();
    if (!answersClose && !window.wasSent(sequence)) {
      return DropReason.OUTSIDE_WINDOW;
    }
    switch (code) {
      case PdsNack.TRIMMED, PdsNack.TRIMMED_LASTHOP -> {
        boolean lastHop = code == PdsNack.TRIMMED_LASTHOP;
        if (lastHop) {
          feedback.lastHopTrimNotified(nowPs, entropy, (flags & Uet.FLAG_MARKED) != 0);
        } else {
          feedback.trimNotified(nowPs, entropy);
        }
        boolean goBack = goesBack && isInFlight(sequence, again);
        lose(nowPs, sequence, again, lastHop);
        if (goBack) {
          window.goBackTo(sequence);
        }
        if (credit != null && sourcePdc == ReceiveConnections.NONE) {
          credit.unheard();
        }
      }
      case PdsNack.PACKET_NOT_RECEIVED, PdsNack.RECEIVER_INFERS_LOSS ->
          lose(nowPs, sequence, again, false);
      case PdsNack.ROD_OUT_OF_ORDER -> {
        if (!window.wasSent(sequence)) {
          return DropReason.OUTSIDE_WINDOW;
        }
        goBack(nowPs, sourcePdc, sequence, (flags & Uet.FLAG_MARKED) != 0);
      }
      case PdsNack.NO_PDC_AVAILABLE, PdsNack.NO_PACKET_BUFFER -> {
        // No congestion: the network did its part. There may be room later.
        if (isInFlight(sequence, again)) {
          window.lose(sequence, false);
          feedback.pauseUntil(nowPs + timer.noRoomPs());
        }
      }
      case PdsNack.INVALID_DESTINATION_PDC -> fail(ConnectionFailure.UNKNOWN_TO_PEER);
      case PdsNack.EXPERIMENTAL_FATAL -> fail(ConnectionFailure.MESSAGE_REFUSED);
      default -> {
        return DropReason.UNSUPPORTED;
      }
    }
    timer.answered(nowPs);
    return null;
  }

  private void lose(long nowPs, long sequence, boolean again, boolean lastHop) {
    if (isInFlight(sequence, again)) {
      long rttPs = timer.roundTripPs(window, nowPs, sequence, again);
      window.lose(sequence, false);
      feedback.lost(nowPs, window.frameBytes(sequence), rttPs, window.inFlightBytes(), lastHop);
    }
  }

  /** Payload of the packets that an acknowledgement was the first to cover. */
  private int payload(int frameBytes) {
    return frameBytes - arrivals.packets() * headerBytes;
  }

  /** Sends a packet and all after it again; those before it have arrived. */
  private void goBack(long nowPs, int sourcePdc, long sequence, boolean marked) {
    if (sourcePdc != ReceiveConnections.NONE) {
      establish(nowPs, sourcePdc);
    }
    feedback.answered(nowPs, marked);
    int bytes = arrivals.note(sequence - 1, sequence - 1, 0, 0);
    if (bytes > 0) {
      feedback.arrived(
          nowPs,
          bytes,
          payload(bytes),
          CongestionController.RTT_UNKNOWN,
          false,
          window.inFlightBytes());
    }
    if (sequence >= window.base() && window.isInFlight(sequence)) {
      window.goBackTo(sequence);
    }
  }

  /** A NACK for an earlier transmission than the latest says nothing of what is in flight. */
  private boolean isInFlight(long sequence, boolean again) {
    return sequence >= window.base()
        && sequence < window.next()
        && window.isInFlight(sequence)
        && again == (window.transmissions(sequence) > 1);
  }

  private void fail(ConnectionFailure why) {
    ended = true;
    // With all delivered and only the close unanswered, nothing is lost.
    failure = close.isSent() ? null : why;
  }

  /**
   * A credit.
   *
   * @param cumulativePsn all packets up to it have arrived, as far as the receiver knows
   * @param wire total granted
   * @return why it is dropped, null if it is not
   */
  @Nullable DropReason credit(long nowPs, int sourcePdc, int cumulativePsn, int wire) {
    if (credit == null) {
      return DropReason.UNSUPPORTED;
    }
    if (!window.wasSentUpTo(window.unwrap(cumulativePsn))) {
      return DropReason.OUTSIDE_WINDOW;
    }
    establish(nowPs, sourcePdc);
    credit.granted(nowPs, wire);
    return null;
  }

  /**
   * Declares packets lost whose time is up.
   *
   * @return the earliest time at which another's is, {@code Long.MAX_VALUE} if none is in flight
   */
  long expire(long nowPs) {
    long earliest = close.deadlinePs();
    if (earliest <= nowPs) {
      ended = close.expire();
      earliest = Long.MAX_VALUE;
    }
    boolean silent = false;
    long overdue = creditOverduePs();
    if (credit != null && overdue <= nowPs) {
      credit.overdue(nowPs);
      silent = true;
    } else {
      earliest = Math.min(earliest, overdue);
    }
    int expired = 0;
    for (long sequence = window.base(); sequence < window.next(); sequence++) {
      if (!window.isInFlight(sequence)) {
        continue;
      }
      long due = window.sentPs(sequence) + timer.timeoutPs(window.timeouts(sequence));
      if (due > nowPs) {
        long look = probe.look(nowPs, window.sentPs(sequence), window.transmissions(sequence));
        earliest = Math.min(earliest, Math.min(due, look));
        continue;
      }
      window.lose(sequence, true);
      expired++;
      feedback.timedOut(
          nowPs, window.entropy(sequence), window.frameBytes(sequence), window.inFlightBytes());
      if (goesBack) {
        // What came after it was refused; its timers have nothing to add.
        window.goBackTo(sequence);
        break;
      }
    }
    if (expired > 0) {
      feedback.timeouts(nowPs, expired);
      if (credit != null) {
        credit.unheard();
      }
    }
    if ((expired > 0 || silent) && timer.isHopeless(nowPs)) {
      fail(ConnectionFailure.NO_ANSWER);
    }
    return earliest;
  }

  /** The least time between expiries of a connection, so that a burst expires in few steps. */
  long timerGranularityPs() {
    return timer.granularityPs();
  }

  private void establish(long nowPs, int sourcePdc) {
    timer.answered(nowPs);
    established = true;
    remoteId = sourcePdc;
  }

  /** A SYN cannot say how far it is from the first packet if that is too far. */
  private boolean synchronizesTooFar() {
    return !established && window.next() - window.first() > PdsRequest.MAX_PSN_OFFSET;
  }

  private int frameBytes(OutgoingMessage message) {
    return headerBytes + message.length(message.unsentPart());
  }

  /** The outer headers of data frames, by code point. */
  private static final class DataHeaders {
    private final FrameWriter writer;
    private final Destination to;
    private final PathParameters path;
    private final OuterHeaders ofFlow;
    private @Nullable LongMap<OuterHeaders> others;

    DataHeaders(FrameWriter writer, Destination to, PathParameters path) {
      this.writer = writer;
      this.to = to;
      this.path = path;
      ofFlow = writer.dataHeaders(to, path);
    }

    OuterHeaders of(int dscp) {
      if (dscp == CongestionController.DSCP_OF_FLOW || dscp == ofFlow.dscp()) {
        return ofFlow;
      }
      LongMap<OuterHeaders> all = Objects.requireNonNullElseGet(others, LongMap::new);
      others = all;
      OuterHeaders known = all.get(dscp);
      if (known == null) {
        known = writer.dataHeaders(to, path.with(dscp));
        all.put(dscp, known);
      }
      return known;
    }
  }
}
