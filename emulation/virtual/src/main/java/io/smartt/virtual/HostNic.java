package io.smartt.virtual;

import module java.base;

import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.p4.pipeline.Packet;
import io.smartt.virtual.simulation.EventQueue;
import org.jspecify.annotations.Nullable;

/**
 * A host's network card that sends the frames that it is given, one behind the other, and then what
 * a transport has, while there is one. Pause frames of the switch keep back what has the code
 * points that they mean, and what waits behind it. For hosts of which thousands of packets are
 * looked at; {@link HostNode} is for millions.
 */
final class HostNic implements SimplexLink.HostPort {
  private final EventQueue eventQueue;
  private final LongSupplier packetNumbers;
  private final SimplexLink.FrameSink above;
  private final ArrayDeque<Packet> waiting = new ArrayDeque<>();
  private Optional<CardTransport> transport = Optional.empty();
  private @Nullable SimplexLink uplink;
  private @Nullable PfcPort pfc;

  /** A bit for each code point whose packets the switch has paused. */
  private long pausedDscps;

  /**
   * @param packetNumbers gives each packet that leaves a number of its own
   * @param above gets what arrives and is not the transport's
   */
  HostNic(EventQueue eventQueue, LongSupplier packetNumbers, SimplexLink.FrameSink above) {
    this.eventQueue = eventQueue;
    this.packetNumbers = packetNumbers;
    this.above = above;
  }

  /** Sends a packet, as soon as those before it have left; copies it. */
  void send(Packet packet) {
    Packet copy = new Packet(packet.headLength());
    copy.copyFrom(packet);
    waiting.add(copy);
    wake();
  }

  /**
   * Attaches a transport, which takes its packets of what comes, and sends when the wire is free.
   */
  void attach(CardTransport newTransport) {
    transport = Optional.of(newTransport);
  }

  /** Detaches the transport. */
  void detach() {
    transport = Optional.empty();
  }

  /** Sends when the wire is free; called after anything that may let the transport send. */
  void wake() {
    Objects.requireNonNull(uplink, "host without a link").kick(eventQueue.nowPs());
  }

  @Override
  public void connect(SimplexLink link) {
    uplink = link;
  }

  @Override
  public void obeyPauses(PfcPort end) {
    pfc = end;
  }

  @Override
  public void pause(long dscps, boolean on) {
    pausedDscps = on ? pausedDscps | dscps : pausedDscps & ~dscps;
  }

  @Override
  public boolean next(long nowPs, Packet out) {
    Packet first = waiting.peek();
    if (first != null && (pausedDscps >>> dscp(first) & 1) == 0) {
      out.copyFrom(waiting.remove());
    } else if (transport.isEmpty() || !transport.get().next(nowPs, pausedDscps, out)) {
      return false;
    }
    out.numberAs(packetNumbers.getAsLong());
    return true;
  }

  /** Returns the code point of a frame; 0 if it has none. */
  private static int dscp(Packet frame) {
    byte[] bytes = frame.bytes();
    return frame.headLength() >= EthernetHeader.BYTES + Ipv4Header.BYTES
            && EthernetHeader.etherType(bytes, 0) == EthernetHeader.IPV4
        ? Ipv4Header.dscp(bytes, EthernetHeader.BYTES)
        : 0;
  }

  @Override
  public void arrive(Packet packet, long nowPs) {
    if (pfc != null && pfc.takes(packet, nowPs)) {
      return;
    }
    if (transport.isEmpty() || !transport.get().receive(nowPs, packet)) {
      above.arrive(packet, nowPs);
    }
  }

  /** A transport protocol above a {@link HostNic}. */
  interface CardTransport {
    /**
     * Gives the next frame to send.
     *
     * @param pausedDscps a bit for each code point whose data may not leave
     * @return false if there is none now
     */
    boolean next(long nowPs, long pausedDscps, Packet out);

    /** Looks at a packet that arrived, before it is used again. Returns whether it was its own. */
    boolean receive(long nowPs, Packet packet);
  }
}
