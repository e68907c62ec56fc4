package io.smartt.study.paper;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.Metric;
import io.smartt.study.paper.PaperFigure.PaperPanel;
import io.smartt.study.paper.PaperRuns.FigureResults;
import io.smartt.study.paper.PaperRuns.FigureResults.Cell;
import io.smartt.study.paper.RunData.DequeuedPackets;
import io.smartt.study.paper.RunData.Flow;
import io.smartt.study.paper.RunData.Samples;
import io.smartt.study.plot.Panel;
import io.smartt.study.plot.Panel.Curve;

/** The charts of what was measured for a figure. Series that were not measured are not drawn. */
final class PaperPlots {
  private static final int STEPS = 400;
  private static final int RATE_BINS = 60;
  private static final int QUEUE_BINS = 200;
  private static final int MOST_FLOWS = 8;
  private static final double KIB = 1024;
  private static final double BPS_PER_GBPS = 1e9;
  private static final String TIME = "time (us)";

  private final FigureResults results;

  PaperPlots(FigureResults results) {
    this.results = results;
  }

  List<Panel> panels() {
    return results.figure().panels().stream().map(this::panel).toList();
  }

  private Panel panel(PaperPanel panel) {
    List<String> measured =
        panel.series().keySet().stream().filter(label -> hasRuns(panel, label)).toList();
    if (measured.isEmpty() && panel.plot() != PaperFigure.Plot.TABLE) {
      return new Panel.Empty(title(panel), "nothing measured: " + why(panel));
    }
    return switch (panel.plot()) {
      case CDF -> lines(panel, "flow completion time (us)", "share of flows", cdf(panel, measured));
      case BOX -> boxes(panel, measured);
      case LINES -> overVariable(panel, measured);
      case BARS -> bars(panel, measured);
      case TABLE -> table(panel);
      case WINDOW -> lines(panel, TIME, "mean window (KiB)", meanWindows(panel, measured, false));
      case STEADY -> lines(panel, TIME, "mean window (KiB)", meanWindows(panel, measured, true));
      case WINDOWS -> lines(panel, TIME, "window (KiB)", windows(panel, measured));
      case RATES -> lines(panel, TIME, "goodput (Gbps)", rates(panel, measured));
      case DRAIN -> lines(panel, "packet leaving the queue", "signal", drain(panel, measured));
      case NOTICE ->
          lines(panel, "base RTTs until the sender knows", "share", notices(panel, measured));
      case QUEUE -> lines(panel, TIME, "queue (KiB)", queues(panel, measured));
    };
  }

  private boolean hasRuns(PaperPanel panel, String label) {
    return FigureResults.xs(panel).stream()
        .allMatch(x -> cell(panel, label, x).missing().isEmpty());
  }

  private Cell cell(PaperPanel panel, String label, String x) {
    return results.at(panel.id(), label, x);
  }

  private String why(PaperPanel panel) {
    return panel.series().keySet().stream()
        .map(label -> cell(panel, label, FigureResults.xs(panel).getFirst()).missing())
        .flatMap(Optional::stream)
        .findFirst()
        .orElse("");
  }

  private String title(PaperPanel panel) {
    return results.figure().panels().size() == 1
        ? panel.title()
        : "(" + panel.id() + ") " + panel.title();
  }

  private Panel lines(PaperPanel panel, String xTitle, String yTitle, List<Curve> curves) {
    String y = panel.yTitle().isEmpty() ? yTitle : panel.yTitle();
    return new Panel.Lines(title(panel), xTitle, y, panel.x(), panel.y(), curves);
  }

  private List<Curve> cdf(PaperPanel panel, List<String> measured) {
    return measured.stream().map(label -> Curve.cumulative(label, fctUs(panel, label))).toList();
  }

  private double[] fctUs(PaperPanel panel, String label) {
    return cell(panel, label, "").runs().stream()
        .flatMap(run -> RunData.flows(run.folder()).stream())
        .mapToDouble(Flow::fctUs)
        .toArray();
  }

  private Panel boxes(PaperPanel panel, List<String> measured) {
    Map<String, double[]> values = new LinkedHashMap<>();
    measured.forEach(label -> values.put(label, fctUs(panel, label)));
    return new Panel.Boxes(title(panel), "flow completion time (us)", values);
  }

