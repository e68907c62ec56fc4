package io.smartt.bench;

import static io.smartt.bench.BenchEntries.call;
import static io.smartt.bench.BenchEntries.exact;
import static io.smartt.bench.BenchEntries.prefix;
import static io.smartt.bench.BenchEntries.put;

import module java.base;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One packet after the other through a whole program, on one core. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PipelineBenchmark {
  /** The program and its entries. */
  @Param({"smartt", "router-10000", "filter-500-1-mask", "filter-500-500-masks"})
  public String device = "";

  private OnePortSwitch bench = SmarttSwitch.create();

  /** Builds the switch; fails where it would forward nothing. */
  @Setup
  public void build() {
    bench =
        switch (device) {
          case "smartt" -> SmarttSwitch.create();
          case "router-10000" -> RouterSwitch.create(10_000);
          case "filter-500-1-mask" -> FilterSwitch.create(500, 1);
          case "filter-500-500-masks" -> FilterSwitch.create(500, 500);
          default -> throw new IllegalArgumentException(device);
        };
    long port = bench.forward();
    if (port == 0 || port == bench.pipeline().dropPort()) {
      throw new IllegalStateException(device + " forwards nothing");
    }
  }

  /** A packet from parser to deparser. */
  @Benchmark
  public long packet() {
    return bench.forward();
  }

  /** A packet filter of ternary entries none of which matches. */
  static final class FilterSwitch {
    private static final int SOURCE = 0x0a000001;

    private FilterSwitch() {}

    /**
     * Makes a switch with a filter.
     *
     * @param masks how many different masks the entries have
     */
    static OnePortSwitch create(int entries, int masks) {
      Random random = new Random(5);
      List<Change> changes = new ArrayList<>();
      for (int i = 0; i < entries; i++) {
        changes.add(entry(i, i % masks, random));
      }
      List<Packet> packets = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        packets.add(BenchPackets.udp(SOURCE + i, 0x0b000000 + i * 77, 0, 1000 + i, 53));
      }
      return new OnePortSwitch(OnePortSwitch.program("/programs/filter.json"), changes, packets);
    }

    /**
     * Adds an entry of a network that no packet comes from; the number of its mask is in what else
     * it looks at.
     */
    private static Change entry(int number, int mask, Random random) {
      List<MatchValue> key =
          List.of(
              ternary(0xc0000000L | random.nextInt(1 << 24), 0xffffff00L, 32),
              ternary(random.nextInt() & 0xffffffffL, (mask & 0xffL) | 0xff000000L, 32),
              ternary(6, 0xff, 8),
              ternary(random.nextInt(1 << 16), ((mask >> 8) & 0xffL) | 0xff00L, 16),
              new MatchValue.Any());
      return new Change.PutEntry(
          TableEntry.of(
              "ingress.rules",
              key,
              1 + number,
              new TableEntry.EntryTarget.ActionCall("ingress.drop", List.of())));
    }

    private static MatchValue ternary(long value, long mask, int width) {
      return new MatchValue.Ternary(Bits.of(value & mask, width), Bits.of(mask, width));
    }
  }

  /** {@code smartt.p4} as a leaf of the testbed has it: hosts, uplinks, classes, RED, trimming. */
  static final class SmarttSwitch {
    private static final int HOSTS = 16;
    private static final int LOCAL_HOSTS = 4;
    private static final int UPLINKS = 4;
    private static final int DSCP_DATA = 10;
    private static final int DSCP_CONTROL = 46;
    private static final int UET_PORT = 4793;
    private static final int FIRST_ADDRESS = 0x0a000001;

    private SmarttSwitch() {}

    static OnePortSwitch create() {
      List<Packet> packets = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        packets.add(
            BenchPackets.udp(
                FIRST_ADDRESS,
                FIRST_ADDRESS + i % HOSTS,
                DSCP_DATA << 2 | 2,
                1000 + i * 7,
                UET_PORT));
      }
      return new OnePortSwitch(
          OnePortSwitch.program("/io/smartt/p4/programs/smartt.json"), changes(), packets);
    }

    private static List<Change> changes() {
      List<Change> changes = new ArrayList<>();
      List<WeightedMember> uplinks = new ArrayList<>();
      changes.add(new Change.SetDefault("ingress.ecmp_salt", call("ingress.set_salt", 77, 32)));
      for (int port = 1; port <= LOCAL_HOSTS + UPLINKS; port++) {
        changes.add(
            new Change.PutMember(
                "ingress.ecmp",
                port,
                call("ingress.to_port", port, 9, 0x020000000000L + port, 48)));
        if (port > LOCAL_HOSTS) {
          uplinks.add(new WeightedMember(port, 1));
        }
        EntryTarget trim = call("ingress.trim_above", 400_000, 32, 64, 16, 48, 6, 1, 3);
        changes.add(put("ingress.trim_limit", List.of(exact(port, 9), exact(0, 3)), trim));
        EntryTarget mark = call("egress.mark_between", 80_000, 32, 320_000, 32);
        changes.add(put("egress.red_profile", List.of(exact(port, 9), exact(0, 3)), mark));
      }
      changes.add(new Change.PutGroup("ingress.ecmp", 1, uplinks));
      for (int host = 0; host < HOSTS; host++) {
        EntryTarget target =
            host < LOCAL_HOSTS ? new EntryTarget.Member(host + 1) : new EntryTarget.Group(1);
        changes.add(put("ingress.ipv4_lpm", prefix(FIRST_ADDRESS + host, 32), target));
      }
      changes.add(
          put("ingress.traffic_class", exact(DSCP_DATA, 6), call("ingress.data_class", 0, 3)));
      changes.add(
          put(
              "ingress.traffic_class",
              exact(DSCP_CONTROL, 6),
              call("ingress.control_class", 1, 3)));
      return changes;
    }
  }
}
