package io.smartt.experiment.report;

import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.report.FlowRecord.PathInfo;
import io.smartt.experiment.report.RunIdentity.RunOrigin;
import io.smartt.experiment.report.RunResult.RunCost;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.experiment.report.TopologyView.Condition;
import io.smartt.experiment.report.TopologyView.Kind;
import io.smartt.experiment.report.TopologyView.Link;
import io.smartt.experiment.report.TopologyView.Node;
import io.smartt.p4.pipeline.PacketByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** An invented 15-to-1 incast on a leaf-spine of 4 leaves, 4 spines and 4 hosts a leaf. */
public final class MadeUpRun {
  static final long US = 1_000_000;
  static final int FLOWS = 15;
  private static final long RATE_BPS = 50_000_000_000L;
  private static final long FLOW_BYTES = 4L << 20;
  private static final long IDEAL_PS = 10_500 * US;

  public static RunIdentity identity(long seed) {
    return identity(
        "incast-15x4MiB",
        "virtual",
        "leafspine,4,4,4",
        "incast:15x4MiB",
        "smartt",
        "reps",
        "p4",
        "paper",
        seed,
        1);
  }

  public static RunResult completed(long seed) {
    return result(seed, RunStatus.COMPLETED, Optional.empty(), FLOWS);
  }

  public static RunResult interrupted(long seed) {
    return result(
        seed, RunStatus.INTERRUPTED, Optional.of("stopped by the user at 5.1 ms of 10.5 ms"), 3);
  }

  /** The identity of a run with one congestion control and no origin. */
  public static RunIdentity identity(
      String name,
      String fabric,
      String topology,
      String workload,
      String scheme,
      String loadBalancer,
      String trimming,
      String constants,
      long seed,
      double dilation) {
    return new RunIdentity(
        name,
        fabric,
        topology,
        workload,
        new RunIdentity.RunTransport(scheme, loadBalancer, trimming, constants),
        seed,
        dilation,
        new RunIdentity.Own(Map.of(), Map.of(), Map.of()),
        new RunOrigin("", "", List.of()));
  }

  /** A flow whose sender measured no round-trip time. */
  public static FlowRecord flow(
      int id,
      String src,
      String dst,
      long bytes,
      long startPs,
      OptionalLong finishPs,
      long idealPs,
      FlowCounters counters,
      PathInfo path) {
    return new FlowRecord(
        id, src, dst, bytes, startPs, finishPs, idealPs, counters, path, Optional.empty());
  }

  /** A run that failed with these flows. */
  public static RunResult failed(String why, List<FlowRecord> flows) {
    return of(RunStatus.FAILED, Optional.of(why), flows, 0);
  }

  /** A run with these flows, whose switches counted nothing else. */
  public static RunResult of(
      RunStatus status, Optional<String> message, List<FlowRecord> flows, long pauseFrames) {
    return result(
        identity(1),
        status,
        message,
        flows,
        List.of(),
        0,
        pauseFrames,
        RunSamples.NONE,
        leafSpine(),
        new RunCost(0, 0, 0, 0));
  }

  /** A run whose fabric says nothing of packets, jobs and ports. */
  static RunResult result(
      RunIdentity identity,
      RunStatus status,
      Optional<String> message,
      List<FlowRecord> flows,
      List<QueueRecord> queues,
      long unqueuedDrops,
      long pauseFrames,
      RunSamples samples,
      TopologyView topology,
      RunCost cost) {
    return new ResultDraft(
            identity, new RunResult.Ending(status, message, Optional.empty()), topology, cost)
        .flows(flows)
        .switches(
            new RunResult.Switched(queues, unqueuedDrops, pauseFrames, Optional.empty(), List.of()))
        .samples(samples)
        .result();
  }

  private static RunResult result(
      long seed, RunStatus status, Optional<String> message, int finished) {
    Random random = new Random(seed);
    SampleRecorder recorder = new SampleRecorder();
    List<FlowRecord> flows = new ArrayList<>();
    for (int id = 0; id < FLOWS; id++) {
      long fct = (long) (IDEAL_PS * (0.97 + 0.05 * random.nextDouble()));
      flows.add(flow(id, id < finished ? OptionalLong.of(fct) : OptionalLong.empty(), random));
      samples(recorder, id, fct, random);
    }
    return result(
        identity(seed),
        status,
        message,
        flows,
        queues(recorder, random),
        0,
        0,
        recorder.samples(),
        leafSpine(),
        new RunCost(92_160, 1.87, 2.41, 412L << 20));
  }

  private static FlowRecord flow(int id, OptionalLong finishPs, Random random) {
    long verified = finishPs.isPresent() ? FLOW_BYTES : FLOW_BYTES / 2;
    long retransmissions = 20L + random.nextInt(30);
    return flow(
        id,
        "h" + (id + 2),
        "h1",
        FLOW_BYTES,
        0,
        finishPs,
        IDEAL_PS,
        new FlowCounters(
            1024 + retransmissions,
            retransmissions,
            0,
            retransmissions,
            random.nextInt(400),
            verified,
            verified,
            0,
            FlowEnds.BOTH),
        new PathInfo(id < 3 ? 2 : 4, id < 3 ? 1 : 4, 12 * US, OptionalLong.empty()));
  }

