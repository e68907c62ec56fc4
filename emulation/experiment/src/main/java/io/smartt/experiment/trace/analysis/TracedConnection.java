package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.controller.address.Ipv4;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.Uet;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a trace, seen from one interface: the one that its packets passed first, which
 * is the sender's own where the trace has that.
 */
public final class TracedConnection {
  private final int number;
  private final Key key;
  private final int interfaceId;
  private final int timeToLive;
  private final boolean fromItsStart;
  private final long firstPsn;
  private final SendingSide sender;
  private final List<TracedMessage> messages = new ArrayList<>();
  private final Map<Long, TracedMessage> byId = new HashMap<>();

  /**
   * The key that tells connections that are open at a time apart.
   *
   * @param source address of the sender
   * @param destination address of the receiver
   * @param sourcePdc the sender's number of it
   */
  record Key(int source, int destination, int sourcePdc) {}

  /**
   * The two ends that talk to each other.
   *
   * @param number of the connection
   * @param source address of the sender
   * @param destination address of the receiver
   */
  public record Peers(int number, int source, int destination) {}

  TracedConnection(
      int number,
      Key key,
      int interfaceId,
      FrameView frame,
      TraceAnalysis.FlowObserver observer,
      Optional<TraceAnalysis.RetransmissionTimes> times) {
    this.number = number;
    this.key = key;
    this.interfaceId = interfaceId;
    timeToLive = frame.timeToLive();
    fromItsStart = (frame.flags() & Uet.FLAG_SYN) != 0;
    firstPsn = firstPsn(frame);
    boolean goesBack = PdsRequest.isOrdered(Uet.type(frame.bytes(), frame.pds()));
    sender = new SendingSide(firstPsn, goesBack, observer, times);
  }

  private static long firstPsn(FrameView frame) {
    int psn = frame.psn();
    return Integer.toUnsignedLong(
        (frame.flags() & Uet.FLAG_SYN) == 0
            ? psn
            : psn - PdsRequest.psnOffset(frame.bytes(), frame.pds()));
  }

  /** Returns the number, from 1, in the order in which connections appear. */
  public int number() {
    return number;
  }

  /** The sender's IPv4 address. */
  public int source() {
    return key.source();
  }

  /** The receiver's IPv4 address. */
  public int destination() {
    return key.destination();
  }

  /** The sender's number of it. */
  public int sourcePdc() {
    return key.sourcePdc();
  }

  /** The interface that it is seen from. */
  public int interfaceId() {
    return interfaceId;
  }

  /** Its messages by their first packet. */
  public List<TracedMessage> messages() {
    return List.copyOf(messages);
  }

  int timeToLive() {
    return timeToLive;
  }

  /**
   * Returns whether a request may be of this connection rather than of a later one of the same
   * number.
   */
  boolean mayOwn(FrameView frame) {
    return (frame.flags() & Uet.FLAG_SYN) == 0 || !fromItsStart || firstPsn(frame) == firstPsn;
  }

  void request(long nowPs, FrameView frame) {
    boolean again = frame.isSentAgain();
    TracedMessage message = null;
    int payload = 0;
    if (frame.hasMessage()) {
      message = message(frame.messageId(), nowPs);
      payload = frame.payloadBytes();
    }
    if (sender.sent(nowPs, frame.psn(), frame.wireBytes(), again, message, payload)
        && message != null) {
      long offset = frame.messageOffset();
      message.sent(offset, payload, frame.endsMessage(), again);
    }
  }

  private TracedMessage message(long id, long nowPs) {
    @Nullable TracedMessage known = byId.get(id);
    if (known == null) {
      known = new TracedMessage(id, nowPs);
      byId.put(id, known);
      messages.add(known);
    }
    return known;
  }

  void answer(long nowPs, FrameView frame) {
    byte[] bytes = frame.bytes();
    int at = frame.pds();
    if (frame.kind() == FrameView.FrameKind.ACK) {
      sender.acknowledged(
          nowPs,
          PdsAck.cumulativePsn(bytes, at),
          PdsAck.ackPsnOffset(bytes, at),
          PdsAck.bitmapOffset(bytes, at),
          PdsAck.bitmap(bytes, at),
          frame.flags());
    } else {
      sender.refused(nowPs, frame.psn(), frame.refusal(), frame.flags());
    }
  }

  void end(long nowPs) {
    sender.expire(nowPs);
  }

  /**
   * A message of a trace with who sent it to whom.
   *
   * @param number from 1, by the first packet
   * @param source name of the sender, or its address
   * @param destination name of the receiver, or its address
   * @param connection that carried it
   * @param message what its packets tell
   */
  public record TracedFlow(
      int number,
      String source,
      String destination,
      TracedConnection connection,
      TracedMessage message) {

    /** Returns the messages of a trace by their first packet. */
    public static List<TracedFlow> of(TraceAnalysis analysis, Map<Integer, String> hostNames) {
      record Sent(TracedConnection connection, TracedMessage message) {}

      List<Sent> sent = new ArrayList<>();
      for (TracedConnection connection : analysis.connections()) {
        connection.messages().forEach(message -> sent.add(new Sent(connection, message)));
      }
      sent.sort(Comparator.comparingLong(each -> each.message().startPs()));
      List<TracedFlow> flows = new ArrayList<>();
      for (Sent each : sent) {
        flows.add(
            new TracedFlow(
                flows.size() + 1,
                name(hostNames, each.connection().source()),
                name(hostNames, each.connection().destination()),
                each.connection(),
                each.message()));
      }
      return flows;
    }

    private static String name(Map<Integer, String> hostNames, int ipv4) {
      return hostNames.getOrDefault(ipv4, new Ipv4(ipv4).toString());
    }
  }
}
