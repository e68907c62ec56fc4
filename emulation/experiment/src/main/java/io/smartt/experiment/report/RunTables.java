package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.PacketLedger.PortDrops;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.RttRecord;
import io.smartt.experiment.report.JobReport.CollectiveRecord;
import io.smartt.experiment.report.JobReport.CriticalStep;
import io.smartt.experiment.report.JobReport.JobRecord;
import io.smartt.experiment.report.JobReport.RankRecord;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.experiment.report.Table.Filled;

/**
 * The tables of a run. Their content depends on the experiment and its seed only: nothing of the
 * machine, the wall clock or the locale is in them.
 */
public final class RunTables {
  // Names of the columns that are read back.
  static final String FLOW = "flow";
  static final String SRC = "src";
  static final String DST = "dst";
  static final String SIZE_BYTES = "size_bytes";
  static final String START_US = "start_us";
  static final String FINISH_US = "finish_us";
  static final String FCT_US = "fct_us";
  static final String SLOWDOWN = "slowdown";
  static final String BASE_RTT_US = "base_rtt_us";
  static final String METRIC = "metric";
  static final String NODE = "node";
  static final String PORT = "port";
  static final String QUEUE = "queue";
  static final String WIDTH_US = "width_us";
  static final String MIN = "min";
  static final String MEAN = "mean";
  static final String MAX = "max";

  static final Table<SlowdownBySize> SLOWDOWN_BY_SIZE =
      Table.<SlowdownBySize>shown("slowdown_by_size.csv")
          .whole("from_bytes", "", SlowdownBySize::fromBytes)
          .whole("to_bytes", "toBytes", SlowdownBySize::toBytes)
          .whole("flows", "flows", SlowdownBySize::flows)
          .number("median", "median", SlowdownBySize::median)
          .number("p95", "p95", SlowdownBySize::p95)
          .number("p99", "p99", SlowdownBySize::p99)
          .number("max", "", SlowdownBySize::max);

  static final Table<Bin> SAMPLES =
      Table.<Bin>shown(RunCsv.SAMPLES)
          .text(METRIC, "metric", bin -> bin.of().metric().csvName())
          .text("unit", "", bin -> bin.of().metric().unit())
          .whole(FLOW, "flow", bin -> bin.of().flow())
          .text(NODE, "node", bin -> bin.of().node())
          .whole(PORT, "port", bin -> bin.of().port())
          .whole(QUEUE, "queue", bin -> bin.of().queue())
          .sharing(Bin::of)
          .us(START_US, "startUs", bin -> bin.series().startPs(bin.number()))
          .us(WIDTH_US, "widthUs", bin -> bin.of().widthPs())
          .number(MIN, "", bin -> bin.range(SampleSeries::least))
          .in("`unit`")
          .number(MEAN, "", bin -> bin.value(SampleSeries::mean))
          .in("`unit`")
          .number(MAX, "", bin -> bin.range(SampleSeries::largest))
          .in("`unit`");

  private static final Table<Use> ENTROPIES =
      Table.<Use>shown("entropies.csv")
          .whole("flow", "", Use::flow)
          .us("time_us", "", Use::timePs)
          .text("state", "", use -> use.state().key())
          .whole("entropy", "", Use::value);

  static final Table<RunEvent> EVENTS =
      Table.<RunEvent>exact("events.csv")
          .us("time_us", "timeUs", RunEvent::timePs)
          .text("kind", "kind", event -> event.kind().key())
          .text("what", "what", RunEvent::what)
          .text(
              "where",
              "where",
              event -> Optional.of(event.where()).filter(place -> !place.isEmpty()));

  static final Table<JobRecord> JOBS =
      Table.<JobRecord>exact("jobs.csv")
          .text("job", "name", JobRecord::name)
          .whole("ranks", "ranks", JobRecord::ranks)
          .whole("operations", "operations", job -> job.work().operations())
          .whole("done", "done", job -> job.work().done())
          .us("finish_us", "finishUs", job -> job.work().finishPs())
          .us("compute_us", "computeUs", job -> job.work().computePs())
          .us("communication_us", "communicationUs", job -> job.work().communicationPs())
          .us("exposed_us", "exposedUs", job -> job.work().exposedPs())
          .whole("sent_bytes", "sentBytes", job -> job.work().sentBytes())
          .whole("critical_steps", "criticalPath.steps", path(JobRecord::pathSteps))
          .us("critical_compute_us", "criticalPath.computeUs", path(JobRecord::pathComputePs))
          .us("critical_message_us", "criticalPath.messageUs", path(JobRecord::pathMessagePs))
          .us("critical_slowed_us", "criticalPath.slowedUs", path(JobRecord::pathSlowedPs));

