package io.smartt.host.transport;

import module java.base;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.PullRate;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.pathing.PerFlowEcmp;
import io.smartt.host.signals.SignalLayout;
import io.smartt.host.signals.Signals;
import io.smartt.host.transport.IntakeSettings.Intake;
import io.smartt.host.transport.NumberShare.ConnectionIds;
import io.smartt.host.transport.OutgoingMessages.OutgoingMessage;
import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.transport.TransportListener.IncomingMessages;
import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.SesResponse;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;
import org.jspecify.annotations.Nullable;

/**
 * The transport of one host: connections, messages, reliability. Pure: no I/O, no threads, no
 * clock; the caller passes the time, in picoseconds, never going back. Its driver gives it each
 * received frame, asks for the next frame when the wire is free and calls {@link #onDeadline} at
 * {@link #nextDeadlinePs}; after each of these calls, and after {@code send}, a frame may be ready
 * that was not before.
 *
 * <p>For one thread. Allocates when connections and messages open and when their rings grow,
 * nothing per packet after that.
 */
public final class TransportEndpoint {
  /** The scheme of connections that have the congestion control of their endpoint. */
  public static final String OWN_SCHEME = "";

  private final TransportSettings settings;
  private final CongestionScheme congestion;
  private final Map<String, CongestionScheme> offered = new HashMap<>();
  private final PathScheme paths;
  private final TransportListener listener;
  private final RandomGenerator random;
  private final FrameWriter writer;
  private final ConnectionIds senders = new ConnectionIds();
  private final ReadyQueue ready = new ReadyQueue();

  /** Connections that would be ready, but for the network, which has paused their data. */
  private final ReadyQueue held = new ReadyQueue();

  /** A bit for each code point that {@link #held} is of. */
  private long heldDscps;

  private final DeadlineHeap deadlines = new DeadlineHeap();
  private final LongMap<SendConnection> connectionOfMessage = new LongMap<>();
  private final TransportCounters totals = new TransportCounters();
  private final Receiver receiver;
  private final FrameReader reader;

  /** Signals of the acknowledgement that is being read; null where packets carry none. */
  private final @Nullable Signals signals;

  private final long[] drops = new long[DropReason.values().length];
  private NumberShare share = NumberShare.ALL;
  private long nextMessageId;

  /** The time that this host took over the frame it reads; negative where nobody asks. */
  private long heldPs = Long.MIN_VALUE;

  /**
   * An endpoint without connections.
   *
   * @param address this host's; its MAC address is the source of frames
   * @param congestion for connections opened here
   * @param paths for connections opened here
   * @param random for packet numbers and entropies
   */
  public TransportEndpoint(
      Destination address,
      TransportSettings settings,
      CongestionScheme congestion,
      PathScheme paths,
      TransportListener listener,
      RandomGenerator random) {
    this.settings = settings;
    this.congestion = congestion;
    this.paths = paths;
    this.listener = listener;
    this.random = random;
    writer = new FrameWriter(address, settings);
    reader = new FrameReader(address, settings);
    SignalLayout layout = settings.reliability().signalLayout();
    signals = layout.isEmpty() ? null : new Signals(layout);
    receiver = new Receiver(settings, writer, totals, listener);
  }

  /**
   * Sets the receiver of payload bytes that arrive with frames; without one they are only counted.
   */
  public void payloadSink(PayloadSink sink) {
    receiver.payloadSink(sink);
  }

  /**
   * Grants credit to senders that ask for it (EQDS, RCCC), over all connections together no faster
   * than this. Without, their requests are refused.
   */
  public void grantCredit(PullRate rate) {
    receiver.grantCredit(rate, random);
  }

  /**
   * Limits the pace at which this host takes data in (destination flow control). Without, it keeps
   * up with its link.
   *
   * @param linkBps rate of its link
   * @param bdpBytes BDP of that link
   */
  public void limitIntake(IntakeSettings intake, long linkBps, long bdpBytes) {
    if (intake.isLimited()) {
      receiver.takeIn(new Intake(intake, linkBps, bdpBytes));
    }
  }

