package io.smartt.experiment.report;

import module java.base;

import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.p4.pipeline.PacketByteCount;

/**
 * The sentence on what limited a run, from the run's own numbers: its busiest link, what happened
 * there, the critical path of its longest job, losses and lateness. What was not measured is not
 * guessed; shares of time are those of the bins of {@code samples.csv}.
 */
final class Cause {
  /** The share of its time from which on a link is said to limit a run, even without a queue. */
  private static final double BUSY = 0.9;

  /** Links that are used as much as the busiest but for this. */
  private static final double AS_BUSY = 0.01;

  /** The share of its time above Kmin from which on a queue is said to limit a run. */
  private static final double QUEUED = 0.1;

  private static final double BITS_PER_GBYTE = 8e9;

  private final RunSummary summary;
  private final RunResult result;
  private final TopologyView.Peers peers;
  private final long fromPs;
  private final long toPs;
  private final List<Use> uses;

  /** The direction of a link that leaves a port, and the share of the time in which it sent. */
  private record Use(SampleSubject.Port port, double share) {}

  private Cause(RunSummary summary) {
    this.summary = summary;
    result = summary.result();
    peers = result.topology().peers();
    fromPs = result.flows().stream().mapToLong(FlowRecord::startPs).min().orElse(0);
    boolean over = result.flows().stream().allMatch(FlowRecord::finished);
    toPs =
        over
            ? result.flows().stream()
                .mapToLong(flow -> flow.finishPs().orElseThrow())
                .max()
                .orElse(0)
            : of(Metric.UTILISATION).stream()
                .mapToLong(series -> series.startPs(series.size() - 1) + series.widthPs())
                .max()
                .orElse(0);
    uses = uses();
  }

  /** Returns the sentence of a run that is over; empty of one that goes on or had no traffic. */
  static String of(RunSummary summary) {
    RunResult result = summary.result();
    boolean over = result.status() != RunStatus.RUNNING && result.status() != RunStatus.PLANNED;
    return over && !result.flows().isEmpty() ? new Cause(summary).sentence() : "";
  }

  private String sentence() {
    List<String> clauses = new ArrayList<>();
    unfinished().ifPresent(clauses::add);
    // A late machine explains no lost packet.
    lost().ifPresent(clauses::add);
    result
        .history()
        .timeliness()
        .filter(time -> !time.timely())
        .ifPresent(time -> clauses.add(time.warning()));
    longestJob().ifPresent(clauses::add);
    slowestCollective().ifPresent(clauses::add);
    clauses.add(busiest().map(this::link).orElseGet(this::withoutUse));
    return String.join("; ", clauses);
  }

  private Optional<String> unfinished() {
    long open = result.flows().stream().filter(flow -> !flow.finished()).count();
    return Optional.of("%s did not finish".formatted(share(open, result.flows().size(), "flows")))
        .filter(_ -> open > 0);
  }

  /** Names the losses that no queue made: their reason is not the load of a link. */
  private Optional<String> lost() {
    boolean elsewhere =
        result.packets().stream()
            .flatMap(packets -> packets.dropped().packets().entrySet().stream())
            .anyMatch(count -> count.getKey() != DropReason.QUEUE_FULL && count.getValue() > 0);
    List<String> losses = new ArrayList<>();
    if (elsewhere) {
      losses.add(summary.dropReasons());
    }
    // Of a run that was stopped, packets are still on their way.
    summary
        .unaccounted()
        .filter(_ -> result.status() != RunStatus.INTERRUPTED)
        .ifPresent(packets ->
            losses.add("unaccounted for %s %s".formatted(packets, summary.losses()).strip()));
    return Optional.of("packets were lost: " + String.join(", ", losses))
        .filter(_ -> !losses.isEmpty());
  }

  private Optional<String> longestJob() {
    return result.jobs().jobs().stream()
        .filter(job -> job.pathSteps() > 0 && job.work().finishPs().orElse(0) > 0)
        .max(Comparator.comparingLong(job -> job.work().finishPs().orElse(0)))
        .map(job -> {
          double waited = (double) job.pathMessagePs() / job.work().finishPs().orElseThrow();
          return "of the critical path of job %s %s was messages and %s computing"
              .formatted(job.name(), percent(waited), percent(1 - waited));
        });
  }

  /** The bus bandwidth of nccl-tests has the rate of a host's link as its bound. */
  private Optional<String> slowestCollective() {
    return result.jobs().collectives().stream()
        .filter(one -> one.busGBps().isPresent())
        .min(Comparator.comparingDouble(one -> one.busGBps().orElseThrow()))
        .flatMap(one ->
            slowestHostGBps().stream()
                .mapToObj(hostGBps -> {
                  double bus = one.busGBps().orElseThrow();
                  return String.format(
                      Locale.ROOT,
                      "collective %s had a bus bandwidth of %.2f GB/s, %s of a host's link",
                      one.name(),
                      bus,
                      percent(bus / hostGBps));
                })
                .findFirst());
  }

  private OptionalDouble slowestHostGBps() {
    Set<String> hosts =
        result.topology().nodes().stream()
            .filter(node -> node.kind() == TopologyView.Kind.HOST)
            .map(TopologyView.Node::name)
            .collect(Collectors.toSet());
    return result.topology().links().stream()
        .filter(link -> hosts.contains(link.a()) || hosts.contains(link.b()))
        .mapToDouble(link -> link.rateBps() / BITS_PER_GBYTE)
        .min();
  }