  static final Table<RankRecord> RANKS =
      Table.<RankRecord>exact("ranks.csv")
          .text("job", "job", RankRecord::job)
          .whole("rank", "rank", RankRecord::rank)
          .text("host", "host", RankRecord::host)
          .whole("operations", "", rank -> rank.work().operations())
          .whole("done", "", rank -> rank.work().done())
          .us("finish_us", "finishUs", rank -> rank.work().finishPs())
          .us("compute_us", "computeUs", rank -> rank.work().computePs())
          .us("slowed_us", "slowedUs", RankRecord::slowedPs)
          .us("communication_us", "communicationUs", rank -> rank.work().communicationPs())
          .us("exposed_us", "exposedUs", rank -> rank.work().exposedPs())
          .whole("sent_bytes", "sentBytes", rank -> rank.work().sentBytes())
          .text("waits_for", "", RankRecord::waitsFor);

  static final Table<CollectiveRecord> COLLECTIVES =
      Table.<CollectiveRecord>exact("collectives.csv")
          .text("job", "job", CollectiveRecord::job)
          .text("collective", "name", CollectiveRecord::name)
          .text("kind", "kind", CollectiveRecord::kind)
          .text("algorithm", "algorithm", CollectiveRecord::algorithm)
          .whole("ranks", "ranks", CollectiveRecord::ranks)
          .whole("size_bytes", "bytes", CollectiveRecord::bytes)
          .us("start_us", "startUs", CollectiveRecord::startPs)
          .us("entered_us", "", CollectiveRecord::lastStartPs)
          .us("finish_us", "", CollectiveRecord::finishPs)
          .us("time_us", "timeUs", CollectiveRecord::timePs)
          .number("algorithm_gbytes_s", "algorithmGBps", CollectiveRecord::algorithmGBps)
          .number("bus_gbytes_s", "busGBps", CollectiveRecord::busGBps);

  static final Table<CriticalStep> CRITICAL_PATH =
      Table.<CriticalStep>exact("critical_path.csv")
          .text("job", "job", CriticalStep::job)
          .whole("step", "step", CriticalStep::step)
          .whole("rank", "rank", CriticalStep::rank)
          .text("host", "host", CriticalStep::host)
          .text("operation", "", CriticalStep::kind)
          .text("place", "place", CriticalStep::place)
          .text("what", "what", CriticalStep::what)
          .us("start_us", "startUs", CriticalStep::startPs)
          .us("finish_us", "", CriticalStep::finishPs)
          .us("time_us", "timeUs", step -> step.finishPs() - step.startPs())
          .text("next_waits_for", "link", CriticalStep::link);

  static final Table<PortRow> SWITCHES = switches();

  /** Every table, with every column that they may have. */
  public static final List<Table<?>> ALL =
      List.of(
          flows(Optional.empty()),
          SLOWDOWN_BY_SIZE,
          SWITCHES,
          EVENTS,
          JOBS,
          RANKS,
          CRITICAL_PATH,
          COLLECTIVES,
          SAMPLES,
          ENTROPIES);

  private RunTables() {}

  /** The cells that all bins of a series share, found once: there are thousands of bins. */
  private record Labels(
      Metric metric,
      Optional<Integer> flow,
      Optional<String> node,
      Optional<Integer> port,
      Optional<Integer> queue,
      Long widthPs) {
    static Labels of(SampleSeries series) {
      Metric metric = series.metric();
      Long widthPs = series.widthPs();
      Optional<Integer> none = Optional.empty();
      return switch (series.subject()) {
        case SampleSubject.Flow(int id) ->
            new Labels(metric, Optional.of(id), Optional.empty(), none, none, widthPs);
        case SampleSubject.Queue(String node, int port, int queue) ->
            new Labels(
                metric, none, Optional.of(node), Optional.of(port), Optional.of(queue), widthPs);
        case SampleSubject.Port(String node, int port) ->
            new Labels(metric, none, Optional.of(node), Optional.of(port), none, widthPs);
      };
    }
  }

