package io.smartt.view.live;

import static io.smartt.view.live.ExpositionText.MetricFamily.COMPLETION;
import static io.smartt.view.live.ExpositionText.MetricFamily.EVENTS;
import static io.smartt.view.live.ExpositionText.MetricFamily.FLOWS;
import static io.smartt.view.live.ExpositionText.MetricFamily.LEFT_OFF;
import static io.smartt.view.live.ExpositionText.MetricFamily.LINK_RATE;
import static io.smartt.view.live.ExpositionText.MetricFamily.LINK_UTILISATION;
import static io.smartt.view.live.ExpositionText.MetricFamily.QUEUE_DEPTH;
import static io.smartt.view.live.ExpositionText.MetricFamily.RUN;
import static io.smartt.view.live.ExpositionText.MetricFamily.RUNNING;
import static io.smartt.view.live.ExpositionText.MetricFamily.SLOWDOWN;
import static io.smartt.view.live.ExpositionText.MetricFamily.SWITCH_DROPPED;
import static io.smartt.view.live.ExpositionText.MetricFamily.SWITCH_MARKED;
import static io.smartt.view.live.ExpositionText.MetricFamily.SWITCH_TRIMMED;
import static io.smartt.view.live.ExpositionText.MetricFamily.VIRTUAL_TIME;
import static io.smartt.view.live.ExpositionText.MetricFamily.WALL_TIME;
import static io.smartt.view.live.ExpositionText.MetricFamily.WORKLOAD_BYTES;

import module java.base;

import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.Measure;
import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.QueueMeasure;
import io.smartt.experiment.report.RunIdentity;
import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary;
import io.smartt.experiment.report.SampleSeries;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.experiment.report.SeriesChoice;
import io.smartt.experiment.report.TopologyView;
import io.smartt.view.live.ExpositionText.MetricFamily;

/**
 * A run as Prometheus scrapes it. The number of time series is bounded: flows are summed up, and
 * queues and links have their own only up to a number of them.
 */
final class RunMetrics {
  /** Queues, and directions of links, with metrics of their own. */
  static final int MOST_SUBJECTS = 2_048;

  private static final double[] QUANTILES = {0.5, 0.9, 0.99, 1};
  private static final double PS_PER_S = 1e12;
  private static final double NS_PER_S = 1e9;

  /** The series of which it has the last value. */
  static final SeriesChoice SERIES =
      new SeriesChoice(false, Set.of(Metric.QUEUE_DEPTH, Metric.UTILISATION), Set.of(), Set.of());

  private final ExpositionText out = new ExpositionText(false);
  private final RunResult result;

  private RunMetrics(RunResult result) {
    this.result = result;
  }

  /**
   * Returns the metrics in the text format of Prometheus.
   *
   * @param running whether the run goes on
   */
  static String text(Optional<LiveFeed.Latest> latest, boolean running) {
    if (latest.isEmpty()) {
      return new ExpositionText(false).family(RUNNING).value(0).text();
    }
    RunMetrics metrics = new RunMetrics(latest.get().result());
    metrics.out.family(RUNNING).value(running ? 1 : 0);
    metrics.run();
    latest.get().moment().ifPresent(metrics::moment);
    metrics.flows();
    metrics.switches();
    metrics.queues();
    metrics.links();
    return metrics.out.text();
  }

  private void run() {
    RunIdentity run = result.identity();
    out.family(RUN)
        .value(
            1,
            "name",
            run.name(),
            "fabric",
            run.fabric(),
            "topology",
            run.topology(),
            "workload",
            run.workload(),
            "scheme",
            run.transport().scheme(),
            "load_balancer",
            run.transport().loadBalancer(),
            "seed",
            Long.toString(run.seed()));
  }

  private void moment(RunMirror.Moment at) {
    Progress progress = at.progress();
    out.family(VIRTUAL_TIME).value(progress.timePs() / PS_PER_S);
    out.family(WALL_TIME).value(at.wallNs() / NS_PER_S);
    at.events().ifPresent(events -> out.family(EVENTS).count(events));
    out.family(WORKLOAD_BYTES).count(progress.bytesTotal());
  }

