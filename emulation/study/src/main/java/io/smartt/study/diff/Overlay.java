package io.smartt.study.diff;

import module java.base;

import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.RunCsv;
import io.smartt.experiment.report.SampleFrames;
import io.smartt.study.plot.Panel;
import io.smartt.study.plot.Panel.Axis;
import io.smartt.study.plot.Panel.Curve;

/** Charts with a curve a run. */
public final class Overlay {
  private static final double BPS_PER_GBPS = 1e9;
  private static final double BYTES_PER_KIB = 1024;
  private static final double PS_PER_US = 1e6;

  private Overlay() {}

  /** The ways in which bins of several series become one number. */
  private enum Join {
    SUM,
    MAX
  }

  /**
   * Returns completion times, slowdowns, goodput of all flows, and the depth of the deepest queue.
   */
  public static List<Panel> panels(List<RunSide> runs) {
    return List.of(
        distribution(runs, "Completion times", "completion time (us)", RunCsv.Flow::fctUs),
        distribution(
            runs, "Slowdown", "slowdown (measured / max-min fair ideal)", RunCsv.Flow::slowdown),
        series(runs, "Goodput of all flows", "Gbps", Metric.GOODPUT, Join.SUM, BPS_PER_GBPS),
        series(runs, "Deepest queue", "KiB", Metric.QUEUE_DEPTH, Join.MAX, BYTES_PER_KIB));
  }

  private static Panel distribution(
      List<RunSide> runs,
      String title,
      String xTitle,
      Function<RunCsv.Flow, Optional<Double>> value) {
    List<Curve> curves = new ArrayList<>();
    for (RunSide run : runs) {
      DoubleStream.Builder values = DoubleStream.builder();
      RunCsv.flows(run.folder(), flow -> value.apply(flow).ifPresent(values::add));
      double[] all = values.build().toArray();
      if (all.length > 0) {
        curves.add(Curve.cumulative(run.result().name(), all));
      }
    }
    return curves.isEmpty()
        ? new Panel.Empty(title, "no flow has finished")
        : new Panel.Lines(title, xTitle, "share of flows", Axis.LINEAR, Axis.LINEAR, curves);
  }

  private static Panel series(
      List<RunSide> runs, String title, String unit, Metric metric, Join join, double divisor) {
    List<Curve> curves = new ArrayList<>();
    for (RunSide run : runs) {
      long[] span = {Long.MAX_VALUE, 0, Long.MAX_VALUE};
      RunCsv.bins(
          run.folder(),
          metric,
          bin -> {
            span[0] = Math.min(span[0], bin.startPs());
            span[1] = Math.max(span[1], bin.startPs() + bin.widthPs());
            span[2] = Math.min(span[2], bin.widthPs());
          });
      if (span[1] > 0) {
        SampleFrames frames = new SampleFrames(span[0], span[1], span[2]);
        RunCsv.bins(
            run.folder(),
            metric,
            bin -> {
              if (join == Join.MAX) {
                frames.raise(bin.startPs(), bin.widthPs(), bin.largest() / divisor);
              } else {
                frames.add(bin.startPs(), bin.widthPs(), bin.mean() / divisor);
              }
            });
        double[] startsUs = Arrays.stream(frames.starts()).map(ps -> ps / PS_PER_US).toArray();
        curves.add(new Curve(run.result().name(), startsUs, frames.values(), Curve.Style.LINE));
      }
    }
    return curves.isEmpty()
        ? new Panel.Empty(title, "no run has samples of it")
        : new Panel.Lines(title, "time (us)", unit, Axis.LINEAR, Axis.LINEAR, curves);
  }
}