  /** A bin of a series. */
  record Bin(Labels of, SampleSeries series, int number) {
    static Stream<Bin> all(SampleSeries series) {
      Labels labels = Labels.of(series);
      return IntStream.range(0, series.size())
          .filter(bin -> !series.isEmpty(bin))
          .mapToObj(bin -> new Bin(labels, series, bin));
    }

    /** Writes what all bins have as fields of the object that is open. */
    static void labels(JsonGenerator json, SampleSeries series) throws IOException {
      SAMPLES.fields(json, new Bin(Labels.of(series), series, 0));
    }

    Table.Decimal value(ToDoubleBiFunction<SampleSeries, Integer> value) {
      return new Table.Decimal(value.applyAsDouble(series, number), of.metric().decimals());
    }

    Object range(ToDoubleBiFunction<SampleSeries, Integer> value) {
      return of.metric().hasRange() ? value(value) : Optional.empty();
    }
  }

  /** An entropy value at one look. */
  record Use(int flow, long timePs, EntropyTrace.State state, int value) {}

  /**
   * A queue of a port, or a port without queues.
   *
   * @param drops of the port as a whole, in the row of its first queue
   */
  record PortRow(String node, int port, String peer, Optional<QueueRecord> queue, Drops drops) {}

  /** Returns the tables that every disk has room for. */
  static List<Filled<?>> small(RunResult result) {
    JobReport jobs = result.jobs();
    List<PortDrops> dropped = result.packets().map(PacketLedger::ports).orElse(List.of());
    List<Filled<?>> tables = new ArrayList<>();
    tables.add(flows(result.identity()).with(result.flows()));
    tables.add(SLOWDOWN_BY_SIZE.with(SlowdownBySize.of(result.flows())));
    tables.add(SWITCHES.with(ports(result.queues(), dropped, result.topology())));
    tables.add(EVENTS.with(result.history().events()));
    if (!jobs.jobs().isEmpty()) {
      tables.add(JOBS.with(jobs.jobs()));
      tables.add(RANKS.with(jobs.ranks()));
      tables.add(CRITICAL_PATH.with(jobs.criticalPaths()));
    }
    if (!jobs.collectives().isEmpty()) {
      tables.add(COLLECTIVES.with(jobs.collectives()));
    }
    return tables;
  }

  /** Returns what was recorded over time. */
  static List<Filled<?>> large(RunSamples samples) {
    return samples.entropies().isEmpty()
        ? List.of(samples(samples.series()))
        : List.of(samples(samples.series()), entropies(samples.entropies()));
  }

  static Filled<Bin> samples(List<SampleSeries> all) {
    return SAMPLES.with(() -> all.stream().flatMap(Bin::all));
  }

  static Filled<Use> entropies(List<EntropyTrace> traces) {
    return ENTROPIES.with(() -> traces.stream().flatMap(RunTables::uses));
  }

  /** A row a value at each look. */
  private static Stream<Use> uses(EntropyTrace trace) {
    return IntStream.range(0, trace.looks())
        .boxed()
        .flatMap(look ->
            Stream.of(EntropyTrace.State.values())
                .flatMap(state ->
                    IntStream.of(trace.values(look, state))
                        .mapToObj(
                            value -> new Use(trace.flow(), trace.timePs(look), state, value))));
  }

  /** Returns the table of flows; its CSV has their schemes where there are several. */
  static Table<FlowRecord> flows(RunIdentity identity) {
    return flows(Optional.of(identity));
  }

