package io.smartt.bench;

import module java.base;

import io.smartt.base.topology.Adjacency;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.softswitch.QueueConfig;
import io.smartt.virtual.PresentOrder;
import io.smartt.virtual.PresentOrder.Taken;
import io.smartt.virtual.SwitchWindows;
import io.smartt.virtual.SwitchWindows.Site;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The recorded windows of one switch, run in the product's order and in stages, in turns. Both have
 * to give the same frames at the same picoseconds. Only the windows are timed, by the thread's CPU
 * time: not what puts frames on links and takes them off.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "-XX:+UseSerialGC",
      "-Xmx2g",
      "--enable-native-access=ALL-UNNAMED",
      // As the launcher has the path of a packet compiled.
      "-XX:CompileCommand=quiet",
      "-XX:CompileCommand=dontinline,io.smartt.softswitch.EmbeddedSwitch::receive",
      "-XX:CompileCommand=dontinline,io.smartt.softswitch.EmbeddedSwitch::transmit",
      "-XX:CompileCommand=dontinline,io.smartt.p4.pipeline.runtime.SlotPipeline::ingress",
      "-XX:CompileCommand=dontinline,io.smartt.p4.pipeline.runtime.SlotPipeline::egress",
      "-XX:CompileCommand=dontinline,io.smartt.p4.pipeline.runtime.SlotPipeline::deparse"
    })
@Warmup(iterations = 8)
@Measurement(iterations = 10)
public class WindowOrderBenchmark {
  private static final long PS_PER_SECOND = 1_000_000_000_000L;
  private static final long HOPS = 400_000;
  private static final int EMPTY_PAIRS = 1_000;

  /** Hosts of the fat tree that the switch is of. */
  @Param({"128", "1024"})
  public int hosts;

  /** The traffic of the run. */
  @Param("core-permutation:2MiB")
  public String workload = "";

  /** The number of the switch in the second tier, from 1; 0: the middle one. */
  @Param("0")
  public int second;

  /** Switches that take turns, a window each: one stays in the cache, a network's do not. */
  @Param({"1", "80"})
  public int switches;

  /** The code that runs in stages: arrays of numbers, written by hand, or the compiled program. */
  @Param({"arrays", "program"})
  public String stages = "";

  /** Parts that a window is cut in for the stages, which shows what few frames at once cost. */
  @Param("1")
  public int parts;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Packet frame = new Packet(256);

  @SuppressWarnings("NullAway.Init") // by start()
  private SwitchWindows windows;

  @SuppressWarnings("NullAway.Init") // by start()
  private PresentOrder present;

  private final List<StagedSwitch> staged = new ArrayList<>();
  private final List<Taken> taken = new ArrayList<>();
  private final List<String> ratios = new ArrayList<>();
  private long step;
  private long readingNs;

  /** Costs of a pass over all windows. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Counted {
    /** The packets that passed the switches. */
    public long packetHops;

    /** CPU time of the present order, picoseconds a packet-hop. */
    public long presentPsPerHop;

