package io.smartt.host.transport;

import module java.base;

import io.smartt.host.congestion.PullRate;
import io.smartt.host.credit.PullQueue;
import io.smartt.host.transport.ControlQueue.AnswerTo;
import io.smartt.host.transport.IntakeSettings.Intake;
import io.smartt.host.transport.PayloadSink.PayloadTarget;
import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.transport.TransportListener.IncomingMessages;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesForm;
import io.smartt.host.wire.SesStandardRequest;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;
import org.jspecify.annotations.Nullable;

/** The receiving half of an endpoint: places data, answers frames. */
final class Receiver {
  /** Most answers to unknown senders that wait; more of their packets stay unanswered. */
  private static final int MAX_WAITING_WITH_STRANGERS = 64;

  /** Most messages that are incomplete at one time; of what they would hold, a sink decides. */
  private static final int MAX_INCOMPLETE = 1 << 17;

  private final TransportSettings settings;
  private final FrameWriter writer;
  private final TransportCounters totals;
  private final TransportListener listener;
  private final ReceiveConnections connections;
  private final int fullFrameBytes;
  private final boolean reorders;
  private final boolean marksAreNotifications;
  private final ControlQueue answers = new ControlQueue();
  private @Nullable PayloadSink sink;
  private @Nullable PullQueue<ReceiveConnection.Credit> pulls;
  private @Nullable Intake intake;
  private long markIntervalPs = 50_000_000;

  Receiver(
      TransportSettings settings,
      FrameWriter writer,
      TransportCounters totals,
      TransportListener listener) {
    this.settings = settings;
    this.writer = writer;
    this.totals = totals;
    this.listener = listener;
    connections = new ReceiveConnections(settings.forgetSilentPs());
    fullFrameBytes = OutgoingFrame.maxBytes(settings);
    reorders = settings.delivery() == ReliabilitySettings.Delivery.ROD_REORDERED;
    marksAreNotifications = settings.delivery() == ReliabilitySettings.Delivery.RUD;
  }

  void payloadSink(PayloadSink payloadSink) {
    sink = payloadSink;
  }

  void grantCredit(PullRate rate, RandomGenerator random) {
    pulls = new PullQueue<>(rate, random);
  }

  void takeIn(Intake limited) {
    intake = limited;
  }

  void markInterval(long intervalPs) {
    markIntervalPs = intervalPs;
  }

  /** The time at which the next credit is due, {@code Long.MAX_VALUE} if nobody wants any. */
  long creditDuePs() {
    return pulls == null ? Long.MAX_VALUE : pulls.dueAtPs();
  }

  /** Grants what is due. */
  void grantDueCredit(long nowPs) {
    if (pulls != null) {
      for (ReceiveConnection.Credit turn = pulls.poll(nowPs);
          turn != null;
          turn = pulls.poll(nowPs)) {
        answers.credit(turn.connection());
      }
    }
  }

  void forEachIncoming(IncomingMessages visitor) {
    connections.forEachIncoming(visitor);
  }

  boolean nextAnswer(long nowPs, OutgoingFrame out) {
    return answers.poll(nowPs, out, writer);
  }

  /** The next frame came to this host then. */
  void arrived(long atPs) {
    answers.arrived(atPs);
  }

  /** Returns the connection of a request for data or credit; with SYN it may be new. */
  private @Nullable ReceiveConnection connection(
      long nowPs, byte[] frame, long sourceMac, FrameReader reader) {
    int pds = reader.pds();
    return isSyn(frame, pds)
        ? synchronize(nowPs, frame, sourceMac, reader)
        : connections.find(
            PdsRequest.destinationPdc(frame, pds),
            Ipv4Header.source(frame, reader.ip()),
            PdsRequest.sourcePdc(frame, pds));
  }

  /** A request, whole or trimmed. Returns why it is refused, null if it is not. */
  @Nullable DropReason onRequest(long nowPs, byte[] frame, long sourceMac, FrameReader reader) {
    int pds = reader.pds();
    ReceiveConnection connection = connection(nowPs, frame, sourceMac, reader);
    if (connection == null) {
      return reader.trimmed() && isSyn(frame, pds)
          ? onTrimmedStranger(frame, sourceMac, reader)
          : turnAway(frame, sourceMac, reader);
    }
    if (connection.isClosed()) {
      return DropReason.CLOSED_CONNECTION;
    }
    long sequence = connection.window().unwrap(PdsRequest.psn(frame, pds));
    int known = connection.window().classify(sequence);
    if (known == ReceiveWindow.OUTSIDE) {
      return DropReason.OUTSIDE_WINDOW;
    }
    connection.touched(nowPs);
    note(nowPs, frame, reader);
    boolean fresh = known == ReceiveWindow.NEW;
    int type = Uet.type(frame, pds);
    if (PdsRequest.isCredited(type)) {
      want(nowPs, frame, connection, fresh, reader);
    }
    if (PdsRequest.isOrdered(type) && !reorders) {
      return onOrdered(nowPs, frame, connection, sequence, fresh, reader);
    }
    return reader.trimmed()
        ? onTrimmed(frame, connection, sequence, fresh, reader)
        : onWhole(nowPs, frame, connection, sequence, fresh, mark(frame, reader), reader);
  }

