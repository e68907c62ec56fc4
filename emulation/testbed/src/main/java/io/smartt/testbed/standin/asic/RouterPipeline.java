package io.smartt.testbed.standin.asic;

import io.smartt.controller.address.Ipv4;
import io.smartt.host.wire.Bytes;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.StandardMetadata;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * The pipeline of a fixed-function router around the queues of the embedded switch. Packets are for
 * one thread; {@link #forwardBy} may be called from any. Allocates nothing per packet, but for
 * those that an ACL may match.
 */
public final class RouterPipeline extends ChipPipeline {
  /** The queue of what the router itself says. */
  private static final int OWN_QUEUE = 7;

  private static final int NO_OPTIONS = 0x45;
  private static final int UDP = 17;
  private static final int TCP = 6;

  /** The bytes of the port number in front of a frame from the router's own processor. */
  private static final int PORT_BYTES = 2;

  private static final int ARP_ETHERNET = 1;
  private static final int HARDWARE_TYPE = 14;
  private static final int PROTOCOL_TYPE = 16;
  private static final int LENGTHS = 18;
  private static final int MAC_AND_IPV4 = 0x0604;
  private static final int SHORTEST_FRAME = 60;

  private final ChipPipeline.QueueDepths depths;
  private final ChipPipeline.QueueDepths bounds;
  private final RandomGenerator random;
  private final Map<Integer, PacketByteCount> dropped = new ConcurrentHashMap<>();
  private volatile AsicTables tables = AsicTables.NOTHING;

  /**
   * A chip that nobody has configured.
   *
   * @param bounds of queues as they are now
   * @param random of WRED
   */
  public RouterPipeline(
      ChipPipeline.QueueDepths depths, ChipPipeline.QueueDepths bounds, RandomGenerator random) {
    this.depths = depths;
    this.bounds = bounds;
    this.random = random;
  }

  /** Forwards by other tables from the next packet on. */
  public void forwardBy(AsicTables newTables) {
    tables = newTables;
  }

  /** Returns what it forwards by. */
  public AsicTables tables() {
    return tables;
  }

  @Override
  public void ingress(PacketContext context, long nowPs) {
    AsicTables now = tables;
    context.set(StandardMetadata.EGRESS_SPEC, DROP_PORT);
    Packet packet = context.packet();
    long in = context.get(StandardMetadata.INGRESS_PORT);
    if (in == CPU_PORT) {
      fromProcessor(context);
      return;
    }
    AsicPort port = now.port(in);
    if (port == null || packet.headLength() < FrameFields.IPV4_END) {
      return;
    }
    switch (Bytes.unsignedShort(packet.bytes(), FrameFields.ETHERTYPE)) {
      case FrameFields.TYPE_ARP -> arp(context, now, port, (int) in);
      case FrameFields.TYPE_IPV4 -> route(context, now, port);
      default -> {
        // No other protocol is routed.
      }
    }
  }

  private static void fromProcessor(PacketContext context) {
    Packet packet = context.packet();
    byte[] bytes = packet.bytes();
    int length = packet.length() - PORT_BYTES;
    int port = Bytes.unsignedShort(bytes, 0);
    System.arraycopy(bytes, PORT_BYTES, bytes, 0, length);
    packet.setLengths(length, length);
    send(context, port, OWN_QUEUE);
  }

  private static void send(PacketContext context, int port, int queue) {
    context.set(StandardMetadata.EGRESS_SPEC, port);
    context.set(StandardMetadata.PRIORITY, queue);
  }

  /** Answers for the port's own addresses, and learns who answers. */
  private static void arp(PacketContext context, AsicTables now, AsicPort port, int in) {
    byte[] bytes = context.packet().bytes();
    if (context.packet().headLength() < FrameFields.ARP_END) {
      return;
    }
    long senderMac = Bytes.int48(bytes, FrameFields.ARP_SENDER_MAC);
    int sender = Bytes.int32(bytes, FrameFields.ARP_SENDER);
    int target = Bytes.int32(bytes, FrameFields.ARP_TARGET);
    now.learn(in, sender, senderMac);
    if (Bytes.unsignedShort(bytes, FrameFields.ARP_OPERATION) == FrameFields.REQUEST
        && port.addresses().contains(target)) {
      Bytes.putInt48(bytes, 0, senderMac);
      Bytes.putInt48(bytes, FrameFields.SOURCE_MAC, now.routerMac());
      Bytes.putShort(bytes, FrameFields.ARP_OPERATION, FrameFields.REPLY);
      Bytes.putInt48(bytes, FrameFields.ARP_SENDER_MAC, now.routerMac());
      Bytes.putInt(bytes, FrameFields.ARP_SENDER, target);
      Bytes.putInt48(bytes, FrameFields.ARP_TARGET_MAC, senderMac);
      Bytes.putInt(bytes, FrameFields.ARP_TARGET, sender);
      send(context, in, OWN_QUEUE);
    }
  }

  private void route(PacketContext context, AsicTables now, AsicPort port) {
    byte[] bytes = context.packet().bytes();
    RouteTable routes = port.routes();
    int ttl = bytes[FrameFields.TTL] & 0xff;
    if (routes == null
        || Bytes.int48(bytes, 0) != now.routerMac()
        || bytes[FrameFields.ETHERNET_BYTES] != NO_OPTIONS
        || ttl <= 1
        || !FrameFields.hasGoodChecksum(bytes)) {
      return;
    }
    RouteTable.NextHop hop =
        routes.find(
            Bytes.int32(bytes, FrameFields.DESTINATION),
            hashOfFlow(context.packet(), now.salt(), hasPorts(context.packet())));
    AsicPort out = hop == null ? null : now.port(hop.port());
    if (hop == null || out == null) {
      return;
    }
    Bytes.putInt48(bytes, 0, hop.mac());
    Bytes.putInt48(bytes, FrameFields.SOURCE_MAC, now.routerMac());
    int protocol = bytes[FrameFields.PROTOCOL] & 0xff;
    FrameFields.changeWord(bytes, FrameFields.TTL, ((ttl - 1) << 8) | protocol);
    int dscp = (bytes[FrameFields.TOS] & 0xff) >> 2;
    int queue = out.queueOfClass().get(port.classOfDscp().get(dscp));
    int length = context.packet().length();
    if (!port.untrimmed().isEmpty()
        && port.untrimmed().stream()
            .anyMatch(one -> one.contains(new Ipv4(Bytes.int32(bytes, FrameFields.SOURCE))))
        && depths.bytes(hop.port(), queue) + length > bounds.bytes(hop.port(), queue)) {
      dropped.merge(
          hop.port() * AsicPort.CLASSES + queue,
          new PacketByteCount(1, length),
          PacketByteCount::plus);
      return;
    }
    send(context, hop.port(), queue);
  }

  /** Returns what was dropped because no queue may trim it. */
  public PacketByteCount dropped(int port, int queue) {
    return dropped.getOrDefault(port * AsicPort.CLASSES + queue, PacketByteCount.ZERO);
  }

  private static boolean hasPorts(Packet packet) {
    int protocol = packet.bytes()[FrameFields.PROTOCOL] & 0xff;
    return (protocol == UDP || protocol == TCP)
        && packet.headLength() >= FrameFields.L4_PORTS + Integer.BYTES;
  }

  @Override
  public void egress(PacketContext context, long nowPs) {
    context.set(StandardMetadata.EGRESS_SPEC, 0);
    int port = (int) context.get(StandardMetadata.EGRESS_PORT);
    int queue = (int) context.get(StandardMetadata.QID);
    AsicPort out = tables.port(port);
    AsicPort.Wred wred = out == null ? null : out.wreds().get(queue);
    if (wred == null || !wred.acts(depths.bytes(port, queue), random.nextDouble())) {
      return;
    }
    byte[] bytes = context.packet().bytes();
    if (Bytes.unsignedShort(bytes, FrameFields.ETHERTYPE) != FrameFields.TYPE_IPV4) {
      return;
    }
    int ecn = bytes[FrameFields.TOS] & FrameFields.ECN_CE;
    if (ecn == 0 || !wred.marks()) {
      context.set(StandardMetadata.EGRESS_SPEC, DROP_PORT);
    } else if (ecn != FrameFields.ECN_CE) {
      int at = FrameFields.TOS - 1;
      FrameFields.changeWord(bytes, at, Bytes.unsignedShort(bytes, at) | FrameFields.ECN_CE);
    }
  }

  /**
   * Returns a question for a neighbour's MAC address, as a router's own processor sends it by a
   * port: the frame, with the number of the port in front of it.
   *
   * @param own address of the port's interface
   */
  public static byte[] arpRequest(int port, long routerMac, int own, int asked) {
    byte[] frame = new byte[SHORTEST_FRAME];
    Bytes.putInt48(frame, 0, FrameFields.BROADCAST);
    Bytes.putInt48(frame, FrameFields.SOURCE_MAC, routerMac);
    Bytes.putShort(frame, FrameFields.ETHERTYPE, FrameFields.TYPE_ARP);
    Bytes.putShort(frame, HARDWARE_TYPE, ARP_ETHERNET);
    Bytes.putShort(frame, PROTOCOL_TYPE, FrameFields.TYPE_IPV4);
    Bytes.putShort(frame, LENGTHS, MAC_AND_IPV4);
    Bytes.putShort(frame, FrameFields.ARP_OPERATION, FrameFields.REQUEST);
    Bytes.putInt48(frame, FrameFields.ARP_SENDER_MAC, routerMac);
    Bytes.putInt(frame, FrameFields.ARP_SENDER, own);
    Bytes.putInt(frame, FrameFields.ARP_TARGET, asked);
    byte[] message = new byte[PORT_BYTES + frame.length];
    Bytes.putShort(message, 0, port);
    System.arraycopy(frame, 0, message, PORT_BYTES, frame.length);
    return message;
  }
}