    /** CPU time of stages, picoseconds a packet-hop. */
    public long stagedPsPerHop;
  }

  @Setup
  public void start() throws IOException, InterruptedException {
    String topology = "fattree,hosts=" + hosts;
    windows = SwitchWindows.of(topology, workload, second);
    Site site = Site.of(topology, workload, second);
    present = new PresentOrder(site, windows, switches);
    List<Adjacency> adjacencies = site.topology().adjacencies(site.at());
    int ports = adjacencies.stream().mapToInt(Adjacency::port).max().orElseThrow();
    StagedSwitch.Wire[] wires = new StagedSwitch.Wire[ports + 1];
    QueueConfig[][] bounds = new QueueConfig[ports + 1][];
    for (Adjacency port : adjacencies) {
      wires[port.port()] =
          new StagedSwitch.Wire(
              2 * (port.direction() ^ 1),
              2 * port.direction() + 1,
              8 * PS_PER_SECOND / port.rateBps(),
              site.spec().packets().overheadBytes(),
              port.link().latencyPs() + port.peer().node().latencyPs());
      bounds[port.port()] = present.bounds(port.port());
    }
    StagedSwitch.Scratch scratch = new StagedSwitch.Scratch();
    for (int i = 0; i < switches; i++) {
      staged.add(
          stages.equals("arrays")
              ? new StagedSwitch(
                  new StagedTables(present.tables(), ports),
                  scratch,
                  PresentOrder.random(site),
                  site.spec().seed(),
                  wires,
                  bounds)
              : new PipelineStages(
                  pipeline(site),
                  new StagedTables(present.tables(), ports),
                  scratch,
                  site.spec().seed(),
                  wires,
                  bounds));
      taken.add(new Taken(ports + 1));
    }
    long before = threads.getCurrentThreadCpuTime();
    for (int i = 1; i < EMPTY_PAIRS; i++) {
      readingNs = (threads.getCurrentThreadCpuTime() - before) / i;
    }
    check(pass(1));
  }

  /** Prints the ratio of each pair. */
  @TearDown
  public void end() {
    System.out.println("present / staged: " + String.join(" ", ratios));
  }

  /** Returns a pipeline with the tables of the run. */
  private Pipeline pipeline(Site site) {
    Pipeline pipeline =
        site.in()
            .programs()
            .load(site.in().program().deviceConfig().toByteArray())
            .instantiate(PresentOrder.random(site));
    PipelineStages.copy(present.tables(), pipeline.control());
    return pipeline;
  }

  private record Pass(long presentNs, long stagedNs, long hops) {}

  /** Runs every switch through all windows again and again, each from another one on. */
  private Pass pass(long leastHops) {
    long presentNs = 0;
    long stagedNs = 0;
    long hopsAtOnce = (long) windows.first(windows.windows()) * switches;
    long times = Math.ceilDiv(leastHops, hopsAtOnce);
    for (long i = 0; i < times * windows.windows(); i++) {
      long startPs = (step + 8) * windows.windowPs();
      long endPs = startPs + windows.windowPs();
      for (int each = 0; each < switches; each++) {
        present.put(each, window(each), startPs);
      }
      long before = threads.getCurrentThreadCpuTime();
      present.run(endPs);
      presentNs += threads.getCurrentThreadCpuTime() - before - readingNs;
      present.take(endPs);
      for (int each = 0; each < switches; each++) {
        put(each, startPs);
      }
      before = threads.getCurrentThreadCpuTime();
      for (int each = 0; each < switches; each++) {
        for (int part = 0; part < parts; part++) {
          long fromPs = startPs + part * windows.windowPs() / parts;
          staged.get(each).run(fromPs, startPs + (part + 1) * windows.windowPs() / parts);
        }
      }
      stagedNs += threads.getCurrentThreadCpuTime() - before - readingNs;
      for (int each = 0; each < switches; each++) {
        staged.get(each).take(endPs, frame, taken.get(each));
      }
      step++;
    }
    return new Pass(presentNs, stagedNs, times * hopsAtOnce);
  }

  private int window(int each) {
    return (int) ((step + each) % windows.windows());
  }

  private void put(int each, long startPs) {
    int window = window(each);
    for (int i = windows.first(window); i < windows.first(window + 1); i++) {
      windows.copyTo(i, frame);
      staged.get(each).put(windows.port(i), startPs + windows.offsetPs(i), frame);
    }
  }

  /** Compares what both orders gave. */
  private void check(Pass pass) {
    for (int each = 0; each < switches; each++) {
      Taken ours = present.taken(each);
      if (!ours.sums().equals(taken.get(each).sums())) {
        throw new IllegalStateException(
            "switch %d: %d frames, %s in the product's order, %d frames, %s in stages"
                .formatted(
                    each,
                    ours.frames(),
                    ours.sums(),
                    taken.get(each).frames(),
                    taken.get(each).sums()));
      }
      String counters = present.counters(each);
      if (!counters.equals(staged.get(each).counters())) {
        throw new IllegalStateException(counters + " but " + staged.get(each).counters());
      }
    }
    System.out.printf(
        "%d hops, %d windows; first switch: %s%n",
        pass.hops(), windows.windows(), present.counters(0));
  }

  /** A pass in both orders. */
  @Benchmark
  public void windows(Counted counted) {
    Pass pass = pass(HOPS);
    check(pass);
    counted.packetHops = pass.hops();
    counted.presentPsPerHop = 1_000 * pass.presentNs() / pass.hops();
    counted.stagedPsPerHop = 1_000 * pass.stagedNs() / pass.hops();
    ratios.add(
        String.format(
            Locale.ROOT,
            "%d/%d=%.2f",
            pass.presentNs() / pass.hops(),
            pass.stagedNs() / pass.hops(),
            (double) pass.presentNs() / pass.stagedNs()));
  }
}