  /**
   * Sets the least time between marks that go back to the sender of an in-order connection (DCQCN,
   * Sec. 3.1: 50 us, which is the default).
   */
  public void markInterval(long intervalPs) {
    receiver.markInterval(intervalPs);
  }

  /**
   * Offers a congestion control that connections may have instead of this endpoint's.
   *
   * @param name by which they ask for it
   */
  public void offer(String name, CongestionScheme other) {
    offered.put(name, other);
  }

  /**
   * Gives out some numbers of connections and messages only, as one of several endpoints of a host,
   * or begins with others than the least. Before the first.
   */
  public void share(NumberShare numbers) {
    share = numbers;
    nextMessageId = numbers.first(settings.ses().messageIds());
    senders.share(numbers);
  }

  /** Opens a connection; nothing is sent until it has a message. */
  public int open(long nowPs, Destination destination, PathParameters path) {
    return open(nowPs, destination, path, OWN_SCHEME);
  }

  /**
   * Opens a connection with a congestion control of its own.
   *
   * @param scheme one that was {@link #offer offered}, or {@link #OWN_SCHEME}
   */
  public int open(long nowPs, Destination destination, PathParameters path, String scheme) {
    return open(destination, path, scheme).id();
  }

  /**
   * Sends a message on an open connection, after or alternately with those sent on it before.
   *
   * @param sizeBytes payload, at least 1
   * @return the message's id, unique to this host, carried on the wire
   */
  public long send(long nowPs, int connection, long sizeBytes, PayloadSource source) {
    return send(nowPs, senders.get(connection), sizeBytes, source);
  }

  /**
   * Sends a message of counted payload on a connection of its own, which closes when the message is
   * complete.
   *
   * @param scheme one that was {@link #offer offered}, or {@link #OWN_SCHEME}
   */
  public long send(
      long nowPs, Destination destination, long sizeBytes, PathParameters path, String scheme) {
    checkSize(sizeBytes);
    SendConnection connection = open(destination, path, scheme);
    long messageId = send(nowPs, connection, sizeBytes, PayloadSource.COUNTED);
    connection.close();
    return messageId;
  }

  /**
   * Closes a connection: it takes no more messages, and once those it has are complete, the other
   * side is notified. {@link TransportListener#connectionClosed} says when that is done.
   */
  public void close(long nowPs, int connection) {
    SendConnection closing = senders.get(connection);
    closing.close();
    settle(nowPs, closing);
    wake(closing, nowPs);
  }

  /** The connection that carries a message not yet completed. */
  public int connectionOf(long messageId) {
    SendConnection connection = connectionOfMessage.get(messageId);
    if (connection == null) {
      throw new IllegalArgumentException("no message " + messageId + " is being sent");
    }
    return connection.id();
  }

  /**
   * The next frame to put on the wire: acknowledgements, NACKs and credits, then the connections
   * round-robin, each with its retransmissions before its new data.
   *
   * @return false if nothing may be sent now
   */
  public boolean nextFrame(long nowPs, OutgoingFrame out) {
    return nextFrame(nowPs, 0, out);
  }

  /**
   * The same while the network has paused data (802.1Qbb). Acknowledgements, NACKs and credits
   * leave all the same.
   *
   * @param pausedDscps the code points of data that may not leave, a bit for each
   */
  public boolean nextFrame(long nowPs, long pausedDscps, OutgoingFrame out) {
    if (receiver.nextAnswer(nowPs, out)) {
      return true;
    }
    if (pausedDscps != heldDscps) {
      ready.addFirst(held);
      heldDscps = pausedDscps;
    }
    for (SendConnection next = ready.poll(); next != null; next = ready.poll()) {
      if (heldDscps != 0 && (heldDscps >>> next.dataDscp() & 1) != 0) {
        held.add(next);
        continue;
      }
      if (!next.isEnded() && next.maySend() && next.pacedUntilPs() <= nowPs) {
        long expiry = next.send(nowPs, out, writer, 1 + ready.size);
        if (expiry < next.deadlinePs) {
          deadlines.schedule(next, expiry);
        }
        wake(next, nowPs);
        return true;
      }
    }
    return false;
  }

