package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.emulation.cli.experiment.ExperimentOptions;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.emulation.cli.results.Json;
import io.smartt.emulation.cli.results.RowTable;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.ReplaySender;
import io.smartt.experiment.report.Table;
import io.smartt.experiment.run.Fabric.Use;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.TraceAnalysis;
import io.smartt.experiment.trace.analysis.TracedConnection.TracedFlow;
import io.smartt.study.plot.FigureWriter;
import io.smartt.study.plot.Panel;
import io.smartt.study.plot.Panel.Curve;
import io.smartt.study.rerun.RecordedWindows;
import io.smartt.study.rerun.RecordedWindows.RecordedWindow;
import io.smartt.study.rerun.WindowRerun;
import io.smartt.study.rerun.WindowRerun.WindowCurve;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.JsonOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt trace rerun}. */
@Command(
    name = "rerun",
    sortOptions = false,
    header = "Feeds the recorded ACKs and NACKs to congestion control again and shows its window.",
    description = {
      "",
      "What was sent stays what was sent; the window is what the scheme makes of the same answers.",
      "With '--scheme' or '--set' another scheme or variant gets them too, and the windows are",
      "shown together. The experiment.yaml next to the trace tells topology and settings.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt trace rerun runs/x/trace.pcapng",
      "  smartt trace rerun runs/x/trace.pcapng --scheme swift --out windows",
      "  smartt trace rerun runs/x/trace.pcapng --set smartt.quick-adapt=false --connection 3"
    })
final class TraceRerunCommand implements Callable<Integer> {
  private static final int MOST_PANELS = 6;

  private static final RowTable<Rerun> TABLE =
      new RowTable<Rerun>()
          .text("connection", "connection", rerun -> rerun.flow().connection().number())
          .text("src", "from", rerun -> rerun.flow().source())
          .text("dst", "to", rerun -> rerun.flow().destination())
          .text("answers", "answers", rerun -> rerun.windows().getFirst().size())
          .text("recorded", "recorded", rerun -> rerun.recorded().map(was -> was.bins().size()))
          .shown(
              "farthestMtus",
              "farthest",
              Rerun::farthestMtus,
              rerun ->
                  rerun
                      .farthestMtus()
                      .map(mtus -> String.format(Locale.ROOT, "%.3f MTU", mtus))
                      .orElse("-"))
          .shown(
              "lastWindowBytes",
              "last window",
              Rerun::lastWindows,
              rerun ->
                  rerun.lastWindows().entrySet().stream()
                      .map(last -> last.getKey() + " " + HumanFormat.bytes(last.getValue()))
                      .collect(Collectors.joining("; ")));

  private final Console console;

  @Mixin private TraceFiles files = new TraceFiles();

  @Mixin private RecordedExperiment experiment = new RecordedExperiment();