  /** Lets the pace of credit follow what the network does with packets. */
  private void note(long nowPs, byte[] frame, FrameReader reader) {
    if (pulls != null && reader.trimmed()) {
      pulls.trimmed(nowPs, reader.trimmedLastHop());
    } else if (pulls != null) {
      pulls.received(nowPs, mark(frame, reader) != 0);
    }
  }

  /**
   * A packet asks for credit. One that was trimmed is to be sent again, for which its sender need
   * not ask.
   */
  private void want(
      long nowPs, byte[] frame, ReceiveConnection connection, boolean fresh, FrameReader reader) {
    if (pulls == null) {
      return;
    }
    int target = creditTarget(frame, reader);
    if (!reader.trimmed()) {
      connection.credit().want(target);
    } else if (fresh) {
      connection.credit().trimmed(target, fullFrameBytes);
    }
    pulls.add(connection.credit(), nowPs);
  }

  /** Notes the credit that a request asks for, unless it was cut before that field. */
  private static int creditTarget(byte[] frame, FrameReader reader) {
    return reader.pds() + PdsRequest.CREDITED_BYTES <= reader.end()
        ? PdsRequest.creditTarget(frame, reader.pds())
        : 0;
  }

  /**
   * A packet of a connection whose packets are taken in order only (go-back-N). The first that
   * comes too early is answered by which is the next, once: all from that one on will come again.
   * At most one mark an interval goes back, where the order is that of DCQCN.
   */
  private @Nullable DropReason onOrdered(
      long nowPs,
      byte[] frame,
      ReceiveConnection connection,
      long sequence,
      boolean fresh,
      FrameReader reader) {
    int mark = mark(frame, reader);
    if (marksAreNotifications && mark != 0 && !connection.returnsMark(nowPs, markIntervalPs)) {
      mark = 0;
    }
    long next = connection.window().next();
    if (!reader.trimmed() && sequence <= next) {
      return onWhole(nowPs, frame, connection, sequence, fresh, mark, reader);
    }
    int entropy = UdpHeader.sourcePort(frame, reader.udp());
    if (reader.trimmed() && sequence == next) {
      totals.trimmedReceived++;
      connection.asksForNext();
      int flags = Uet.flags(frame, reader.pds()) & Uet.FLAG_RETX;
      answers.refuse(connection, next, entropy, flags | mark, trimCode(reader));
    } else if (sequence >= next && connection.asksForNext()) {
      answers.refuse(connection, next, entropy, mark, PdsNack.ROD_OUT_OF_ORDER);
    }
    return null;
  }

  private static int trimCode(FrameReader reader) {
    return reader.trimmedLastHop() ? PdsNack.TRIMMED_LASTHOP : PdsNack.TRIMMED;
  }

  /** The congestion that an answer reports: a mark, or data that passed a full queue whole. */
  private static int mark(byte[] frame, FrameReader reader) {
    boolean marked = Ipv4Header.ecn(frame, reader.ip()) == Ipv4Header.CE || reader.overflowed();
    return marked ? Uet.FLAG_MARKED : 0;
  }

  private @Nullable DropReason onTrimmed(
      byte[] frame,
      ReceiveConnection connection,
      long sequence,
      boolean wanted,
      FrameReader reader) {
    totals.trimmedReceived++;
    int entropy = UdpHeader.sourcePort(frame, reader.udp());
    int again = Uet.flags(frame, reader.pds()) & Uet.FLAG_RETX;
    if (wanted) {
      int flags = again | mark(frame, reader);
      answers.refuse(connection, sequence, entropy, flags, trimCode(reader));
    } else {
      // What has arrived before is not asked for again.
      connection.answered();
      answers.acknowledge(connection, sequence, entropy, again | Uet.FLAG_MARKED);
    }
    return null;
  }