  private Panel overVariable(PaperPanel panel, List<String> measured) {
    List<String> xs = FigureResults.xs(panel);
    double[] numbers = xs.stream().mapToDouble(PaperPlots::number).toArray();
    List<Curve> curves = new ArrayList<>();
    for (String label : measured) {
      double[] y = xs.stream().mapToDouble(x -> mean(panel, label, x)).toArray();
      curves.add(new Curve(label, numbers, y, Curve.Style.MARKED));
    }
    return new Panel.Lines(
        title(panel), xTitle(panel), panel.yTitle(), Panel.Axis.POWERS_OF_TWO, panel.y(), curves);
  }

  private double mean(PaperPanel panel, String label, String x) {
    return cell(panel, label, x).mean(panel.measure());
  }

  private static String xTitle(PaperPanel panel) {
    return panel.variable().map(PaperFigure.Variable::title).orElse("");
  }

  /** Sizes as KiB, other numbers as they are. */
  private static double number(String x) {
    try {
      return Double.parseDouble(x);
    } catch (NumberFormatException e) {
      try {
        return Quantities.bytes(x) / KIB;
      } catch (UserInputException notASize) {
        throw new IllegalStateException("'" + x + "' is neither a number nor a size", notASize);
      }
    }
  }

  private Panel bars(PaperPanel panel, List<String> measured) {
    List<String> xs = FigureResults.xs(panel);
    Map<String, List<Double>> bars = new LinkedHashMap<>();
    for (String label : measured) {
      bars.put(label, xs.stream().map(x -> rounded(mean(panel, label, x))).toList());
    }
    List<String> groups = xs.equals(List.of("")) ? List.of(" ") : xs;
    return new Panel.Bars(title(panel), xTitle(panel), panel.yTitle(), groups, bars);
  }

  /** A cell without runs is empty. */
  private Panel table(PaperPanel panel) {
    List<String> xs = FigureResults.xs(panel);
    Map<String, List<Panel.Sample>> rows = new LinkedHashMap<>();
    for (String label : panel.series().keySet()) {
      List<Panel.Sample> row = new ArrayList<>();
      for (int i = 0; i < xs.size(); i++) {
        double[] values = cell(panel, label, xs.get(i)).values(panel.measure()).toArray();
        if (values.length > 0) {
          row.add(Panel.Sample.of(i, values));
        }
      }
      rows.put(label, row);
    }
    return new Panel.Samples(title(panel), xTitle(panel), xs, rows);
  }

  /** Rounds to three decimals, as the label of a bar shows it. */
  private static double rounded(double value) {
    return Math.rint(value * 1000) / 1000;
  }

  private Path firstRun(PaperPanel panel, String label) {
    return cell(panel, label, "").runs().getFirst().folder();
  }

  private List<Curve> meanWindows(PaperPanel panel, List<String> measured, boolean steady) {
    List<Curve> curves = new ArrayList<>();
    for (String label : measured) {
      Path folder = firstRun(panel, label);
      List<Flow> flows = RunData.flows(folder);
      Map<String, Samples> windows = RunData.samples(folder, Metric.CWND);
      double firstUs = flows.stream().mapToDouble(Flow::finishUs).min().orElse(0);
      double[] grid =
          steady
              ? grid(Measures.STEADY_FROM * firstUs, Measures.STEADY_TO * firstUs, STEPS)
              : grid(0, lastUs(flows), STEPS);
      double[] means = DoubleStream.of(grid).map(us -> meanAt(flows, windows, us)).toArray();
      curves.add(finite(label, grid, means, Curve.Style.LINE));
    }
    return curves;
  }

  /** Mean window of the flows that run at an instant, KiB. */
  private static double meanAt(List<Flow> flows, Map<String, Samples> windows, double us) {
    return flows.stream()
            .filter(flow -> flow.startUs() <= us && us <= flow.finishUs())
            .map(flow -> Optional.ofNullable(windows.get(flow.id())))
            .flatMap(Optional::stream)
            .mapToDouble(window -> window.at(us))
            .filter(Double::isFinite)
            .average()
            .orElse(Double.NaN)
        / KIB;
  }

  private List<Curve> windows(PaperPanel panel, List<String> measured) {
    List<Curve> curves = new ArrayList<>();
    for (String label : measured) {
      Path folder = firstRun(panel, label);
      Map<String, Samples> windows = RunData.samples(folder, Metric.CWND);
      for (Flow flow : shown(folder)) {
        Optional.ofNullable(windows.get(flow.id()))
            .ifPresent(window ->
                curves.add(
                    new Curve(
                        name(measured, label, flow),
                        window.startsUs(),
                        DoubleStream.of(window.means()).map(bytes -> bytes / KIB).toArray(),
                        Curve.Style.LINE)));
      }
    }
    return curves;
  }