  /**
   * A frame arrived. Frames that are not what they should be are counted by {@link DropReason}.
   *
   * @param headLength bytes that are there, from {@code offset}
   * @param wireLength bytes of the frame; above {@code headLength} where payload is only counted
   */
  public void receive(long nowPs, byte[] frame, int offset, int headLength, int wireLength) {
    receive(nowPs, 0, frame, offset, headLength, wireLength);
  }

  /** The same of a frame that this host had before for {@code hostPs}, beyond the least time. */
  public void receive(
      long nowPs, long hostPs, byte[] frame, int offset, int headLength, int wireLength) {
    if (settings.reliability().serviceTime()) {
      heldPs = hostPs;
      receiver.arrived(nowPs - hostPs);
    }
    DropReason refused =
        reader.read(frame, offset, headLength, wireLength)
            ? dispatch(nowPs, frame, offset)
            : reader.reason();
    if (refused != null) {
      drops[refused.ordinal()]++;
    }
  }

  /** The time at which to call {@link #onDeadline}, {@code Long.MAX_VALUE} for never. */
  public long nextDeadlinePs() {
    return Math.min(deadlines.earliestPs(), receiver.creditDuePs());
  }

  /** Expires timers due by now. Harmless when called early. */
  public void onDeadline(long nowPs) {
    receiver.grantDueCredit(nowPs);
    while (deadlines.earliestPs() <= nowPs) {
      SendConnection connection = deadlines.first();
      connection.onTimer(nowPs);
      long earliest = connection.expire(nowPs);
      deadlines.schedule(
          connection,
          earliest == Long.MAX_VALUE
              ? earliest
              : Math.max(earliest, nowPs + connection.timerGranularityPs()));
      settle(nowPs, connection);
      wake(connection, nowPs);
    }
  }

  /** Counts over all connections of this endpoint, closed ones included. */
  public TransportCounters counters() {
    return totals;
  }

  /** Counts of one connection opened here and still open. */
  public TransportCounters counters(int connection) {
    return senders.get(connection).counters();
  }

  /** Tells of each message that has begun to arrive here and is not whole, in no order. */
  public void forEachIncoming(IncomingMessages visitor) {
    receiver.forEachIncoming(visitor);
  }

  /** Frames refused for this reason. */
  public long drops(DropReason reason) {
    return drops[reason.ordinal()];
  }

  /** Frames refused, by reason; reasons of none are left out. */
  public Map<DropReason, Long> refused() {
    EnumMap<DropReason, Long> refused = new EnumMap<>(DropReason.class);
    for (DropReason reason : DropReason.values()) {
      if (drops(reason) > 0) {
        refused.put(reason, drops(reason));
      }
    }
    return refused;
  }

  /** Returns whether a connection was opened here and has not ended. */
  public boolean isOpen(int connection) {
    return senders.find(connection) != null;
  }

  /** Packets of the message that a connection sends which have not left; 0 if all have. */
  public int unsentPackets(int connection) {
    OutgoingMessage message = senders.get(connection).unsent();
    return message == null ? 0 : message.unsentPackets();
  }

  /** Packets of that message which are not acknowledged; 0 if all have left. */
  public int missingPackets(int connection) {
    OutgoingMessage message = senders.get(connection).unsent();
    return message == null ? 0 : message.missingPackets();
  }

  /**
   * Takes full packets off the message that a connection sends, as if they had arrived. Windows,
   * timers and what is in flight stay as they are, and the receiver finds a message that is so much
   * shorter.
   *
   * @param packets fewer than {@link #unsentPackets}
   * @return payload bytes skipped
   */
  public long skip(int connection, int packets) {
    senders.get(connection).skip(packets);
    return (long) packets * settings.maxPayloadBytes();
  }

