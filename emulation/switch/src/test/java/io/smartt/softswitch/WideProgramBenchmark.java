package io.smartt.softswitch;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.seed.PortNumbers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/**
 * Packets a second through the whole embedded switch, in memory, with the program of {@code
 * p4/src/test/resources/programs/acl-router.json}: 10,000 routes, 500 ternary entries that no
 * packet matches. Run by hand: path of the program, flows, masks of the ternary entries, rounds.
 */
final class WideProgramBenchmark {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int ROUTES = 10_000;
  private static final int ENTRIES = 500;
  private static final int HOPS = 32;
  private static final int ACL_FIELDS = 17;
  private static final int ACL_SOURCE = 5;
  private static final int ACL_TARGET = 14;
  private static final long ROUND_NS = 2_000_000_000L;

  private final EmbeddedSwitch device;
  private final byte[][] packets;
  private final int[] ports;
  private final Packet packet = new Packet(128);
  private final Packet out = new Packet(128);
  private int next;
  private long nowPs;

  private WideProgramBenchmark(byte[] json, int flows, int masks) {
    Pipeline pipeline = Bmv2Program.observable(json).instantiate(new Random(1));
    List<Change> changes = new ArrayList<>();
    put(changes, "vrf", List.of(exact(0, 16)), 0, "NoAction");
    put(changes, "l3_admit", List.of(ternary(0xaa, 0xff, 48), new MatchValue.Any()), 1, "admit");
    for (int hop = 1; hop <= HOPS; hop++) {
      put(changes, "nexthop", List.of(exact(hop, 16)), 0, "set_ip_nexthop", hop, 16, hop, 16);
      put(
          changes,
          "neighbor",
          List.of(exact(hop, 16), exact(hop, 16)),
          0,
          "set_dst_mac",
          0x020000000000L + hop,
          48);
      put(changes, "router_interface", List.of(exact(hop, 16)), 0, "set_port", hop, 9, hop, 48);
    }
    for (int i = 0; i < ROUTES; i++) {
      MatchValue prefix = new MatchValue.Lpm(Bits.of(address(i), 32), 24 + i % 5);
      put(changes, "ipv4", List.of(exact(0, 16), prefix), 0, "set_nexthop", 1 + i % HOPS, 16);
    }
    for (int i = 0; i < ENTRIES; i++) {
      MatchValue[] key = new MatchValue[ACL_FIELDS];
      Arrays.fill(key, new MatchValue.Any());
      long mask = 0xffff0000L | (masks == 1 ? 0xffffL : 1 + i * 131L);
      key[ACL_SOURCE] = ternary(0xc0a80000L | (i * 131L + 1 & mask), mask, 32);
      key[ACL_TARGET] = ternary(7 + i, 0xffff, 16);
      put(changes, "acl_ingress", Arrays.asList(key), 1 + i, "acl_drop");
    }
    pipeline.control().apply(changes);
    device =
        new EmbeddedSwitch(
            "bench",
            PortNumbers.upTo(HOPS),
            OptionalInt.empty(),
            List.of(QueueConfig.packets(QueueConfig.UNLIMITED)),
            _ -> {});
    device.install(pipeline, new ReplicationEngine(), false);
    packets = new byte[flows][];
    ports = new int[flows];
    for (int i = 0; i < flows; i++) {
      packets[i] = packet(address(i % ROUTES) + 1 + i / ROUTES % 14, i);
      ports[i] = 1 + i % ROUTES % HOPS;
    }
  }

  private static long address(int route) {
    return 0x0a000000L + ((long) route << 8);
  }

  private static MatchValue exact(long value, int width) {
    return new MatchValue.Exact(Bits.of(value, width));
  }

  private static MatchValue ternary(long value, long mask, int width) {
    return new MatchValue.Ternary(Bits.of(value & mask, width), Bits.of(mask, width));
  }

  /** An entry; the action's arguments are numbers, each with its width after it. */
  private static void put(
      List<Change> changes,
      String table,
      List<MatchValue> key,
      int priority,
      String action,
      long... arguments) {
    List<Bits> bits = new ArrayList<>();
    for (int i = 0; i < arguments.length; i += 2) {
      bits.add(Bits.of(arguments[i], (int) arguments[i + 1]));
    }
    String name = action.equals("NoAction") ? action : "ingress." + action;
    changes.add(
        new Change.PutEntry(
            TableEntry.of(
                "ingress." + table, key, priority, new EntryTarget.ActionCall(name, bits))));
  }

  /** UDP in IPv4 from 192.168.0.1, its checksum right. */
  private static byte[] packet(long target, int flow) {
    byte[] bytes = new byte[64];
    bytes[5] = (byte) 0xaa;
    bytes[11] = (byte) 0xbb;
    bytes[12] = 8;
    bytes[14] = 0x45;
    bytes[17] = 50;
    bytes[22] = 64;
    bytes[23] = 17;
    bytes[26] = (byte) 192;
    bytes[27] = (byte) 168;
    bytes[29] = 1;
    for (int i = 0; i < 4; i++) {
      bytes[30 + i] = (byte) (target >>> (8 * (3 - i)));
    }
    bytes[34] = (byte) (flow >>> 8);
    bytes[35] = (byte) flow;
    bytes[36] = (byte) 0xf0;
    int sum = 0;
    for (int i = 14; i < 34; i += 2) {
      sum += ((bytes[i] & 0xff) << 8) | (bytes[i + 1] & 0xff);
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    sum = ~((sum & 0xffff) + (sum >>> 16));
    bytes[24] = (byte) (sum >>> 8);
    bytes[25] = (byte) sum;
    return bytes;
  }

  private void pass() {
    byte[] bytes = packets[next];
    int port = ports[next];
    next = next + 1 == packets.length ? 0 : next + 1;
    nowPs += 1_000_000;
    packet.set(bytes, 0, bytes.length, bytes.length);
    device.receive(1, packet, nowPs);
    if (!device.transmit(port, nowPs, out) || out.bytes()[22] != 63) {
      throw new IllegalStateException("packet " + next + " did not leave by port " + port);
    }
  }

  /** By the thread's own time, since others use the machine too. */
  private long packetsPerSecond() {
    long start = THREADS.getCurrentThreadCpuTime();
    long end = start;
    long count = 0;
    while (end - start < ROUND_NS) {
      for (int i = 0; i < 1000; i++) {
        pass();
      }
      count += 1000;
      end = THREADS.getCurrentThreadCpuTime();
    }
    return count * 1_000_000_000L / (end - start);
  }

  /** Prints the median and the range of the rounds. */
  public static void main(String[] args) throws IOException {
    WideProgramBenchmark benchmark =
        new WideProgramBenchmark(
            Files.readAllBytes(Path.of(args[0])),
            Integer.parseInt(args[1]),
            Integer.parseInt(args[2]));
    benchmark.packetsPerSecond();
    benchmark.packetsPerSecond();
    long[] rounds = new long[Integer.parseInt(args[3])];
    Arrays.setAll(rounds, _ -> benchmark.packetsPerSecond());
    Arrays.sort(rounds);
    System.out.printf(
        "%s flows, %s masks: %,d packets a second (%,d to %,d)%n",
        args[1], args[2], rounds[rounds.length / 2], rounds[0], rounds[rounds.length - 1]);
  }
}
