package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.concurrent.SearchPath;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.emulation.cli.experiment.OptionCandidates;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.run.PaperOptions.SeedsOption;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.settings.Choice;
import io.smartt.experiment.settings.Constants;
import io.smartt.study.compare.ReferenceComparison;
import io.smartt.study.compare.ReferenceComparison.ComparedRow;
import io.smartt.study.compare.ReferenceFolder;
import io.smartt.study.compare.ReferenceFolder.ReferenceScenario;
import io.smartt.study.compare.suite.HtsimBinary;
import io.smartt.study.compare.suite.SuiteComparison;
import io.smartt.study.compare.suite.SuiteComparison.SuiteRow;
import io.smartt.study.compare.suite.SuiteExperiment;
import io.smartt.study.compare.suite.SuiteReader;
import io.smartt.study.launch.LocalRunner;
import io.smartt.study.sweep.MeanWithInterval;
import io.smartt.study.sweep.Sweep.VariedValues;
import io.smartt.study.sweep.SweepRunner;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.TextTable;
import io.smartt.switchd.options.JobsOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt compare}. */
@Command(
    name = "compare",
    sortOptions = false,
    header = "Runs a reference simulator's scenarios and shows both results.",
    description = {
      "",
      "A FOLDER has results.csv (a row a scenario: scenario, matrix, topology, load_balancer,",
      "fct_p50_us, fct_max_us, trims), cm/ and topo/; with flows/, a CSV of flows a scenario,"
          + " shortest",
      "times, fairness (Jain) and the shape of the distribution (Kolmogorov-Smirnov) are compared,"
          + " too.",
      "A SUITE is a file of the Ultra Ethernet reference simulator's validation suites. Its"
          + " matrices and",
      "options are read as they are; what has no counterpart here is named and not run. Each result"
          + " is",
      "held against the suite's limit and, with htsim_uec on the PATH, against that of the"
          + " simulator.",
      "Seeds are 1 without --seeds, those of the simulator for a suite.",
      "Started again with the same --out, finished runs are not run again.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt compare tests/src/test/resources/htsim",
      "  smartt compare tests/src/test/resources/htsim 'b_xperm_128*' --constants nscc --seeds"
          + " 1..5",
      "  smartt compare uet-htsim/htsim/sim/datacenter/validate_uec_sender.txt 'Small*'",
      "",
      "Ends with 0 if every run completed, whether or not it agrees or passes; 1 if one failed."
    })
public final class CompareCommand implements Callable<Integer> {
  private static final Path OUT = Path.of("runs", "compare");
  private static final String PROFILE = "htsim-800g";
  private static final String CONSTANTS = "paper,nscc";
  private static final String FIRST_SEED = "1";