  /** Congestion window of a connection, in frame bytes. */
  public long windowBytes(int connection) {
    return senders.get(connection).windowBytes();
  }

  /** Frame bytes of a connection in flight. */
  public long inFlightBytes(int connection) {
    return senders.get(connection).inFlightBytes();
  }

  /** Entropy values that a connection would use again; {@link PathSelector#NOT_KEPT}. */
  public int reusableEntropies(int connection) {
    return senders.get(connection).paths().reusable();
  }

  /** Entropy values that a connection keeps out of use; {@link PathSelector#NOT_KEPT}. */
  public int avoidedEntropies(int connection) {
    return senders.get(connection).paths().avoided();
  }

  /**
   * Writes the entropy values of a connection's packets in flight, the newest first and each once.
   *
   * @return how many were written
   */
  public int inFlightEntropies(int connection, int[] into) {
    return senders.get(connection).inFlightEntropies(into);
  }

  /** Writes entropy values as {@link PathSelector#reusable(int[])} does. */
  public int reusableEntropies(int connection, int[] into) {
    return senders.get(connection).paths().reusable(into);
  }

  /** Writes entropy values as {@link PathSelector#avoided(int[])} does. */
  public int avoidedEntropies(int connection, int[] into) {
    return senders.get(connection).paths().avoided(into);
  }

  /**
   * The destination of the connection that a controller or a path selector is of, for errors; empty
   * if there is none.
   *
   * @param algorithm a {@link CongestionController} or {@link PathSelector} made for this endpoint
   */
  public Optional<Destination> destinationOf(Object algorithm) {
    return senders
        .find(connection -> connection.isSteeredBy(algorithm))
        .map(SendConnection::destination);
  }

  private CongestionScheme scheme(String name) {
    if (name.equals(OWN_SCHEME)) {
      return congestion;
    }
    CongestionScheme other = offered.get(name);
    if (other == null) {
      throw new IllegalArgumentException("no congestion control '" + name + "' was offered");
    }
    return other;
  }

  private SendConnection open(Destination destination, PathParameters path, String scheme) {
    int mtuBytes = settings.dataHeaderBytes(Uet.RUD_REQ) + settings.maxPayloadBytes();
    int bdpPackets = (int) Math.max(1, path.bdpBytes() / mtuBytes);
    CongestionController controller =
        scheme(scheme).controller(path.baseRttPs(), path.linkBps(), mtuBytes);
    PathSelector balanced = paths.selector(bdpPackets, path.baseRttPs(), random);
    SendConnection connection =
        new SendConnection(
            senders.nextFree(),
            destination,
            writer,
            path,
            controller,
            balanced instanceof PerFlowEcmp ? controller.paths().orElse(balanced) : balanced,
            settings,
            random.nextInt(),
            totals,
            listener);
    senders.put(connection);
    return connection;
  }

  private long send(long nowPs, SendConnection connection, long sizeBytes, PayloadSource source) {
    checkSize(sizeBytes);
    long ids = settings.ses().messageIds();
    long own = share.below(ids);
    if (connectionOfMessage.size() >= own) {
      throw new IllegalStateException(own + " messages are being sent, no id is left");
    }
    long messageId = nextMessageId;
    while (connectionOfMessage.get(messageId) != null) {
      messageId = share.after(messageId, ids);
    }
    connection.add(messageId, sizeBytes, source);
    nextMessageId = share.after(messageId, ids);
    connectionOfMessage.put(messageId, connection);
    wake(connection, nowPs);
    return messageId;
  }

  private void checkSize(long sizeBytes) {
    long most = settings.ses().maxMessageBytes();
    if (sizeBytes < 1 || sizeBytes > most) {
      throw new IllegalArgumentException(
          "message of " + sizeBytes + " bytes, accepted is 1 to " + most);
    }
  }