  private static void samples(SampleRecorder recorder, int id, long fct, Random random) {
    SampleSeries cwnd = recorder.open(Metric.CWND, new SampleSubject.Flow(id));
    SampleSeries rtt = recorder.open(Metric.RTT, new SampleSubject.Flow(id));
    SampleSeries goodput = recorder.open(Metric.GOODPUT, new SampleSubject.Flow(id), 12 * US);
    double window = 93_750;
    for (long now = 12 * US; now < fct; now += 9 * US + random.nextInt((int) US)) {
      double share = 12_000 + 3_000 * Math.sin(now / 4e8 + id);
      window += (share - window) * 0.03 + random.nextGaussian() * 300;
      cwnd.record(now, (long) window);
      goodput.add(now, 3_700);
      rtt.record(now, 18 * US + (long) (window * 150) + random.nextInt((int) (3 * US)));
    }
  }

  private static List<QueueRecord> queues(SampleRecorder recorder, Random random) {
    List<QueueRecord> queues = new ArrayList<>();
    for (int leaf = 1; leaf <= 4; leaf++) {
      for (int port = 1; port <= 8; port++) {
        queuesOfPort(queues, recorder, "leaf" + leaf, port, leaf == 1 && port == 1, random);
      }
    }
    for (int spine = 1; spine <= 4; spine++) {
      for (int port = 1; port <= 4; port++) {
        queuesOfPort(queues, recorder, "spine" + spine, port, false, random);
      }
    }
    return queues;
  }

  private static void queuesOfPort(
      List<QueueRecord> queues,
      SampleRecorder recorder,
      String name,
      int port,
      boolean bottleneck,
      Random random) {
    boolean towardsReceiver = name.startsWith("spine") ? port == 1 : port > 4;
    long data = bottleneck ? 15_360 : towardsReceiver ? 900L + random.nextInt(200) : 0;
    long marks = bottleneck ? 2_900 : towardsReceiver ? (long) random.nextInt(30) : 0;
    long trims = bottleneck ? 531 : 0;
    long depth = bottleneck ? 46 : towardsReceiver ? 4 : 0;
    queues.add(
        new QueueRecord(
            name,
            port,
            0,
            new QueueCounters(
                packets(data, 4178),
                packets(data, 4178),
                PacketByteCount.ZERO,
                PacketByteCount.ZERO,
                packets(marks, 4178),
                depth,
                depth * 4178,
                PacketByteCount.ZERO,
                PacketByteCount.ZERO,
                CountedBy.TRAFFIC_MANAGER)));
    queues.add(
        new QueueRecord(
            name,
            port,
            1,
            new QueueCounters(
                packets(data / 8 + trims, 82),
                packets(data / 8 + trims, 82),
                PacketByteCount.ZERO,
                packets(trims, 4178),
                PacketByteCount.ZERO,
                data > 0 ? 2 : 0,
                data > 0 ? 164 : 0,
                PacketByteCount.ZERO,
                PacketByteCount.ZERO,
                CountedBy.TRAFFIC_MANAGER)));
    if (data > 0) {
      SampleSeries series =
          recorder.open(Metric.QUEUE_DEPTH, new SampleSubject.Queue(name, port, 0));
      double level = depth;
      for (long now = 0; now < IDEAL_PS; now += 2 * US) {
        level += (depth * 0.55 - level) * 0.02 + random.nextGaussian() * 0.5;
        level = Math.clamp(level, 0.0, (double) depth);
        series.record(now, 4178 * (long) level);
      }
    }
  }

  private static PacketByteCount packets(long count, int bytes) {
    return new PacketByteCount(count, count * bytes);
  }

  public static TopologyView leafSpine() {
    List<Node> nodes = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    for (int host = 1; host <= 16; host++) {
      nodes.add(new Node("h" + host, Kind.HOST, 0));
    }
    for (int leaf = 1; leaf <= 4; leaf++) {
      nodes.add(new Node("leaf" + leaf, Kind.SWITCH, 1));
      for (int port = 1; port <= 4; port++) {
        String host = "h" + ((leaf - 1) * 4 + port);
        links.add(new Link("leaf" + leaf, port, host, 1, RATE_BPS, US, Condition.UP));
      }
    }
    for (int spine = 1; spine <= 4; spine++) {
      nodes.add(new Node("spine" + spine, Kind.SWITCH, 2));
      for (int leaf = 1; leaf <= 4; leaf++) {
        links.add(
            new Link("leaf" + leaf, 4 + spine, "spine" + spine, leaf, RATE_BPS, US, Condition.UP));
      }
    }
    return new TopologyView(nodes, links, List.of());
  }

  private MadeUpRun() {}
}
