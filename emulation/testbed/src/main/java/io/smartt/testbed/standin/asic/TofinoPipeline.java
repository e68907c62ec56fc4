package io.smartt.testbed.standin.asic;

import io.smartt.host.wire.Bytes;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.StandardMetadata;
import java.util.random.RandomGenerator;

/**
 * The pipeline of smartt_tna.p4 on a Tofino, around the queues of the embedded switch. The traffic
 * manager trims where the Tofino deflects, mirrors and recirculates: a trimmed packet leaves by its
 * port's control queue. Packets are for one thread; {@link #forwardBy} may be called from any.
 * Allocates nothing per packet.
 */
public final class TofinoPipeline extends ChipPipeline {
  /** The queue of data on a port. */
  public static final int DATA_QUEUE = 0;

  /** The queue of control and trimmed packets on a port. */
  public static final int CONTROL_QUEUE = 1;

  private static final int ETHERNET_BYTES = FrameFields.ETHERNET_BYTES;
  private static final int TOTAL_LENGTH = 16;
  private static final int FRAGMENT = 20;
  private static final int FRAGMENT_OFFSET = 0x1fff;
  private static final int UDP_LENGTH = 38;
  private static final int UDP_CHECKSUM = 40;
  private static final int UDP_END = 42;
  private static final int UDP = 17;
  private static final int TCP = 6;
  private static final int NO_OPTIONS = 0x45;
  private static final int DRAWS = 256;

  private final ChipPipeline.QueueDepths depths;
  private final RandomGenerator random;
  private final int cellBytes;
  private volatile TofinoTables tables = TofinoTables.EMPTY;

  /**
   * A chip with empty tables.
   *
   * @param random of marks
   * @param cellBytes in which depths are counted
   */
  public TofinoPipeline(ChipPipeline.QueueDepths depths, RandomGenerator random, int cellBytes) {
    this.depths = depths;
    this.random = random;
    this.cellBytes = cellBytes;
  }

  /** Forwards by other tables from the next packet on. */
  public void forwardBy(TofinoTables newTables) {
    tables = newTables;
  }

  @Override
  public void ingress(PacketContext context, long nowPs) {
    TofinoTables now = tables;
    context.set(StandardMetadata.EGRESS_SPEC, DROP_PORT);
    Packet packet = context.packet();
    byte[] bytes = packet.bytes();
    if (packet.headLength() < FrameFields.IPV4_END
        || Bytes.unsignedShort(bytes, FrameFields.ETHERTYPE) != FrameFields.TYPE_IPV4
        || !FrameFields.hasGoodChecksum(bytes)) {
      return;
    }
    int ttl = bytes[FrameFields.TTL] & 0xff;
    RouteTable.NextHop hop =
        ttl <= 1
            ? null
            : now.routes()
                .find(
                    Bytes.int32(bytes, FrameFields.DESTINATION),
                    hashOfFlow(packet, now.salt(), hasPorts(packet)));
    if (hop == null) {
      return;
    }
    System.arraycopy(bytes, 0, bytes, FrameFields.SOURCE_MAC, FrameFields.MAC_BYTES);
    Bytes.putInt48(bytes, 0, hop.mac());
    int protocol = bytes[FrameFields.PROTOCOL] & 0xff;
    FrameFields.changeWord(bytes, FrameFields.TTL, ((ttl - 1) << 8) | protocol);
    boolean control = now.classOf(dscp(bytes)) == TofinoTables.TrafficClass.CONTROL;
    context.set(StandardMetadata.EGRESS_SPEC, hop.port());
    context.set(StandardMetadata.PRIORITY, control ? CONTROL_QUEUE : DATA_QUEUE);
  }

  private static int dscp(byte[] bytes) {
    return (bytes[FrameFields.TOS] & 0xff) >> 2;
  }

  private static boolean hasPorts(Packet packet) {
    byte[] bytes = packet.bytes();
    int protocol = bytes[FrameFields.PROTOCOL] & 0xff;
    return bytes[ETHERNET_BYTES] == NO_OPTIONS
        && (Bytes.unsignedShort(bytes, FRAGMENT) & FRAGMENT_OFFSET) == 0
        && (protocol == UDP || protocol == TCP)
        && packet.headLength() >= FrameFields.L4_PORTS + Integer.BYTES;
  }

  @Override
  public void egress(PacketContext context, long nowPs) {
    context.set(StandardMetadata.EGRESS_SPEC, 0);
    TofinoTables now = tables;
    byte[] bytes = context.packet().bytes();
    int port = (int) context.get(StandardMetadata.EGRESS_PORT);
    int queue = (int) context.get(StandardMetadata.QID);
    TofinoTables.TrafficClass is = now.classOf(dscp(bytes));
    if (is == TofinoTables.TrafficClass.CONTROL) {
      return;
    }
    if (queue == CONTROL_QUEUE) {
      trimmed(context, now, is, port);
    } else if (is == TofinoTables.TrafficClass.DATA) {
      mark(context, now, port, queue);
    }
  }

  /** Marks a packet that was cut: its headers say so, as {@code egress.trim_to} does. */
  private static void trimmed(
      PacketContext context, TofinoTables now, TofinoTables.TrafficClass is, int port) {
    Packet packet = context.packet();
    byte[] bytes = packet.bytes();
    TofinoTables.Trim trim = now.trim(port);
    boolean udp =
        (bytes[FrameFields.PROTOCOL] & 0xff) == UDP
            && hasPorts(packet)
            && packet.headLength() >= UDP_END;
    if (is != TofinoTables.TrafficClass.DATA || trim == null || !udp) {
      context.set(StandardMetadata.EGRESS_SPEC, DROP_PORT);
      return;
    }
    now.tally().trimmed(port, packet.length());
    int total = Bytes.unsignedShort(bytes, TOTAL_LENGTH);
    FrameFields.changeWord(bytes, TOTAL_LENGTH, Math.min(total, trim.totalLength()));
    int length = Bytes.unsignedShort(bytes, UDP_LENGTH);
    Bytes.putShort(bytes, UDP_LENGTH, Math.min(length, trim.udpLength()));
    Bytes.putShort(bytes, UDP_CHECKSUM, 0);
  }

  private void mark(PacketContext context, TofinoTables now, int port, int queue) {
    byte[] bytes = context.packet().bytes();
    int depth = (int) Math.ceilDiv(depths.bytes(port, queue), (long) cellBytes);
    int ecn = bytes[FrameFields.TOS] & FrameFields.ECN_CE;
    boolean capable = ecn != 0 && ecn != FrameFields.ECN_CE;
    if (now.marks(port, depth, random.nextInt(DRAWS)) && capable) {
      int at = FrameFields.TOS - 1;
      FrameFields.changeWord(bytes, at, Bytes.unsignedShort(bytes, at) | FrameFields.ECN_CE);
      now.tally().marked(port, context.packet().length());
    }
  }
}