  /** Returns it with every column if nothing was run. */
  private static Table<FlowRecord> flows(Optional<RunIdentity> run) {
    boolean mixed = run.map(RunIdentity::isMixed).orElse(true);
    boolean classes = !run.map(one -> one.own().classOfFlow().isEmpty()).orElse(false);
    return Table.<FlowRecord>shown(RunCsv.FLOWS)
        .whole(FLOW, "id", FlowRecord::id)
        .text(SRC, "src", FlowRecord::src)
        .text(DST, "dst", FlowRecord::dst)
        .whole(SIZE_BYTES, "bytes", FlowRecord::bytes)
        .us(START_US, "startUs", FlowRecord::startPs)
        .us(FINISH_US, "", FlowRecord::finishPs)
        .us(FCT_US, "fctUs", FlowRecord::completionPs)
        .us("ideal_us", "idealUs", FlowRecord::idealPs)
        .number(SLOWDOWN, "slowdown", FlowRecord::slowdown)
        .whole("packets_sent", "", sender(FlowCounters::packetsSent))
        .whole("retransmissions", "retransmissions", sender(FlowCounters::retransmissions))
        .in("packets")
        .whole("timeouts", "timeouts", sender(FlowCounters::timeouts))
        .in("packets")
        .whole("trims", "trims", sender(FlowCounters::trims))
        .in("packets")
        .whole("marks", "marks", sender(FlowCounters::marks))
        .in("ACKs")
        .whole("delivered_bytes", "", receiver(FlowCounters::bytesDelivered))
        .whole("verified_bytes", "", receiver(FlowCounters::bytesVerified))
        .whole("links", "", flow -> flow.path().links())
        .whole("equal_cost_paths", "", flow -> flow.path().equalCostPaths())
        .us(BASE_RTT_US, "baseRttUs", flow -> flow.path().baseRttPs())
        .us("least_rtt_us", "", flow -> flow.rtt().map(RttRecord::leastPs))
        .us("mean_rtt_us", "", flow -> flow.rtt().map(RttRecord::meanPs))
        .us("rtt_jitter_us", "", flow -> flow.rtt().map(RttRecord::jitterPs))
        .number("slowdown_idle", "idleSlowdown", FlowRecord::idleSlowdown)
        .us("", "idleUs", flow -> flow.path().idlePs())
        .text(mixed ? "scheme" : "", "scheme", flow -> run.map(one -> one.schemeOf(flow)))
        .text(classes ? "class" : "", "", flow -> run.map(one -> one.classOf(flow)));
  }

  private static Table<PortRow> switches() {
    Table<PortRow> table =
        Table.<PortRow>shown("switches.csv")
            .text("switch", "switch", PortRow::node)
            .whole("port", "port", PortRow::port)
            .text("peer", "peer", PortRow::peer)
            .whole("queue", "queue", row -> row.queue().map(QueueRecord::queue));
    QueueMeasure.ALL.forEach(measure ->
        table.whole(
            measure.column(),
            measure.key(),
            row -> row.queue().flatMap(queue -> measure.of(queue.counters()))));
    for (DropReason reason : DropReason.values()) {
      if (reason != DropReason.QUEUE_FULL) {
        // That one is counted by queue.
        table.whole("dropped_" + reason.column(), "", row -> row.drops().of(reason)).in("packets");
      }
    }
    return table;
  }

  /** A row a queue; what a port as a whole dropped is in the row of its first queue, once. */
  static List<PortRow> ports(
      List<QueueRecord> queues, List<PortDrops> ports, TopologyView topology) {
    TopologyView.Peers peers = topology.peers();
    Map<String, PortDrops> left = new LinkedHashMap<>();
    ports.forEach(port -> left.put(key(port.switchName(), port.port()), port));
    List<PortRow> rows = new ArrayList<>();
    for (QueueRecord queue : queues) {
      PortDrops port = left.remove(key(queue.switchName(), queue.port()));
      rows.add(
          new PortRow(
              queue.switchName(),
              queue.port(),
              peers.of(queue.switchName(), queue.port()).orElse(""),
              Optional.of(queue),
              port == null ? Drops.UNKNOWN : port.drops()));
    }
    for (PortDrops port : left.values()) {
      String peer = peers.of(port.switchName(), port.port()).orElse("");
      rows.add(new PortRow(port.switchName(), port.port(), peer, Optional.empty(), port.drops()));
    }
    return rows;
  }

  private static String key(String switchName, int port) {
    return switchName + " " + port;
  }

  private static Function<FlowRecord, ?> sender(Function<FlowCounters, Long> count) {
    return flow -> Optional.of(flow.counters()).filter(one -> one.known().sender()).map(count);
  }

  private static Function<FlowRecord, ?> receiver(Function<FlowCounters, Long> count) {
    return flow -> Optional.of(flow.counters()).filter(one -> one.known().receiver()).map(count);
  }

  /** Empty for a job that is not done. */
  private static Function<JobRecord, ?> path(Function<JobRecord, ? extends Number> value) {
    return job -> Optional.of(job).filter(one -> one.pathSteps() > 0).map(value);
  }
}
