package io.smartt.view.live;

import module java.base;

import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.report.RunIdentity;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.SampleSeries;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.view.live.ExpositionText.MetricFamily;

/** A monitor that leaves a file of metrics in a run's folder, and passes on to another monitor. */
public final class MetricsFileMonitor extends RunMonitor.ForwardingMonitor {
  private final InstantSource clock;
  private Optional<Path> folder = Optional.empty();

  /**
   * @param clock gives the time of the run's end
   */
  public MetricsFileMonitor(RunMonitor other, InstantSource clock) {
    super(other);
    this.clock = clock;
  }

  @Override
  public void began(RunFolder begun) {
    super.began(begun);
    folder = Optional.of(begun.path());
  }

  /**
   * Writes the file.
   *
   * @throws io.smartt.base.failure.RunFailedException if that cannot be
   */
  @Override
  public void ended(RunResult result) {
    super.ended(result);
    folder.ifPresent(path ->
        WholeFile.write(
            path.resolve(OpenMetricsFile.NAME),
            out -> OpenMetricsFile.write(out, result, clock.instant())));
  }

  /**
   * The values that a run recorded over time, in OpenMetrics with time stamps, for {@code promtool
   * tsdb create-blocks-from openmetrics}. Prometheus keeps milliseconds, and all of a run in
   * virtual time may be in one: its microsecond becomes a second there. The last value is of now.
   */
  public static final class OpenMetricsFile {
    /** Its name in a run folder. */
    public static final String NAME = "metrics.om";

    private static final double VIRTUAL_STRETCH = 1e6;
    private static final double PS_PER_S = 1e12;
    private static final double US_PER_S = 1e6;
    private static final double MS_PER_S = 1e3;

    private final Writer out;
    private final RunResult result;
    private final ExpositionText text = new ExpositionText(true);
    private final Map<Integer, FlowRecord> flows = new HashMap<>();
    private final double stretch;
    private final double beginS;

    private OpenMetricsFile(Writer out, RunResult result, Instant now) {
      this.out = out;
      this.result = result;
      result.flows().forEach(flow -> flows.put(flow.id(), flow));
      stretch = result.identity().fabric().equals("virtual") ? VIRTUAL_STRETCH : 1;
      long endPs =
          result.samples().series().stream()
              .filter(series -> series.size() > 0)
              .mapToLong(series -> series.startPs(series.size()))
              .max()
              .orElse(0);
      beginS = now.toEpochMilli() / MS_PER_S - endPs / PS_PER_S * stretch;
    }

    public static void write(Writer out, RunResult result, Instant now) throws IOException {
      new OpenMetricsFile(out, result, now).write(now.toEpochMilli() / MS_PER_S);
    }

    private void write(double endS) throws IOException {
      RunIdentity run = result.identity();
      text.family(MetricFamily.STRETCH)
          .valueAt(endS, stretch, "name", run.name(), "seed", Long.toString(run.seed()));
      for (Metric metric : Metric.values()) {
        text.family(family(metric));
        for (SampleSeries series : result.samples().series()) {
          if (series.metric() == metric) {
            bins(series);
            text.drainTo(out);
          }
        }
      }
      out.append(text.text());
    }

    private static MetricFamily family(Metric metric) {
      return switch (metric) {
        case CWND -> MetricFamily.FLOW_WINDOW;
        case RTT -> MetricFamily.FLOW_RTT;
        case GOODPUT -> MetricFamily.FLOW_GOODPUT;
        case QUEUE_DEPTH -> MetricFamily.QUEUE_DEPTH;
        case IN_FLIGHT -> MetricFamily.FLOW_IN_FLIGHT;
        case ENTROPIES -> MetricFamily.FLOW_ENTROPIES;
        case AVOIDED -> MetricFamily.FLOW_AVOIDED;
        case TRIMS -> MetricFamily.PORT_TRIMS;
        case MARKS -> MetricFamily.PORT_MARKS;
        case DROPS -> MetricFamily.PORT_DROPS;
        case UTILISATION -> MetricFamily.LINK_UTILISATION;
      };
    }

    /** The mean of each bin, at its end. */
    private void bins(SampleSeries series) {
      String[] labels = labels(series.subject());
      double scale = series.metric() == Metric.RTT ? US_PER_S : 1;
      for (int bin = 0; bin < series.size(); bin++) {
        if (!series.isEmpty(bin)) {
          double atS = beginS + series.startPs(bin + 1) / PS_PER_S * stretch;
          text.valueAt(Math.rint(atS * MS_PER_S) / MS_PER_S, series.mean(bin) / scale, labels);
        }
      }
    }

    private String[] labels(SampleSubject subject) {
      return switch (subject) {
        case SampleSubject.Flow(int id) -> {
          FlowRecord flow = flows.get(id);
          yield flow == null
              ? new String[] {"flow", Integer.toString(id)}
              : new String[] {"flow", Integer.toString(id), "src", flow.src(), "dst", flow.dst()};
        }
        case SampleSubject.Queue(var name, var port, var queue) ->
            RunMetrics.queueLabels(name, port, queue);
        case SampleSubject.Port(var node, var port) ->
            RunMetrics.linkLabels(node, port, result.topology().peers().of(node, port).orElse(""));
      };
    }
  }
}
