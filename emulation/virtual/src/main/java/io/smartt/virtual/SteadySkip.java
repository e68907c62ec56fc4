package io.smartt.virtual;

import module java.base;

import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.experiment.traffic.Traffic.RunningFlow;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.TrafficManager;
import io.smartt.virtual.simulation.Simulation;

/**
 * Skips time in which a run repeats itself. Where full links keep flows from more, each flow's
 * goodput and each queue's mean depth have held over several round trips, and nothing is due, each
 * message is shortened by what its flow would send in a time, and the clock of results goes on by
 * that time. Packets, windows, registers and random numbers stay as they are, so that nothing is
 * modelled: the network goes on from where it stood.
 *
 * <p>What is compared is four spans of one length. Together they are the last half of the time
 * since a flow started or ended, or a link failed or came back; the first half does not count, as
 * it is the way there. They are compared each time that they are up to an eighth longer. For one
 * thread, between windows of the simulation.
 */
final class SteadySkip implements TrafficLoop.Looks {
  private static final int LOOKS_IN_RTT = 8;

  private static final int SPANS = 4;

  /** Looks in all spans at first: four round trips. */
  private static final int LEAST_LOOKS = 4 * LOOKS_IN_RTT;

  /** Looks that are kept. */
  private static final int MOST_LOOKS = 4 * LEAST_LOOKS;

  /**
   * The most that is skipped at first, in times that were looked at. Each time that all still holds
   * after a skip, it is twice as much.
   */
  private static final int FIRST_TIMES = 16;

  private static final int MOST_TIMES = 1024;

  /** Round trips of a flow that are simulated at the end of its message. */
  private static final int RTTS_AT_END = 2;

  /** Full packets by which a queue's mean may always differ. */
  private static final double PACKETS_OF_NOISE = 4;

  /** The share of its sender's or its receiver's link that flows use if they can get no more. */
  private static final double FULL = 0.9;

  private static final long FIRST_LOOK_PS = 1_000_000;

  /** Turns bits a second into bytes a picosecond. */
  private static final double BITS_PS = 8e12;

  /** The network that is looked at. */
  private final Simulation simulation;

  private final List<TrafficManager> switches;
  private final List<HostTimer> timers;
  private final List<TransportEndpoint> endpoints;
  private final Traffic traffic;
  private final List<SampleRecorder> samples;
  private final RunEvents events;
  private final double bound;

  /** Bytes by which means of a queue's depth may be apart, by queue. */
  private final double[] mostApart;

  /** Packets a picosecond that fill each host's link. */
  private final double[] filling;

  private List<RunningFlow> flows = List.of();
  private FlowPaces paces;

  /** Packets of each flow when looks began, the state at each, and at the borders of spans. */
  private int[] all = {};

  private final List<Seen> seen = new ArrayList<>();
  private final List<Seen> spans = new ArrayList<>();
  private long changes = -1;
  private long periodPs = FIRST_LOOK_PS;
  private long nextPs = FIRST_LOOK_PS;
  private int times;

  /** The state of flows and queues at an instant. */
  private static final class Seen {
    private final long atPs;

    /** Counts of all hosts so far. */
    private long timeouts;

    private long acks;

    /** Packets of each flow that are not acknowledged, and those of them that were sent. */
    private final int[] missing;

    private final int[] flying;

    /** Bytes that wait, by queue. */
    private final double[] depths;

    Seen(long atPs, int[] missing, int[] flying, double[] depths) {
      this.atPs = atPs;
      this.missing = missing;
      this.flying = flying;
      this.depths = depths;
    }

    /** Packets of each flow since then; of one that has ended, none. */
    private int[] since(Seen before) {
      int[] packets = new int[missing.length];
      Arrays.setAll(packets, i -> missing[i] == 0 ? 0 : before.missing[i] - missing[i]);
      return packets;
    }
  }