  private @Nullable DropReason onWhole(
      long nowPs,
      byte[] frame,
      ReceiveConnection connection,
      long sequence,
      boolean fresh,
      int mark,
      FrameReader reader) {
    int entropy = UdpHeader.sourcePort(frame, reader.udp());
    int asked = Uet.flags(frame, reader.pds());
    int flags = (asked & Uet.FLAG_RETX) | mark;
    int length = reader.payloadBytes();
    boolean inOrder = sequence == connection.window().next();
    if (fresh) {
      DropReason refused = takeIn(nowPs, frame, connection, sequence, length, reader);
      if (refused != null) {
        refuse(connection, sequence, entropy, flags, refused);
        return refused;
      }
    } else {
      totals.duplicatesReceived++;
    }
    totals.dataFramesReceived++;
    if ((asked & Uet.FLAG_ACK_REQUEST) != 0) {
      connection.asksForAcknowledgement();
    }
    boolean completes = connection.completesWhatWasAsked();
    boolean atOnce =
        mark != 0
            || !fresh
            || completes
            || connection.isProbed(sequence)
            || (asked & (Uet.FLAG_RETX | Uet.FLAG_ACK_REQUEST)) != 0
            || (settings.reliability().ackOutOfOrderAtOnce() && !inOrder);
    if (connection.acknowledgesNow(atOnce, length, settings.reliability())) {
      answers.acknowledge(connection, sequence, entropy, flags, response(frame, reader));
      if (reader.signalBytes() >= 0) {
        answers.sendBack(frame, reader.signals(), reader.signalBytes());
      }
    }
    return null;
  }

  /** Returns what an acknowledgement says of the message of the packet that it answers. */
  private static long response(byte[] frame, FrameReader reader) {
    int ses = reader.ses();
    return reader.form() == SesForm.STANDARD
        ? FrameWriter.response(
            SesStandardRequest.messageId(frame, ses), SesStandardRequest.messageBytes(frame, ses))
        : FrameWriter.NO_RESPONSE;
  }

  /** Puts a packet where it belongs, if the host can keep up with it; the reason if not. */
  private @Nullable DropReason takeIn(
      long nowPs,
      byte[] frame,
      ReceiveConnection connection,
      long sequence,
      int length,
      FrameReader reader) {
    Intake limited = intake;
    if (limited == null) {
      return place(nowPs, frame, connection, sequence, length, reader);
    }
    DropReason refused =
        limited.hasRoom(nowPs, length)
            ? place(nowPs, frame, connection, sequence, length, reader)
            : DropReason.NO_ROOM;
    if (refused == null) {
      limited.add(length);
    }
    connection.asks(limited.penalty(nowPs), limited.restores(nowPs));
    return refused;
  }

  /** Puts a packet where it belongs; the reason if that cannot be. */
  private @Nullable DropReason place(
      long nowPs,
      byte[] frame,
      ReceiveConnection connection,
      long sequence,
      int length,
      FrameReader reader) {
    int ses = reader.ses();
    SesForm form = reader.form();
    long offset = form.messageOffset(frame, ses);
    if (offset + length > settings.maxMessageBytes()) {
      return DropReason.TOO_LONG;
    }
    long messageId = form.messageId(frame, ses);
    boolean last = form.isLast(frame, ses);
    long first = connection.window().first();
    ReceivedMessage message = connection.message(messageId);
    boolean begins = message == null;
    if (message == null) {
      Optional<ReceivedMessage> begun = begin(nowPs, connection, messageId);
      if (begun.isEmpty()) {
        return DropReason.NO_ROOM;
      }
      message = begun.get();
    }
    PayloadTarget target = message.target();
    if (target != null && !hasRoom(nowPs, target, offset + length)) {
      if (begins) {
        target.abandon();
      }
      return DropReason.NO_ROOM;
    }
    boolean agrees =
        form == SesForm.SMALL || message.claims(SesStandardRequest.messageBytes(frame, ses));
    if (!agrees || !message.place(sequence, offset, length, last, first)) {
      if (begins && target != null) {
        target.abandon();
      }
      return DropReason.INCONSISTENT;
    }
    if (begins) {
      connection.begin(message);
      connections.begun();
    }
    int payload = ses + form.bytes();
    connection.accept(sequence, payload - reader.udp() + length + Uet.NOMINAL_BYTES);
    totals.bytesDelivered += length;
    if (target != null
        && payload + length <= reader.end()
        && !target.place(offset, frame, payload, length)) {
      totals.payloadMismatches++;
    }
    if (reorders) {
      handOver(nowPs, connection, message);
    } else if (message.isComplete()) {
      complete(nowPs, connection, message);
    }
    return null;
  }