  @Option(
      names = "--scheme",
      paramLabel = "SCHEME",
      completionCandidates = ExperimentOptions.Schemes.class,
      description = "Another scheme to give the answers to: ${COMPLETION-CANDIDATES}.")
  private @Nullable String scheme;

  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = "--connection",
      paramLabel = "N",
      description = "Draws only this one; may be given more than once. Default: the first six.")
  private List<Integer> connections = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where to write windows.csv, windows.png and windows.svg. Default: '.'.")
  private Path out = Path.of(".");

  @Mixin private JsonOption json = new JsonOption();

  TraceRerunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    ExperimentSpec spec = experiment.of(files);
    Map<String, ReplaySender> schemes = new LinkedHashMap<>();
    ReplaySender own = new ReplaySender(spec);
    schemes.put(own.scheme() + ", rerun", own);
    List<String> changes = new ArrayList<>(settings.given());
    Optional.ofNullable(scheme).ifPresent(name -> changes.addFirst("scheme=" + name));
    if (!changes.isEmpty()) {
      ReplaySender other = new ReplaySender(experiment.changed(files, changes, Use.RERUN));
      schemes.put(String.join(" ", changes).replaceFirst("^scheme=", ""), other);
    }
    WindowRerun rerun = new WindowRerun(schemes);
    List<TracedFlow> flows;
    try (CaptureSet captures = files.open(console)) {
      flows = TracedFlow.of(TraceAnalysis.of(captures, rerun), captures.hostNames());
    }
    if (flows.isEmpty()) {
      throw new UserInputException(files.paths().getFirst() + ": has no flow to rerun");
    }
    Map<Integer, RecordedWindow> windows =
        RecordedWindows.of(files.folder()).map(known -> known.byConnection(flows)).orElse(Map.of());
    report(rerun.windows(), windows, flows, own.mtuBytes());
    return 0;
  }

  /** A connection with its windows, those of its sender's own scheme first. */
  private record Rerun(
      TracedFlow flow, List<WindowCurve> windows, Optional<RecordedWindow> recorded, int mtuBytes) {
    Optional<Double> farthestMtus() {
      return recorded.map(was -> (double) was.farthest(windows.getFirst()) / mtuBytes);
    }

    Map<String, Long> lastWindows() {
      Map<String, Long> last = new LinkedHashMap<>();
      for (WindowCurve curve : windows) {
        if (curve.size() > 0) {
          last.put(curve.label(), curve.value(curve.size() - 1));
        }
      }
      return last;
    }
  }

  private void report(
      Map<Integer, List<WindowCurve>> windows,
      Map<Integer, RecordedWindow> recorded,
      List<TracedFlow> flows,
      int mtuBytes) {
    Map<Integer, List<WindowCurve>> curves = new TreeMap<>();
    List<Rerun> reruns = new ArrayList<>();
    windows.forEach((number, own) -> {
      Optional<RecordedWindow> was = Optional.ofNullable(recorded.get(number));
      curves.put(
          number, Stream.concat(was.map(RecordedWindow::curve).stream(), own.stream()).toList());
      reruns.add(new Rerun(flow(number, flows), own, was, mtuBytes));
    });
    write(curves, flows);
    console.out().print(json.wanted() ? Json.pretty(TABLE.rows(reruns)) : TABLE.table(reruns));
    if (!json.wanted()) {
      console.out().println();
      console.out().println("windows: " + out.resolve("windows.csv"));
      console.out().println("         " + out.resolve("windows.png"));
    }
    console.out().flush();
  }

  private static TracedFlow flow(int connection, List<TracedFlow> flows) {
    return flows.stream()
        .filter(each -> each.connection().number() == connection)
        .findFirst()
        .orElseThrow();
  }

  private void write(Map<Integer, List<WindowCurve>> curves, List<TracedFlow> flows) {
    WholeFile.folder(out);
    WholeFile.write(out.resolve("windows.csv"), csv -> csv(csv, curves));
    List<Panel> panels = new ArrayList<>();
    List<Integer> chosen =
        connections.isEmpty() ? curves.keySet().stream().limit(MOST_PANELS).toList() : connections;
    for (int number : chosen) {
      List<WindowCurve> known = curves.get(number);
      if (known == null) {
        throw new UserInputException(
            "--connection %d: the trace has %d".formatted(number, curves.size()));
      }
      TracedFlow flow = flow(number, flows);
      panels.add(
          new Panel.Lines(
              "Connection %d: %s to %s".formatted(number, flow.source(), flow.destination()),
              "time (us)",
              "window (KiB)",
              Panel.Axis.LINEAR,
              Panel.Axis.LINEAR,
              known.stream().map(TraceRerunCommand::curve).toList()));
    }
    FigureWriter.write(out, "windows", panels);
  }

  private static Curve curve(WindowCurve window) {
    double[] x = new double[window.size()];
    double[] y = new double[window.size()];
    for (int i = 0; i < x.length; i++) {
      x[i] = window.timePs(i) / 1e6;
      y[i] = window.value(i) / 1024.0;
    }
    Curve.Style style = window.label().endsWith("rerun") ? Curve.Style.DASHED : Curve.Style.LINE;
    return new Curve(window.label(), x, y, style);
  }

  private record Point(int connection, WindowCurve curve, int at) {}

  private static void csv(Writer writer, Map<Integer, List<WindowCurve>> curves)
      throws IOException {
    Table.<Point>csv()
        .column("connection", Point::connection)
        .column("scheme", point -> point.curve().label())
        .column("time_us", point -> point.curve().timePs(point.at()) / 1e6)
        .column("window_bytes", point -> point.curve().value(point.at()))
        .write(
            writer,
            curves.entrySet().stream()
                .flatMap(connection ->
                    connection.getValue().stream()
                        .flatMap(curve ->
                            IntStream.range(0, curve.size())
                                .mapToObj(at -> new Point(connection.getKey(), curve, at)))));
  }
}
