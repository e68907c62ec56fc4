package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.run.PaperOptions.SensitivityOptions;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.settings.Choice;
import io.smartt.study.launch.LocalRunner;
import io.smartt.study.paper.FigureReader;
import io.smartt.study.paper.PaperFigure;
import io.smartt.study.paper.PaperReport;
import io.smartt.study.paper.PaperReport.JudgedFigure;
import io.smartt.study.paper.PaperRuns;
import io.smartt.study.paper.PaperRuns.FigureResults;
import io.smartt.study.paper.sensitivity.Study;
import io.smartt.study.paper.sensitivity.Study.StudyRuns;
import io.smartt.study.paper.sensitivity.StudyReader;
import io.smartt.study.paper.sensitivity.StudyReport;
import io.smartt.study.sweep.SweepRunner;
import io.smartt.study.sweep.cluster.ClusterSweep;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.TextTable;
import io.smartt.switchd.options.CommandGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt paper}. */
@Command(
    name = "paper",
    sortOptions = false,
    header = "Runs the paper's figures and says which of its claims hold.",
    footer = {
      "",
      "Examples:",
      "  smartt paper list",
      "  smartt paper fig 12",
      "  smartt paper fig my.yaml --out my",
      "  smartt paper all --scale quick --out paper",
      "  smartt paper fig 5 --seeds 1..5 --set smartt.fair-increase-mtus=1 --out fig5",
      "  smartt paper sensitivity --seeds 1..5",
      "",
      "Started again with the same --out, finished runs are not run again."
    })
public final class PaperCommand extends CommandGroup {
  private final ExperimentLoader experiments;
  private final Console console;

  public PaperCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  protected String prompt() {
    return "name what to do: list, fig N, all or sensitivity";
  }

  @Command(name = "list", description = "Lists the figures that hold results.")
  int list(
      @Option(names = "--scale", defaultValue = "quick", description = "quick or full.")
          String scale) {
    TextTable table = new TextTable("figure", "runs", "claims", "title");
    for (PaperFigure figure : FigureReader.listed(Choice.parse(PaperFigure.Scale.class, scale))) {
      table.row(
          figure.id(),
          Integer.toString(figure.runs()),
          Integer.toString(figure.claims().size()),
          figure.title());
    }
    console.show(table);
    return 0;
  }

  @Command(name = "fig", description = "Runs one figure and draws it.")
  int figure(
      @Parameters(
              paramLabel = "N|FILE",
              description = {
                "Its number in the paper; text for what the text says without one; buffers for",
                "memory that ports share and schemes for a table of schemes, workloads and",
                "failures, which the paper leaves out; or a file of one's own, my.yaml."
              })
          String id,
      @Mixin PaperOptions options) {
    boolean own = id.endsWith(".yaml") || id.endsWith(".yml");
    PaperFigure figure =
        own
            ? FigureReader.own(Path.of(id), options.scale(), experiments.catalog())
            : FigureReader.figure(id, options.scale());
    Path folder = own ? options.folder("figure-" + figure.fileName()) : options.folder();
    return run(
        List.of(figure),
        List.of("fig", own ? Path.of(id).toAbsolutePath().normalize().toString() : id),
        "claims-" + figure.fileName(),
        folder,
        options);
  }

  @Command(name = "all", description = "Runs every figure and draws it.")
  int all(@Mixin PaperOptions options) {
    return run(
        FigureReader.all(options.scale()), List.of("all"), "claims", options.folder(), options);
  }

  @Command(
      name = "sensitivity",
      description = {
        "Varies the constants that the paper leaves open, over all figures, and says which values",
        "are best."
      })
  int sensitivity(@Mixin SensitivityOptions options) {
    StudyReader reader = new StudyReader(experiments.catalog());
    Study study = options.study(reader);
    List<String> seeds = options.seeds();
    Path folder = options.folder();
    Optional<List<FigureResults>> results =
        watched(
            folder,
            options.jobs(),
            options.elsewhere(folder, console),
            (runs, progress) -> new StudyRuns(experiments, runs).run(study, seeds, progress));
    if (results.isEmpty()) {
      return Failures.FAILED;
    }
    StudyReport report = new StudyReport(study, seeds, results.get());
    report.write(folder);
    console.out().print(report.markdown());
    console.out().printf("%nsensitivity (.png, .svg, .csv, .md): %s%n", folder);
    console.out().flush();
    return 0;
  }

  private int run(
      List<PaperFigure> declared,
      List<String> what,
      String claims,
      Path folder,
      PaperOptions options) {
    List<PaperFigure> figures = options.changed(declared, experiments.catalog());
    Optional<List<FigureResults>> results =
        watched(
            folder,
            options.jobs(),
            options.elsewhere(folder, console),
            (runs, progress) -> {
              runs.requireActing(figures);
              return runs.run(figures, progress);
            });
    if (results.isEmpty()) {
      return Failures.FAILED;
    }
    List<JudgedFigure> judged = results.get().stream().map(JudgedFigure::of).toList();
    new PaperReport(folder, options.how()).write(claims, judged);
    List<String> command = new ArrayList<>(List.of("paper"));
    command.addAll(what);
    command.addAll(options.arguments());
    PaperReport.writeCommand(folder, claims, command);
    print(judged);
    console
        .out()
        .printf(
            "%n%s%nfigures (.png, .svg, .csv) and %s (.md, .html, .csv): %s%n",
            PaperReport.tally(judged), claims, folder);
    console.out().flush();
    return 0;
  }

  /** Runs with progress on the terminal; empty if the user stopped it. */
  private Optional<List<FigureResults>> watched(
      Path folder,
      int jobs,
      Optional<ClusterSweep> elsewhere,
      BiFunction<PaperRuns, SweepRunner.SweepMonitor, List<FigureResults>> work) {
    LocalRunner runner = LocalRunner.ofMany(false);
    SweepRunner sweeper =
        new SweepRunner(runner, folder.resolve("runs"), jobs).elsewhere(elsewhere);
    try (Interruption interruption = Interruption.watch()) {
      SweepProgress progress =
          new SweepProgress(console, System::nanoTime, interruption::requested);
      List<FigureResults> results =
          progress.during(() -> work.apply(new PaperRuns(experiments, runner, sweeper), progress));
      if (interruption.requested()) {
        console.err().println("smartt: interrupted; the same command goes on from here");
        return Optional.empty();
      }
      return Optional.of(results);
    }
  }

  private String coloured(PaperReport.Verdict.Kind kind, String text) {
    return switch (kind) {
      case HOLDS -> console.outColours().good(text);
      case DOES_NOT_HOLD -> console.outColours().bad(text);
      case DIRECTION_HOLDS, NOT_MEASURED -> text;
    };
  }

  private void print(List<JudgedFigure> figures) {
    for (JudgedFigure judged : figures) {
      PaperFigure figure = judged.results().figure();
      console.out().printf("%n%s: %s%n", figure.name(), figure.title());
      for (PaperReport.Verdict verdict : judged.verdicts()) {
        String kind = "%-16s".formatted(verdict.kind() + ":");
        console.out().printf("  %s %s%n", coloured(verdict.kind(), kind), verdict.claim().says());
        Stream.of(verdict.measured(), verdict.remark())
            .filter(line -> !line.isEmpty())
            .forEach(line -> console.out().printf("                   %s%n", line));
      }
    }
  }
}