  private static List<Flow> shown(Path folder) {
    List<Flow> flows = RunData.flows(folder);
    return flows.subList(0, Math.min(MOST_FLOWS, flows.size()));
  }

  private static String name(List<String> measured, String label, Flow flow) {
    return measured.size() == 1 ? flow.name() : label + ", " + flow.name();
  }

  private List<Curve> rates(PaperPanel panel, List<String> measured) {
    List<Curve> curves = new ArrayList<>();
    for (String label : measured) {
      Path folder = firstRun(panel, label);
      Map<String, Samples> goodputs = RunData.samples(folder, Metric.GOODPUT);
      double step = lastUs(RunData.flows(folder)) / RATE_BINS;
      for (Flow flow : shown(folder)) {
        Samples goodput = goodputs.get(flow.id());
        if (goodput != null) {
          double[] grid =
              DoubleStream.iterate(
                      flow.startUs() + step / 2, us -> us < flow.finishUs(), us -> us + step)
                  .toArray();
          double[] gbps =
              DoubleStream.of(grid)
                  .map(us -> goodput.mean(us - step / 2, us + step / 2) / BPS_PER_GBPS)
                  .toArray();
          curves.add(finite(name(measured, label, flow), grid, gbps, Curve.Style.LINE));
        }
      }
    }
    return curves;
  }

  private List<Curve> queues(PaperPanel panel, List<String> measured) {
    List<Curve> curves = new ArrayList<>();
    for (String label : measured) {
      Path folder = firstRun(panel, label);
      double step = lastUs(RunData.flows(folder)) / QUEUE_BINS;
      double endUs = QUEUE_BINS * step;
      RunData.samples(folder, Metric.QUEUE_DEPTH).values().stream()
          .max(Comparator.comparingDouble(samples -> samples.sum(0, endUs)))
          .ifPresent(queue -> {
            double[] grid = grid(step / 2, endUs - step / 2, QUEUE_BINS);
            double[] kib =
                DoubleStream.of(grid)
                    .map(us -> queue.sum(us - step / 2, us + step / 2) / step / KIB)
                    .toArray();
            curves.add(finite(label, grid, kib, Curve.Style.LINE));
          });
    }
    return curves;
  }

  private List<Curve> drain(PaperPanel panel, List<String> measured) {
    List<Curve> curves = new ArrayList<>();
    for (String label : measured) {
      List<DequeuedPackets.Packet> packets = DequeuedPackets.of(firstRun(panel, label));
      double longest = DequeuedPackets.longestStayUs(packets);
      double[] number = IntStream.rangeClosed(1, packets.size()).asDoubleStream().toArray();
      curves.add(
          new Curve(
              "ECN mark",
              number,
              packets.stream().mapToDouble(packet -> packet.marked() ? 1 : 0).toArray(),
              Curve.Style.MARKED));
      curves.add(
          new Curve(
              "delay / longest delay",
              number,
              packets.stream().mapToDouble(packet -> packet.stayUs() / longest).toArray(),
              Curve.Style.MARKED));
    }
    return curves;
  }

  private List<Curve> notices(PaperPanel panel, List<String> measured) {
    return measured.stream()
        .map(label -> Curve.cumulative(label, Measures.lossNotices(firstRun(panel, label))))
        .toList();
  }

  private static double lastUs(List<Flow> flows) {
    return flows.stream().mapToDouble(Flow::finishUs).max().orElse(0);
  }

  private static double[] grid(double from, double to, int steps) {
    double[] grid = new double[steps];
    for (int i = 0; i < steps; i++) {
      grid[i] = from + i * (to - from) / (steps - 1);
    }
    return grid;
  }

  /** The points that have a value. */
  private static Curve finite(String label, double[] x, double[] y, Curve.Style style) {
    double[] keptX = new double[x.length];
    double[] keptY = new double[x.length];
    int kept = 0;
    for (int i = 0; i < x.length; i++) {
      if (Double.isFinite(y[i])) {
        keptX[kept] = x[i];
        keptY[kept++] = y[i];
      }
    }
    return new Curve(label, Arrays.copyOf(keptX, kept), Arrays.copyOf(keptY, kept), style);
  }
}
