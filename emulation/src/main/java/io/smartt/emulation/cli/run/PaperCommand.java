package io.smartt.emulation.cli.run;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.console.Failures;
import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.text.TextTable;
import io.smartt.emulation.experiment.ExperimentLoader;
import io.smartt.emulation.launch.Fabrics;
import io.smartt.emulation.launch.LocalRunner;
import io.smartt.emulation.paper.FigureResults;
import io.smartt.emulation.paper.PaperFigure;
import io.smartt.emulation.paper.PaperLibrary;
import io.smartt.emulation.paper.PaperReport;
import io.smartt.emulation.paper.PaperRuns;
import io.smartt.emulation.paper.Scale;
import io.smartt.emulation.paper.Verdict;
import io.smartt.emulation.settings.Choice;
import io.smartt.emulation.sweep.SweepRunner;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
      "  smartt paper all --scale quick --out paper",
      "",
      "Started again with the same --out, finished runs are not run again."
    })
public final class PaperCommand implements Runnable {
  private final ExperimentLoader experiments;
  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  public PaperCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name what to do: list, fig N or all");
  }

  @Command(name = "list", description = "Lists the figures that hold results.")
  int list(
      @Option(names = "--scale", defaultValue = "quick", description = "quick or full.")
          String scale,
      @Mixin Help help) {
    TextTable table = new TextTable("figure", "runs", "claims", "title");
    for (PaperFigure figure : PaperLibrary.all(Choice.parse(Scale.class, scale))) {
      table.row(
          Integer.toString(figure.number()),
          Integer.toString(figure.runs()),
          Integer.toString(figure.claims().size()),
          figure.title());
    }
    console.out().print(table);
    console.out().flush();
    return 0;
  }

  @Command(name = "fig", description = "Runs one figure and draws it.")
  int figure(
      @Parameters(paramLabel = "N", description = "Its number in the paper.") int number,
      @Mixin PaperOptions options) {
    return run(
        List.of(PaperLibrary.figure(number, options.scale())),
        String.format("claims-fig%02d", number),
        options);
  }

  @Command(name = "all", description = "Runs every figure and draws it.")
  int all(@Mixin PaperOptions options) {
    return run(PaperLibrary.all(options.scale()), "claims", options);
  }

  private int run(List<PaperFigure> figures, String claims, PaperOptions options) {
    Path folder = options.folder();
    LocalRunner runner =
        new LocalRunner(Clock.system(ZoneId.systemDefault()), 1, false, Fabrics.builtIn()).ofMany();
    SweepRunner sweeper = new SweepRunner(runner, folder.resolve("runs"), options.jobs());
    List<FigureResults> results;
    try (Interruption interruption = Interruption.watch()) {
      SweepProgress progress =
          new SweepProgress(console, System::nanoTime, interruption::requested);
      try {
        results = new PaperRuns(experiments, runner, sweeper).run(figures, progress);
      } finally {
        progress.clear();
      }
      if (interruption.requested()) {
        console.err().println("smartt: interrupted; the same command goes on from here");
        return Failures.FAILED;
      }
      new PaperReport(folder, options.scale()).write(claims, results);
    }
    print(results);
    console
        .out()
        .printf("%nfigures (.png, .svg, .csv) and %s (.md, .html, .csv): %s%n", claims, folder);
    console.out().flush();
    return 0;
  }

  private void print(List<FigureResults> figures) {
    for (FigureResults results : figures) {
      PaperFigure figure = results.figure();
      console.out().printf("%nFigure %d: %s%n", figure.number(), figure.title());
      for (Verdict verdict : PaperReport.verdicts(results)) {
        console.out().printf("  %-14s %s%n", verdict.kind() + ":", verdict.claim().says());
        if (!verdict.measured().isEmpty()) {
          console.out().printf("                 %s%n", verdict.measured());
        }
        if (!verdict.remark().isEmpty()) {
          console.out().printf("                 %s%n", verdict.remark());
        }
      }
    }
  }
}
