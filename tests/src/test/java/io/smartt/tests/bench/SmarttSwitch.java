package io.smartt.tests.bench;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Change;
import io.smartt.p4.pipeline.EntryTarget;
import io.smartt.p4.pipeline.MatchValue;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.WeightedMember;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** {@code smartt.p4} as a leaf of the testbed has it: hosts, uplinks, classes, RED, trimming. */
final class SmarttSwitch {
  private static final int HOSTS = 16;
  private static final int LOCAL_HOSTS = 4;
  private static final int UPLINKS = 4;
  private static final int PORTS = LOCAL_HOSTS + UPLINKS;
  private static final int WIRE_BYTES = 4096;
  private static final int DSCP_DATA = 10;
  private static final int DSCP_CONTROL = 46;
  private static final int FIRST_ADDRESS = 0x0a000001;

  private final Pipeline pipeline;
  private final PacketContext context;
  private final List<Packet> packets = new ArrayList<>();
  private int next;

  SmarttSwitch(PipelineProgram program) {
    pipeline = program.instantiate(new Random(1));
    pipeline.control().apply(changes());
    context = pipeline.newContext();
    for (int i = 0; i < 64; i++) {
      packets.add(dataPacket(i % HOSTS, 1000 + i * 7));
    }
  }

  /** One packet from parser to deparser; the port it leaves by. */
  long forward() {
    Packet packet = packets.get(next);
    next = (next + 1) % packets.size();
    context.reset();
    context.packet().copyFrom(packet);
    context.set(StandardMetadata.INGRESS_PORT, 1);
    context.set(StandardMetadata.PACKET_LENGTH, packet.length());
    context.set(StandardMetadata.INGRESS_GLOBAL_TIMESTAMP, 5);
    pipeline.ingress(context, 5_000_000);
    long port = context.get(StandardMetadata.EGRESS_SPEC);
    context.set(StandardMetadata.EGRESS_PORT, port);
    context.set(StandardMetadata.DEQ_QDEPTH, 3);
    pipeline.egress(context, 6_000_000);
    pipeline.deparse(context);
    return port;
  }

  private static List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    List<WeightedMember> uplinks = new ArrayList<>();
    changes.add(new Change.SetDefault("ingress.ecmp_salt", call("ingress.set_salt", 77, 32)));
    for (int port = 1; port <= PORTS; port++) {
      changes.add(
          new Change.PutMember(
              "ingress.ecmp", port, call("ingress.to_port", port, 9, 0x020000000000L + port, 48)));
      if (port > LOCAL_HOSTS) {
        uplinks.add(new WeightedMember(port, 1));
      }
      changes.add(
          put(
              "ingress.trim_limit",
              new MatchValue.Exact(Bits.of(port, 9)),
              call("ingress.trim_above", 100, 19, 64, 16, 48, 6)));
      changes.add(
          put(
              "egress.red_profile",
              new MatchValue.Exact(Bits.of(port, 9)),
              call("egress.mark_between", 20, 19, 80, 19)));
    }
    changes.add(new Change.PutGroup("ingress.ecmp", 1, uplinks));
    for (int host = 0; host < HOSTS; host++) {
      EntryTarget target =
          host < LOCAL_HOSTS ? new EntryTarget.Member(host + 1) : new EntryTarget.Group(1);
      changes.add(
          put(
              "ingress.ipv4_lpm",
              new MatchValue.Lpm(Bits.of(FIRST_ADDRESS + host, 32), 32),
              target));
    }
    changes.add(
        put(
            "ingress.traffic_class",
            new MatchValue.Exact(Bits.of(DSCP_DATA, 6)),
            call("ingress.data_class")));
    changes.add(
        put(
            "ingress.traffic_class",
            new MatchValue.Exact(Bits.of(DSCP_CONTROL, 6)),
            call("ingress.control_class")));
    return changes;
  }

  private static Change put(String table, MatchValue key, EntryTarget target) {
    return new Change.PutEntry(TableEntry.of(table, List.of(key), 0, target));
  }

  /** An action with its arguments as value, width, value, width. */
  private static EntryTarget.ActionCall call(String action, long... valuesAndWidths) {
    List<Bits> arguments = new ArrayList<>();
    for (int i = 0; i < valuesAndWidths.length; i += 2) {
      arguments.add(Bits.of(valuesAndWidths[i], (int) valuesAndWidths[i + 1]));
    }
    return new EntryTarget.ActionCall(action, arguments);
  }

  /** Ethernet, IPv4, UDP and UET headers; the payload is only counted. */
  private static Packet dataPacket(int host, int sourcePort) {
    ByteBuffer bytes = ByteBuffer.allocate(70);
    bytes.putShort((short) 0x0200).putInt(9).putShort((short) 0x0200).putInt(1);
    bytes.putShort((short) 0x0800);
    int ip = bytes.position();
    bytes.putShort((short) (0x4500 | DSCP_DATA << 2 | 2)).putShort((short) (WIRE_BYTES - 14));
    bytes.putInt(0).put((byte) 64).put((byte) 17).putShort((short) 0);
    bytes.putInt(FIRST_ADDRESS).putInt(FIRST_ADDRESS + host);
    int sum = 0;
    for (int at = ip; at < ip + 20; at += 2) {
      sum += bytes.getShort(at) & 0xffff;
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    sum = (sum & 0xffff) + (sum >>> 16);
    bytes.putShort(ip + 10, (short) ~sum);
    bytes.putShort((short) sourcePort).putShort((short) 4793);
    bytes.putShort((short) (WIRE_BYTES - 34)).putShort((short) 0);
    Packet packet = new Packet(bytes.capacity());
    packet.set(bytes.array(), 0, bytes.capacity(), WIRE_BYTES);
    return packet;
  }
}