  private @Nullable DropReason dispatch(long nowPs, byte[] frame, int offset) {
    int pds = reader.pds();
    totals.trimmedDamaged += reader.damaged() ? 1 : 0;
    return switch (Uet.type(frame, pds)) {
      case Uet.RUD_REQ, Uet.RUD_CC_REQ, Uet.ROD_REQ, Uet.ROD_CC_REQ ->
          receiver.onRequest(nowPs, frame, EthernetHeader.source(frame, offset), reader);
      case Uet.ACK_CC -> onAck(nowPs, frame, pds);
      case Uet.NACK -> onNack(nowPs, frame, pds);
      case Uet.CTRL -> onControl(nowPs, frame, offset, pds);
      default -> DropReason.UNSUPPORTED;
    };
  }

  private @Nullable DropReason onAck(long nowPs, byte[] frame, int pds) {
    int source = PdsAck.sourcePdc(frame, pds);
    SendConnection connection = acknowledged(frame, PdsAck.destinationPdc(frame, pds), source);
    if (connection == null) {
      return DropReason.UNKNOWN_CONNECTION;
    }
    boolean signalled = reader.signalBytes() >= 0;
    if ((reader.next() == Uet.RESPONSE && !respondsTo(connection, frame, pds, reader.ses()))
        || (signalled && !readSignals(frame))) {
      return DropReason.INCONSISTENT;
    }
    connection.asked(
        PdsAck.penalty(frame, pds),
        PdsAck.restoresWindow(frame, pds),
        signalled ? signals : null,
        PdsAck.servicePs(frame, pds) + heldPs);
    boolean accepted =
        connection.acknowledge(
            nowPs,
            source,
            PdsAck.cumulativePsn(frame, pds),
            PdsAck.ackPsnOffset(frame, pds),
            PdsAck.bitmapOffset(frame, pds),
            PdsAck.bitmap(frame, pds),
            UdpHeader.sourcePort(frame, reader.udp()),
            Uet.flags(frame, pds));
    if (!accepted) {
      return DropReason.OUTSIDE_WINDOW;
    }
    settle(nowPs, connection);
    wake(connection, nowPs);
    return null;
  }

  private boolean readSignals(byte[] frame) {
    return signals != null && signals.read(frame, reader.signals(), reader.signalBytes());
  }

  private static boolean respondsTo(
      SendConnection connection, byte[] frame, int pds, int response) {
    return !SesResponse.isAboutMessage(frame, response)
        || connection.isAnsweredBy(
            PdsAck.cumulativePsn(frame, pds),
            PdsAck.ackPsnOffset(frame, pds),
            SesResponse.messageId(frame, response),
            SesResponse.messageBytes(frame, response));
  }

  private @Nullable DropReason onNack(long nowPs, byte[] frame, int pds) {
    SendConnection connection = senders.find(PdsNack.destinationPdc(frame, pds));
    if (connection == null
        || !connection.refusedBy(
            Ipv4Header.source(frame, reader.ip()), PdsNack.sourcePdc(frame, pds))) {
      return DropReason.UNKNOWN_CONNECTION;
    }
    DropReason refused =
        connection.refuse(
            nowPs,
            PdsNack.sourcePdc(frame, pds),
            PdsNack.code(frame, pds),
            PdsNack.psn(frame, pds),
            UdpHeader.sourcePort(frame, reader.udp()),
            Uet.flags(frame, pds));
    settle(nowPs, connection);
    wake(connection, nowPs);
    return refused;
  }

  private @Nullable DropReason onControl(long nowPs, byte[] frame, int offset, int pds) {
    return switch (Uet.next(frame, pds)) {
      case PdsControl.CREDIT -> onCredit(nowPs, frame, pds);
      case PdsControl.CREDIT_REQUEST ->
          receiver.onCreditRequest(nowPs, frame, EthernetHeader.source(frame, offset), reader);
      case PdsControl.CLOSE, PdsControl.ACK_REQUEST, PdsControl.PROBE ->
          receiver.onControl(nowPs, frame, EthernetHeader.source(frame, offset), reader);
      default -> DropReason.UNSUPPORTED;
    };
  }

