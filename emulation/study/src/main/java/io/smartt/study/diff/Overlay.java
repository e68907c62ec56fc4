package io.smartt.study.diff;

import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.SampleFrames;
import io.smartt.study.plot.Axis;
import io.smartt.study.plot.Curve;
import io.smartt.study.plot.Panel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

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
        distribution(runs, "Completion times", "completion time (us)", "fct_us"),
        distribution(runs, "Slowdown", "slowdown (measured / max-min fair ideal)", "slowdown"),
        series(runs, "Goodput of all flows", "Gbps", Metric.GOODPUT, Join.SUM, BPS_PER_GBPS),
        series(runs, "Deepest queue", "KiB", Metric.QUEUE_DEPTH, Join.MAX, BYTES_PER_KIB));
  }

  private static Panel distribution(
      List<RunSide> runs, String title, String xTitle, String column) {
    List<Curve> curves = new ArrayList<>();
    for (RunSide run : runs) {
      DoubleStream.Builder values = DoubleStream.builder();
      Csv.read(
          run.folder().resolve("flows.csv"),
          row -> {
            String cell = row.cell(column);
            if (!cell.isEmpty()) {
              values.add(Double.parseDouble(cell));
            }
          });
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
      forEachBin(
          run,
          metric,
          (startPs, widthPs, _) -> {
            span[0] = Math.min(span[0], startPs);
            span[1] = Math.max(span[1], startPs + widthPs);
            span[2] = Math.min(span[2], widthPs);
          });
      if (span[1] > 0) {
        SampleFrames frames = new SampleFrames(span[0], span[1], span[2]);
        forEachBin(
            run,
            metric,
            (startPs, widthPs, row) -> {
              if (join == Join.MAX) {
                frames.raise(startPs, widthPs, Double.parseDouble(row.cell("max")) / divisor);
              } else {
                frames.add(startPs, widthPs, Double.parseDouble(row.cell("mean")) / divisor);
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

  private interface Bin {
    void of(long startPs, long widthPs, Csv.Row row);
  }

  private static void forEachBin(RunSide run, Metric metric, Bin action) {
    Csv.read(
        run.folder().resolve("samples.csv"),
        row -> {
          if (row.cell("metric").equals(metric.csvName())) {
            action.of(ps(row.cell("start_us")), ps(row.cell("width_us")), row);
          }
        });
  }

  private static long ps(String us) {
    return Math.round(Double.parseDouble(us) * PS_PER_US);
  }
}