  private final ExperimentLoader experiments;
  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "FOLDER|SUITE",
      description = "The reference's files, or one of its validation suites.")
  private Path source = Path.of(".");

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "SCENARIO",
      description = "Names of scenarios, * for any letters. Default: all.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--constants",
      paramLabel = "LIST",
      description =
          "Constants of the congestion control to run each with; suites have their own. Default:"
              + " paper,nscc.")
  private @Nullable String constants;

  @Mixin private SeedsOption seeds = new SeedsOption();

  @Option(
      names = "--profile",
      completionCandidates = OptionCandidates.Profiles.class,
      paramLabel = "PROFILE|FILE",
      description = "Packets and queues; suites have their own. Default: htsim-800g.")
  private @Nullable String profile;

  @Mixin private SettingsOption settings = new SettingsOption();

  @Mixin private JobsOption jobs = new JobsOption();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder of the runs and of comparison.csv or suite.csv. Default: runs/compare.")
  private Path out = OUT;

  public CompareCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    int parallel = jobs.count();
    try (Interruption interruption = Interruption.watch()) {
      SweepProgress progress =
          new SweepProgress(console, System::nanoTime, interruption::requested);
      SweepRunner runs = new SweepRunner(LocalRunner.ofMany(false), out.resolve("runs"), parallel);
      boolean complete =
          Files.isDirectory(source)
              ? compareFolder(runs, progress)
              : compareSuite(runs, progress, interruption);
      if (interruption.requested()) {
        console.err().println("smartt: interrupted; the same command goes on from here");
      }
      console.out().flush();
      return complete ? 0 : Failures.FAILED;
    }
  }

  private boolean compareFolder(SweepRunner runs, SweepProgress progress) {
    ReferenceComparison comparison =
        new ReferenceComparison(
            profile == null ? PROFILE : profile,
            NamePatterns.choose(
                ReferenceFolder.read(source), ReferenceScenario::name, names, source),
            constants(),
            seeds.given().orElse(List.of(FIRST_SEED)),
            settings.given());
    List<ComparedRow> rows = progress.during(() -> comparison.run(experiments, runs, progress));
    WholeFile.write(
        out.resolve("comparison.csv"),
        csv -> ReferenceComparison.table().write(csv, rows.stream()));
    console.out().print(referenceTable(rows));
    console.out().printf("%nfolder: %s (comparison.csv, runs/)%n", out);
    return rows.stream().allMatch(row -> row.agrees().isPresent());
  }

  private boolean compareSuite(
      SweepRunner runs, SweepProgress progress, Interruption interruption) {
    if (constants != null || profile != null) {
      throw new UserInputException(
          source
              + ": a suite has its own constants, packets and queues; leave out "
              + (constants != null ? "--constants" : "--profile"));
    }
    SuiteComparison comparison =
        new SuiteComparison(
            NamePatterns.choose(SuiteReader.read(source), SuiteExperiment::name, names, source),
            seeds.given().orElse(List.of()),
            settings.given());
    Optional<HtsimBinary> simulator =
        HtsimBinary.find(
            SearchPath.ofEnvironment(),
            out.resolve("reference"),
            new SimulatorProgress(console, interruption::requested));
    List<SuiteRow> rows =
        progress.during(() -> comparison.run(experiments, runs, progress, simulator));
    WholeFile.folder(out);
    WholeFile.write(
        out.resolve("suite.csv"), csv -> SuiteComparison.table().write(csv, rows.stream()));
    console.out().print(suiteTable(rows));
    if (simulator.isEmpty()) {
      console.out().printf("%n%s is not on the PATH: no times of its own%n", SuiteReader.BINARY);
    }
    console.out().printf("%nfolder: %s (suite.csv, runs/)%n", out);
    return rows.stream().allMatch(SuiteRow::isComplete);
  }

  private List<Constants> constants() {
    return VariedValues.parse(constants == null ? CONSTANTS : constants).stream()
        .map(text -> Choice.parse(Constants.class, text))
        .toList();
  }

  /** The rows of a validation suite for people: one an experiment. */
  private static String suiteTable(List<SuiteRow> rows) {
    TextTable table =
        new TextTable(
            "", "experiment", "limit us", "last us", "passes", "htsim_uec us", "passes", "", "");
    for (SuiteRow row : rows) {
      table.row(
          Integer.toString(row.experiment().number()),
          row.experiment().name(),
          row.experiment().limits().tailUs().stream()
              .mapToObj(Long::toString)
              .findFirst()
              .orElse("-"),
          last(row.here()),
          passes(row.here()),
          last(row.there()),
          passes(row.there()),
          row.difference().map(Quantities::formatChange).orElse(""),
          remark(row));
    }
    return table.toString();
  }

  private static String last(List<SuiteRow.SuiteResult> runs) {
    return SuiteRow.lastUs(runs)
        .map(mean -> String.format(Locale.ROOT, "%.1f", mean.mean()))
        .orElse("");
  }

  /** Writes yes or no for one run, and for several how many passed. */
  private static String passes(List<SuiteRow.SuiteResult> runs) {
    long passed = SuiteRow.passes(runs);
    return switch (runs.size()) {
      case 0 -> "";
      case 1 -> passed == 1 ? "yes" : "no";
      default -> passed + " of " + runs.size();
    };
  }

  private static String remark(SuiteRow row) {
    if (row.notRun().isPresent()) {
      return "not run: " + row.notRun().get();
    }
    return row.isComplete() ? SuiteComparison.missed(row.here()) : "no result";
  }

  /** The rows of a reference for people: one a scenario and set of constants. */
  private static String referenceTable(List<ComparedRow> rows) {
    TextTable table =
        new TextTable(
            "scenario",
            "constants",
            "median us",
            "theirs",
            "",
            "max us",
            "theirs",
            "",
            "min",
            "Jain",
            "theirs",
            "KS",
            "trims",
            "theirs",
            "agrees");
    for (ComparedRow row : rows) {
      table.row(
          row.scenario().name(),
          row.constants().spelling(),
          mean(row.medianUs(), "%.2f"),
          String.format(Locale.ROOT, "%.2f", row.scenario().medianUs()),
          percent(row.medianDifference()),
          mean(row.maxUs(), "%.2f"),
          String.format(Locale.ROOT, "%.2f", row.scenario().maxUs()),
          percent(row.maxDifference()),
          percent(row.flows().map(ComparedRow.FlowComparison::leastDifference)),
          number(row.flows().map(ComparedRow.FlowComparison::jain)),
          number(row.flows().map(ComparedRow.FlowComparison::referenceJain)),
          number(row.flows().map(ComparedRow.FlowComparison::shape)),
          mean(row.trims(), "%,.0f"),
          String.format(Locale.ROOT, "%,d", row.scenario().trims()),
          row.agrees().map(agrees -> agrees ? "yes" : "no").orElse("not run"));
    }
    return table.toString();
  }

  private static String mean(Optional<MeanWithInterval> value, String format) {
    return value.map(mean -> String.format(Locale.ROOT, format, mean.mean())).orElse("-");
  }

  private static String number(Optional<Double> value) {
    return value.map(number -> String.format(Locale.ROOT, "%.3f", number)).orElse("");
  }

  private static String percent(Optional<Double> difference) {
    return difference.map(Quantities::formatChange).orElse("");
  }

  /**
   * Shows which experiment the reference simulator runs.
   *
   * @param console to show it on
   * @param stop whether the user asked to stop
   */
  record SimulatorProgress(Console console, BooleanSupplier stop) implements HtsimBinary.Watch {
    @Override
    public void begins(SuiteExperiment experiment) {
      console
          .err()
          .printf(
              "smartt: %s runs %d, %s%n",
              SuiteReader.BINARY, experiment.number(), experiment.name());
      console.err().flush();
    }

    @Override
    public boolean interrupted() {
      return stop.getAsBoolean();
    }
  }
}