  private List<SampleSeries> of(Metric metric) {
    return result.samples().series().stream()
        .filter(series -> series.metric() == metric && series.size() > 0)
        .toList();
  }

  private List<Use> uses() {
    List<Use> uses = new ArrayList<>();
    for (SampleSeries series : of(Metric.UTILISATION)) {
      if (series.subject() instanceof SampleSubject.Port port && toPs > fromPs) {
        uses.add(new Use(port, over(series, series::mean) / (toPs - fromPs)));
      }
    }
    return uses;
  }

  private Optional<Use> busiest() {
    return uses.stream().max(Comparator.comparingDouble(Use::share));
  }

  /** A value of bins, by the picoseconds for which each lies within the run's traffic. */
  private double over(SampleSeries series, IntToDoubleFunction value) {
    double sum = 0;
    for (int bin = 0; bin < series.size(); bin++) {
      long start = Math.max(fromPs, series.startPs(bin));
      long end = Math.min(toPs, series.startPs(bin) + series.widthPs());
      if (end > start) {
        sum += value.applyAsDouble(bin) * (end - start);
      }
    }
    return sum;
  }

  private String link(Use use) {
    OptionalDouble queued = aboveKmin(use.port());
    List<String> there = new ArrayList<>();
    counted("trims", QueueCounters::trimmed, use.port()).ifPresent(there::add);
    counted("queue drops", QueueCounters::dropped, use.port()).ifPresent(there::add);
    queued.stream()
        .filter(share -> share > 0)
        .forEach(share ->
            there.add("the queue stood above Kmin for " + percent(share) + " of the time"));
    boolean limits =
        use.share() >= BUSY
            || queued.orElse(0) >= QUEUED
            || packets(QueueCounters::trimmed, _ -> true) > 0
            || packets(QueueCounters::dropped, _ -> true) > 0;
    String used = " used to " + percent(use.share());
    there.addFirst(
        limits
            ? places(use) + used
            : "no link limited the run: even the busiest, " + name(use.port()) + ", was" + used);
    return String.join(", ", there);
  }

  /** The link with what is known of it, and how many are as busy. */
  private String places(Use use) {
    double least = Math.max(BUSY, use.share() - AS_BUSY);
    long others = uses.stream().filter(one -> one.share() >= least && !one.equals(use)).count();
    String among = result.samples().leftOff() > 0 ? " (of those that were recorded)" : "";
    return name(use.port())
        + among
        + (others == 0 ? " was" : " and " + RunSummary.grouped(others) + " more were");
  }

  private String name(SampleSubject.Port port) {
    return port.node() + " to " + peers.of(port.node(), port.port()).orElse("port " + port.port());
  }

  /** Says how much of a count was at a port, or where most of it was. */
  private Optional<String> counted(
      String what, Function<QueueCounters, PacketByteCount> count, SampleSubject.Port at) {
    long all = packets(count, _ -> true);
    if (all == 0) {
      return Optional.empty();
    }
    Map<SampleSubject.Port, Long> ports = new LinkedHashMap<>();
    for (QueueRecord queue : result.queues()) {
      ports.merge(portOf(queue), count.apply(queue.counters()).packets(), Long::sum);
    }
    Map.Entry<SampleSubject.Port, Long> most =
        ports.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    boolean here = ports.getOrDefault(at, 0L).equals(most.getValue());
    return Optional.of(
        "%s were %s"
            .formatted(
                share(most.getValue(), all, what), here ? "there" : "at " + name(most.getKey())));
  }

  private long packets(
      Function<QueueCounters, PacketByteCount> count, Predicate<QueueRecord> which) {
    return result.queues().stream()
        .filter(which)
        .mapToLong(queue -> count.apply(queue.counters()).packets())
        .sum();
  }

  private static SampleSubject.Port portOf(QueueRecord queue) {
    return new SampleSubject.Port(queue.switchName(), queue.port());
  }

  /** The share of the time in which the mean depth of a bin was above Kmin; empty if not known. */
  private OptionalDouble aboveKmin(SampleSubject.Port port) {
    return result.topology().limits().stream()
        .filter(_ -> summary.skipped() == 0) // Skipped time has one mean.
        .filter(limit -> limit.node().equals(port.node()) && limit.port() == port.port())
        .flatMapToDouble(limit -> {
          var queue = new SampleSubject.Queue(limit.node(), limit.port(), limit.queue());
          return of(Metric.QUEUE_DEPTH).stream()
              .filter(series -> series.subject().equals(queue))
              .mapToDouble(series ->
                  over(series, bin -> series.mean(bin) > limit.kminBytes() ? 1 : 0)
                      / (toPs - fromPs));
        })
        .max();
  }

  private String withoutUse() {
    List<String> known = new ArrayList<>();
    known.add("the use of links was not recorded");
    SampleSubject.Port none = new SampleSubject.Port("", 0);
    counted("trims", QueueCounters::trimmed, none).ifPresent(known::add);
    counted("queue drops", QueueCounters::dropped, none).ifPresent(known::add);
    return String.join(", ", known);
  }

  private static String share(long part, long all, String what) {
    return RunSummary.grouped(part) + " of " + RunSummary.grouped(all) + " " + what;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }
}