  /**
   * Completes messages, the one just added to among them, that all packets before have arrived for.
   */
  private void handOver(long nowPs, ReceiveConnection connection, ReceivedMessage message) {
    ReceiveWindow window = connection.window();
    totals.keptOutOfOrder(window.outOfOrder());
    connection.keepIfComplete(message);
    for (ReceivedMessage next = connection.inOrder(); next != null; next = connection.inOrder()) {
      complete(nowPs, connection, next);
    }
  }

  /** Begins a message, if need be in place of what others left incomplete long ago. */
  private Optional<ReceivedMessage> begin(
      long nowPs, ReceiveConnection connection, long messageId) {
    Optional<ReceivedMessage> begun = tryBegin(connection, messageId);
    return begun.isEmpty() && connections.forgetSilent(nowPs)
        ? tryBegin(connection, messageId)
        : begun;
  }

  private boolean hasRoom(long nowPs, PayloadTarget target, long end) {
    return target.hasRoom(end) || (connections.forgetSilent(nowPs) && target.hasRoom(end));
  }

  private Optional<ReceivedMessage> tryBegin(ReceiveConnection connection, long messageId) {
    PayloadSink payload = sink;
    if (connections.incomplete() >= MAX_INCOMPLETE) {
      return Optional.empty();
    }
    return payload == null
        ? Optional.of(new ReceivedMessage(messageId, null))
        : payload
            .open(connection.peer(), messageId)
            .map(target -> new ReceivedMessage(messageId, target));
  }

  private void complete(long nowPs, ReceiveConnection connection, ReceivedMessage message) {
    connection.remove(message);
    connections.ended(1);
    if (message.isCoveredOnce()) {
      totals.bytesVerified += message.sizeBytes();
    }
    PayloadTarget target = message.target();
    if (target != null) {
      target.complete(nowPs, message.sizeBytes());
    }
    listener.messageDelivered(nowPs, connection.peer().ipv4(), message.id(), message.sizeBytes());
  }

  private void refuse(
      ReceiveConnection connection, long sequence, int entropy, int flags, DropReason why) {
    switch (why) {
      case TOO_LONG ->
          answers.refuse(connection, sequence, entropy, flags, PdsNack.EXPERIMENTAL_FATAL);
      case NO_ROOM ->
          answers.refuse(connection, sequence, entropy, flags, PdsNack.NO_PACKET_BUFFER);
      default -> {}
    }
  }

  /** The connection of a packet with SYN, made if it is new; null if that cannot be. */
  private @Nullable ReceiveConnection synchronize(
      long nowPs, byte[] frame, long sourceMac, FrameReader reader) {
    int pds = reader.pds();
    int ipv4 = Ipv4Header.source(frame, reader.ip());
    int remoteId = PdsRequest.sourcePdc(frame, pds);
    int firstPsn = PdsRequest.psn(frame, pds) - PdsRequest.psnOffset(frame, pds);
    ReceiveConnection known = connections.findByPeer(ipv4, remoteId);
    if (known != null && (int) known.window().first() == firstPsn) {
      return known;
    }
    if (reader.trimmed() || (known != null && !connections.mayReplace(known, nowPs))) {
      return null;
    }
    Destination peer = new Destination(ipv4, sourceMac);
    return connections.open(peer, remoteId, writer.controlHeaders(peer), firstPsn, nowPs);
  }

  /** A control packet for the receiving end. Returns why it is refused, null if it is not. */
  @Nullable DropReason onControl(long nowPs, byte[] frame, long sourceMac, FrameReader reader) {
    int pds = reader.pds();
    int ipv4 = Ipv4Header.source(frame, reader.ip());
    int entropy = UdpHeader.sourcePort(frame, reader.udp());
    int id = PdsControl.destinationPdc(frame, pds);
    int remoteId = PdsControl.sourcePdc(frame, pds);
    boolean close = Uet.next(frame, pds) == PdsControl.CLOSE;
    ReceiveConnection connection = connections.find(id, ipv4, remoteId);
    if (connection == null && close) {
      connection = closedConnection(ipv4, remoteId, id, PdsControl.psn(frame, pds));
    }
    if (connection == null) {
      return turnAway(frame, sourceMac, reader);
    }
    ReceiveWindow window = connection.window();
    long sequence = window.unwrap(PdsControl.psn(frame, pds));
    if (close && !connection.isClosed()) {
      if (sequence != window.next() || window.outOfOrder() > 0 || !connection.isIdle()) {
        return DropReason.OUTSIDE_WINDOW;
      }
      connection.close(sequence);
      connections.closed(connection);
    }
    if (!close && window.classify(sequence) != ReceiveWindow.OUTSIDE) {
      connection.probed(sequence);
    }
    connection.touched(nowPs);
    connection.answered();
    answers.acknowledge(connection, window.end() - 1, entropy, Uet.FLAG_PROBE);
    return null;
  }

