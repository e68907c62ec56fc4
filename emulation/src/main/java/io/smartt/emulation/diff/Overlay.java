package io.smartt.emulation.diff;

import io.smartt.emulation.plot.Axis;
import io.smartt.emulation.plot.Curve;
import io.smartt.emulation.plot.Panel;
import io.smartt.emulation.report.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** Charts with a curve a run. */
public final class Overlay {
  private static final double BPS_PER_GBPS = 1e9;
  private static final double BYTES_PER_KIB = 1024;
  private static final int SPANS = 300;

  private Overlay() {}

  /** How bins of several series become one number. */
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

  /** The bins of queues begin where each has packets; the most of each of a few hundred spans. */
  private static Map<Double, Double> coarser(Map<Double, Double> bins) {
    double end = bins.keySet().stream().mapToDouble(time -> time).max().orElse(0);
    double width = end > 0 ? end / SPANS : 1;
    Map<Double, Double> spans = new TreeMap<>();
    bins.forEach((time, value) -> spans.merge(Math.floor(time / width) * width, value, Math::max));
    return spans;
  }

  private static Panel series(
      List<RunSide> runs, String title, String unit, Metric metric, Join join, double divisor) {
    List<Curve> curves = new ArrayList<>();
    for (RunSide run : runs) {
      Map<Double, Double> bins = new TreeMap<>();
      Csv.read(
          run.folder().resolve("samples.csv"),
          row -> {
            if (row.cell("metric").equals(metric.csvName())) {
              double value =
                  Double.parseDouble(row.cell(join == Join.MAX ? "max" : "mean")) / divisor;
              bins.merge(
                  Double.valueOf(row.cell("start_us")),
                  value,
                  join == Join.MAX ? Math::max : Double::sum);
            }
          });
      if (!bins.isEmpty()) {
        Map<Double, Double> drawn = join == Join.MAX ? coarser(bins) : bins;
        curves.add(
            new Curve(
                run.result().name(),
                drawn.keySet().stream().mapToDouble(time -> time).toArray(),
                drawn.values().stream().mapToDouble(value -> value).toArray(),
                Curve.Style.LINE));
      }
    }
    return curves.isEmpty()
        ? new Panel.Empty(title, "no run has samples of it")
        : new Panel.Lines(title, "time (us)", unit, Axis.LINEAR, Axis.LINEAR, curves);
  }
}