  /**
   * @param bound the largest error of a flow's goodput, as a share of it
   * @param depth by which a queue's mean depth may differ, as a share of what it holds
   * @param timers that start flows
   * @param endpoints by index of the host
   * @param samples of flows and of the network
   * @param mtuBytes the longest packet
   */
  SteadySkip(
      double bound,
      double depth,
      Simulation simulation,
      Topology topology,
      List<TrafficManager> switches,
      List<HostTimer> timers,
      List<TransportEndpoint> endpoints,
      Traffic traffic,
      List<SampleRecorder> samples,
      RunEvents events,
      int mtuBytes) {
    this.bound = bound;
    this.simulation = simulation;
    this.switches = switches;
    this.timers = timers;
    this.endpoints = endpoints;
    this.traffic = traffic;
    this.samples = samples;
    this.events = events;
    filling =
        topology.hosts().stream()
            .mapToDouble(host -> FULL * topology.access(host).rateBps() / BITS_PS / mtuBytes)
            .toArray();
    paces = new FlowPaces(flows, filling, bound);
    mostApart =
        ofQueues((queues, port, queue) -> {
          QueueConfig config = queues.config(port, queue);
          long bytes = Math.min(config.capacityBytes(), (long) mtuBytes * config.capacityPackets());
          double part = bytes < QueueConfig.UNLIMITED ? depth * bytes : 0;
          return Math.max(PACKETS_OF_NOISE * mtuBytes, part);
        });
  }

  private interface OfQueue {
    double of(TrafficManager queues, int port, int queue);
  }

  /** Returns a number of each queue of all switches. */
  private double[] ofQueues(OfQueue number) {
    return switches.stream()
        .flatMapToDouble(queues -> {
          int each = queues.queuesPerPort();
          return IntStream.range(0, (queues.ports() + 1) * each)
              .mapToDouble(i -> number.of(queues, i / each, i % each));
        })
        .toArray();
  }

  @Override
  public long nextPs() {
    return nextPs;
  }

  @Override
  public void look(long nowPs) {
    if (traffic.failure().isPresent()) {
      nextPs = Long.MAX_VALUE;
      return;
    }
    if (changes() != changes) {
      begin(nowPs);
      return;
    }
    seen.add(seen(nowPs));
    int looks = seen.size();
    if (looks >= 2 * LEAST_LOOKS && looks % (2 * SPANS) == 0) {
      spans.clear();
      for (int span = SPANS; span <= 2 * SPANS; span++) {
        spans.add(seen.get(looks * span / (2 * SPANS) - 1));
      }
      skipIfSteady(nowPs);
    }
    if (Integer.bitCount(looks) == 1) {
      // Means are from the mark before the last: spans that are compared later begin after it.
      samples.forEach(series -> series.mark(nowPs));
    }
    if (looks == MOST_LOOKS) {
      // Every second stays, so that looking costs ever less.
      for (int i = 0; i < looks / 2; i++) {
        seen.remove(i);
      }
      periodPs *= 2;
    }
    nextPs = nowPs + periodPs;
  }

  /**
   * Changes of traffic and of the network so far: what was seen before one says nothing after it.
   */
  private long changes() {
    return traffic.changes() + simulation.changed();
  }

  private void begin(long nowPs) {
    changes = changes();
    flows = traffic.running();
    all = seen(nowPs).missing;
    paces = new FlowPaces(flows, filling, bound);
    times = FIRST_TIMES;
    seen.clear();
    periodPs =
        flows.stream().mapToLong(RunningFlow::baseRttPs).max().orElse(LOOKS_IN_RTT * FIRST_LOOK_PS)
            / LOOKS_IN_RTT;
    long idleUntilPs = flows.isEmpty() ? duePs() : 0;
    nextPs = Math.max(nowPs + periodPs, idleUntilPs == Long.MAX_VALUE ? 0 : idleUntilPs);
  }

  private Seen seen(long nowPs) {
    int[] missing = new int[flows.size()];
    int[] flying = new int[missing.length];
    for (int i = 0; i < missing.length; i++) {
      TransportEndpoint sender = sender(flows.get(i));
      missing[i] = sender.missingPackets(flows.get(i).connection());
      flying[i] = missing[i] - sender.unsentPackets(flows.get(i).connection());
    }
    Seen now = new Seen(nowPs, missing, flying, ofQueues(TrafficManager::depthBytes));
    for (TransportEndpoint endpoint : endpoints) {
      now.timeouts += endpoint.counters().timeouts();
      now.acks += endpoint.counters().acksReceived();
    }
    return now;
  }

  private TransportEndpoint sender(RunningFlow flow) {
    return endpoints.get(flow.host());
  }

  private boolean isSteady() {
    return !flows.isEmpty()
        && spans.getFirst().timeouts == spans.getLast().timeouts
        && IntStream.range(0, mostApart.length)
            .allMatch(i -> Math.abs(meanDepth(3, i) - meanDepth(2, i)) <= mostApart[i]);
  }