  /** A sender that may not send asks for credit. Returns why it is refused, null if it is not. */
  @Nullable DropReason onCreditRequest(
      long nowPs, byte[] frame, long sourceMac, FrameReader reader) {
    if (pulls == null) {
      return DropReason.UNSUPPORTED;
    }
    int pds = reader.pds();
    ReceiveConnection connection = connection(nowPs, frame, sourceMac, reader);
    if (connection == null) {
      return turnAway(frame, sourceMac, reader);
    }
    if (connection.isClosed()) {
      return DropReason.CLOSED_CONNECTION;
    }
    connection.touched(nowPs);
    connection.credit().want(PdsControl.payload(frame, pds));
    pulls.add(connection.credit(), nowPs);
    // What it was granted before may have been lost.
    answers.credit(connection);
    return null;
  }

  /** The connection that a repeated close is of: its first acknowledgement was lost. */
  private @Nullable ReceiveConnection closedConnection(int ipv4, int remoteId, int id, int psn) {
    ReceiveConnection known = connections.findByPeer(ipv4, remoteId);
    return known != null
            && known.isClosed()
            && known.id() == id
            && (int) (known.window().next() - 1) == psn
        ? known
        : null;
  }

  /**
   * Tells the sender of a packet that this host has no such connection. One with SYN is not
   * answered: either there was no room, or it contradicts a connection that is in use.
   */
  private DropReason turnAway(byte[] frame, long sourceMac, FrameReader reader) {
    int pds = reader.pds();
    if (isSyn(frame, pds)) {
      return DropReason.UNKNOWN_CONNECTION;
    }
    ReceiveConnection known =
        connections.findByPeer(
            Ipv4Header.source(frame, reader.ip()), PdsRequest.sourcePdc(frame, pds));
    if (known != null && known.isClosed() && known.id() == PdsRequest.destinationPdc(frame, pds)) {
      return DropReason.CLOSED_CONNECTION;
    }
    if (!reader.trimmed() && answers.size() < MAX_WAITING_WITH_STRANGERS) {
      // Requests and control packets have these fields in the same places.
      AnswerTo stranger = stranger(PdsRequest.destinationPdc(frame, pds), frame, sourceMac, reader);
      answers.refuse(
          stranger,
          Integer.toUnsignedLong(PdsRequest.psn(frame, pds)),
          UdpHeader.sourcePort(frame, reader.udp()),
          Uet.flags(frame, pds) & Uet.FLAG_RETX,
          PdsNack.INVALID_DESTINATION_PDC);
    }
    return DropReason.UNKNOWN_CONNECTION;
  }

  /**
   * A trimmed packet with SYN of a connection that is not known. It may have been harmed, for no
   * checksum covers it, so that it opens none; but its sender is answered.
   */
  private @Nullable DropReason onTrimmedStranger(byte[] frame, long sourceMac, FrameReader reader) {
    int pds = reader.pds();
    int sourceIpv4 = Ipv4Header.source(frame, reader.ip());
    ReceiveConnection known = connections.findByPeer(sourceIpv4, PdsRequest.sourcePdc(frame, pds));
    if (known != null && !known.isClosed()) {
      return DropReason.UNKNOWN_CONNECTION;
    }
    totals.trimmedReceived++;
    connections.trimmedUnopened(sourceIpv4, PdsRequest.sourcePdc(frame, pds), fullFrameBytes);
    answers.refuse(
        stranger(ReceiveConnections.NONE, frame, sourceMac, reader),
        Integer.toUnsignedLong(PdsRequest.psn(frame, pds)),
        UdpHeader.sourcePort(frame, reader.udp()),
        (Uet.flags(frame, pds) & Uet.FLAG_RETX) | mark(frame, reader),
        trimCode(reader));
    return null;
  }

  private AnswerTo stranger(int id, byte[] frame, long sourceMac, FrameReader reader) {
    Destination to = new Destination(Ipv4Header.source(frame, reader.ip()), sourceMac);
    return new AnswerTo.Stranger(
        id, PdsRequest.sourcePdc(frame, reader.pds()), writer.controlHeaders(to));
  }

  private static boolean isSyn(byte[] frame, int pds) {
    return (Uet.flags(frame, pds) & Uet.FLAG_SYN) != 0;
  }
}