  private @Nullable DropReason onCredit(long nowPs, byte[] frame, int pds) {
    int source = PdsControl.sourcePdc(frame, pds);
    SendConnection connection = acknowledged(frame, PdsControl.destinationPdc(frame, pds), source);
    if (connection == null) {
      return DropReason.UNKNOWN_CONNECTION;
    }
    DropReason refused =
        connection.credit(
            nowPs, source, PdsControl.psn(frame, pds), PdsControl.payload(frame, pds));
    wake(connection, nowPs);
    return refused;
  }

  private @Nullable SendConnection acknowledged(byte[] frame, int id, int sourcePdc) {
    SendConnection connection = senders.find(id);
    return connection != null
            && connection.acknowledgedBy(Ipv4Header.source(frame, reader.ip()), sourcePdc)
        ? connection
        : null;
  }

  /** Reports messages that became complete, and the connection's end if that has come. */
  private void settle(long nowPs, SendConnection connection) {
    OutgoingMessage message = connection.takeComplete();
    if (message != null) {
      do {
        connectionOfMessage.remove(message.id());
        listener.messageCompleted(nowPs, connection.id(), message.id());
        message = connection.takeComplete();
      } while (message != null);
      connection.closeIfComplete();
    }
    if (connection.isEnded()) {
      end(nowPs, connection);
    }
  }

  private void end(long nowPs, SendConnection connection) {
    senders.remove(connection);
    deadlines.schedule(connection, Long.MAX_VALUE);
    connection.forEachMessage(message -> connectionOfMessage.remove(message.id()));
    TransportListener.ConnectionFailure failure = connection.failure();
    if (failure == null) {
      listener.connectionClosed(nowPs, connection.id());
    } else {
      listener.connectionFailed(nowPs, connection.id(), failure);
    }
  }

  /** Lets a connection send if it may, now or when its pacing allows. */
  private void wake(SendConnection connection, long nowPs) {
    long timer = connection.timerPs();
    if (timer < connection.deadlinePs) {
      deadlines.schedule(connection, timer);
    }
    if (!connection.isEnded() && connection.maySend()) {
      long pacedUntil = connection.pacedUntilPs();
      if (pacedUntil <= nowPs) {
        ready.add(connection);
      } else if (pacedUntil < connection.deadlinePs) {
        deadlines.schedule(connection, pacedUntil);
      }
    } else {
      long overdue = connection.creditOverduePs();
      if (overdue < connection.deadlinePs) {
        deadlines.schedule(connection, overdue);
      }
    }
  }

  /** Connections that may send, first in, first out; each is in it once at most. */
  private static final class ReadyQueue {
    private @Nullable SendConnection head;
    private @Nullable SendConnection tail;
    private int size;

    void add(SendConnection connection) {
      if (connection.ready) {
        return;
      }
      connection.ready = true;
      size++;
      connection.nextReady = null;
      if (tail == null) {
        head = connection;
      } else {
        tail.nextReady = connection;
      }
      tail = connection;
    }

    /** Puts all of another before these. */
    void addFirst(ReadyQueue others) {
      SendConnection last = others.tail;
      if (last == null) {
        return;
      }
      last.nextReady = head;
      head = others.head;
      tail = tail == null ? last : tail;
      size += others.size;
      others.size = 0;
      others.head = null;
      others.tail = null;
    }

    @Nullable SendConnection poll() {
      SendConnection first = head;
      if (first != null) {
        head = first.nextReady;
        if (head == null) {
          tail = null;
        }
        first.nextReady = null;
        first.ready = false;
        size--;
      }
      return first;
    }
  }
}