  private double meanDepth(int quarter, int queue) {
    int looks = seen.size() / 4;
    return seen.subList(quarter * looks, (quarter + 1) * looks).stream()
        .mapToDouble(look -> look.depths[queue])
        .average()
        .orElse(0);
  }

  /** Returns packets a picosecond of each flow; empty if they do not hold. */
  private Optional<double[]> paces(long seenPs) {
    int[][] packets = new int[spans.size() - 1][];
    Arrays.setAll(packets, span -> spans.get(span + 1).since(spans.get(span)));
    Seen last = spans.getLast();
    Seen first = spans.getFirst();
    int[] drained = new int[flows.size()];
    Arrays.setAll(drained, flow -> first.flying[flow] - last.flying[flow]);
    long sum = Arrays.stream(last.since(first)).asLongStream().sum();
    long acks = last.acks - first.acks;
    return acks == 0
        ? Optional.empty()
        : paces
            .of(packets, drained, (double) sum / acks)
            .map(seen -> Arrays.stream(seen).map(each -> each / seenPs).toArray());
  }

  /**
   * Returns whether each flow is kept from more by the link of one of its hosts. One that is not
   * may still grow, however slowly.
   */
  private boolean linksAreFull(double[] pace) {
    double[] sent = new double[filling.length];
    double[] received = new double[filling.length];
    for (int i = 0; i < pace.length; i++) {
      sent[flows.get(i).host()] += pace[i];
      received[flows.get(i).to()] += pace[i];
    }
    return flows.stream()
        .allMatch(flow ->
            sent[flow.host()] >= filling[flow.host()] || received[flow.to()] >= filling[flow.to()]);
  }

  /** Skips time if all holds and there is enough of it. */
  private void skipIfSteady(long nowPs) {
    long seenPs = nowPs - spans.getFirst().atPs;
    Optional<double[]> pace = isSteady() ? paces(seenPs) : Optional.empty();
    long ps = pace.filter(this::linksAreFull).map(each -> spare(each, nowPs, seenPs)).orElse(0L);
    if (ps >= seenPs) {
      skip(pace.orElseThrow(), ps, nowPs, seenPs);
    }
  }

  /** Returns the time before something is due, a flow is near its end or may be too far off. */
  private long spare(double[] pace, long nowPs, long seenPs) {
    long ps = Math.min(times * seenPs, duePs() - nowPs - LOOKS_IN_RTT * periodPs);
    for (int i = 0; i < flows.size(); i++) {
      int flying = spans.getLast().flying[i];
      double end = Math.max(2.0 * flying, pace[i] * RTTS_AT_END * flows.get(i).baseRttPs());
      double packets =
          Math.min(spans.getLast().missing[i] - flying - end - 1, paces.most(i, all[i]));
      ps = Math.min(ps, (long) (packets / pace[i]));
    }
    return ps;
  }

  private void skip(double[] pace, long ps, long nowPs, long seenPs) {
    long bytes = 0;
    for (int i = 0; i < flows.size(); i++) {
      RunningFlow flow = flows.get(i);
      int packets = (int) Math.round(pace[i] * ps);
      long skipped = sender(flow).skip(flow.connection(), packets);
      paces.skip(i, packets);
      for (Seen before : seen) {
        before.missing[i] -= packets;
      }
      flow.skipped().accept(skipped);
      bytes += skipped;
    }
    long resultPs = nowPs + simulation.skippedPs();
    traffic.skip(ps);
    samples.forEach(series -> series.skip(nowPs, ps));
    timers.forEach(timer -> timer.skip(ps));
    simulation.skip(ps);
    events.add(
        resultPs,
        RunEvent.Kind.TIME_SKIPPED,
        String.format(
            Locale.ROOT,
            "skipped %,.1f us and %,d B, steady for %,.1f us; flows under way: %d",
            ps / 1e6,
            bytes,
            seenPs / 1e6,
            flows.size()));
    times = Math.min(2 * times, MOST_TIMES);
  }

  /** The instant of what happens by itself. */
  private long duePs() {
    long duePs = simulation.nextChangePs();
    for (HostTimer timer : timers) {
      duePs = Math.min(duePs, timer.duePs());
    }
    return duePs;
  }
}