  private void flows() {
    List<FlowRecord> flows = result.flows();
    List<FlowRecord> finished = flows.stream().filter(FlowRecord::finished).toList();
    out.family(FLOWS).value(flows.size());
    RunSummary sums = result.summary();
    for (Measure measure : Measure.scraped()) {
      if (measure.of(sums).orElse("") instanceof Number sum) {
        out.family(measure).count(sum.longValue());
      }
    }
    summary(COMPLETION, finished, flow -> flow.completionPs().orElseThrow() / PS_PER_S);
    summary(SLOWDOWN, finished, flow -> flow.slowdown().orElseThrow());
  }

  private void summary(
      MetricFamily family, List<FlowRecord> flows, ToDoubleFunction<FlowRecord> value) {
    double[] sorted = flows.stream().mapToDouble(value).sorted().toArray();
    out.family(family);
    if (sorted.length > 0) {
      for (double quantile : QUANTILES) {
        int rank = (int) Math.ceil(quantile * sorted.length) - 1;
        out.value(sorted[Math.max(0, rank)], "quantile", Double.toString(quantile));
      }
    }
    out.part("_sum", Arrays.stream(sorted).sum()).part("_count", sorted.length);
  }

  private void switches() {
    Map<String, long[]> sums = new TreeMap<>();
    for (QueueRecord queue : result.queues()) {
      long[] sum = sums.computeIfAbsent(queue.switchName(), _ -> new long[3]);
      sum[0] += queue.counters().trimmed().packets();
      sum[1] += queue.counters().marked().packets();
      sum[2] += queue.counters().dropped().packets();
    }
    List<MetricFamily> families = List.of(SWITCH_TRIMMED, SWITCH_MARKED, SWITCH_DROPPED);
    int counted = result.summary().dropsAreUnknown() ? 2 : families.size();
    for (int i = 0; i < counted; i++) {
      int which = i;
      out.family(families.get(i));
      sums.forEach((name, sum) -> out.count(sum[which], "switch", name));
    }
  }

  private void queues() {
    List<QueueRecord> queues = result.queues();
    if (queues.size() > MOST_SUBJECTS) {
      out.family(LEFT_OFF).value(queues.size(), "of", "queues");
      return;
    }
    for (QueueMeasure measure : QueueMeasure.scraped()) {
      out.family(measure);
      for (QueueRecord queue : queues) {
        measure
            .of(queue.counters())
            .ifPresent(count ->
                out.count(count, queueLabels(queue.switchName(), queue.port(), queue.queue())));
      }
    }
    out.family(QUEUE_DEPTH);
    for (SampleSeries series : result.samples().series()) {
      if (series.metric() == Metric.QUEUE_DEPTH
          && series.size() > 0
          && series.subject() instanceof SampleSubject.Queue(var name, var port, var queue)) {
        out.value(series.mean(series.size() - 1), queueLabels(name, port, queue));
      }
    }
  }

  static String[] queueLabels(String name, int port, int queue) {
    return new String[] {
      "switch", name, "port", Integer.toString(port), "queue", Integer.toString(queue)
    };
  }

  private void links() {
    List<TopologyView.Link> links = result.topology().links();
    if (2 * links.size() > MOST_SUBJECTS) {
      return;
    }
    out.family(LINK_RATE);
    for (TopologyView.Link link : links) {
      out.count(link.rateBps(), linkLabels(link.a(), link.aPort(), link.b()));
      out.count(link.rateBps(), linkLabels(link.b(), link.bPort(), link.a()));
    }
    TopologyView.Peers peers = result.topology().peers();
    out.family(LINK_UTILISATION);
    for (SampleSeries series : result.samples().series()) {
      if (series.metric() == Metric.UTILISATION
          && series.size() > 0
          && series.subject() instanceof SampleSubject.Port(var node, var port)) {
        out.value(
            series.mean(series.size() - 1),
            linkLabels(node, port, peers.of(node, port).orElse("")));
      }
    }
  }

  static String[] linkLabels(String node, int port, String peer) {
    return new String[] {"node", node, "port", Integer.toString(port), "peer", peer};
  }
}
