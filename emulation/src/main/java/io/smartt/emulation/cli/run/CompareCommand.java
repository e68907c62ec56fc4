package io.smartt.emulation.cli.run;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.console.Failures;
import io.smartt.emulation.cli.experiment.OptionCandidates;
import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.cli.options.PerCore;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.text.TextTable;
import io.smartt.emulation.compare.ComparedRow;
import io.smartt.emulation.compare.FlowComparison;
import io.smartt.emulation.compare.ReferenceComparison;
import io.smartt.emulation.compare.ReferenceFolder;
import io.smartt.emulation.compare.ReferenceScenario;
import io.smartt.emulation.experiment.ExperimentLoader;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.launch.Fabrics;
import io.smartt.emulation.launch.LocalRunner;
import io.smartt.emulation.report.WholeFile;
import io.smartt.emulation.settings.Choice;
import io.smartt.emulation.settings.Constants;
import io.smartt.emulation.sweep.MeanWithInterval;
import io.smartt.emulation.sweep.SweepRunner;
import io.smartt.emulation.sweep.VariedValues;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.PatternSyntaxException;
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
      "FOLDER has results.csv (a row a scenario: scenario, matrix, topology, load_balancer,",
      "fct_p50_us, fct_max_us, trims), cm/ and topo/; with flows/, a CSV of flows a scenario, shortest",
      "times, fairness (Jain) and the shape of the distribution (Kolmogorov-Smirnov) are compared, too.",
      "Started again with the same --out, finished runs are not run again.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt compare tests/src/test/resources/htsim",
      "  smartt compare tests/src/test/resources/htsim 'b_xperm_128*' --constants nscc --seeds 1..5",
      "",
      "Ends with 0 if every run completed, whether or not it agrees; 1 if one failed."
    })
public final class CompareCommand implements Callable<Integer> {
  private static final Path OUT = Path.of("runs", "compare");

  private final ExperimentLoader experiments;
  private final Console console;

  @Parameters(index = "0", paramLabel = "FOLDER", description = "The reference's files.")
  private Path folder = Path.of(".");

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "SCENARIO",
      description = "Names of scenarios, * for any letters. Default: all.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--constants",
      paramLabel = "LIST",
      defaultValue = "paper,nscc",
      description = "Constants of the congestion control to run each with. Default: paper,nscc.")
  private String constants = "paper,nscc";

  @Option(
      names = "--seeds",
      paramLabel = "LIST",
      defaultValue = "1",
      description = "Seeds to run each with, such as 1..3; means are compared. Default: 1.")
  private String seeds = "1";

  @Option(
      names = "--profile",
      completionCandidates = OptionCandidates.Profiles.class,
      paramLabel = "NAME|FILE",
      defaultValue = "htsim-800g",
      description = "Packets and queues. Default: htsim-800g.")
  private String profile = "htsim-800g";

  @Option(
      names = "--set",
      completionCandidates = OptionCandidates.Keys.class,
      paramLabel = "KEY=VALUE",
      description = "A setting of every run. May be given more than once.")
  private List<String> settings = new ArrayList<>();

  @Option(names = "--jobs", paramLabel = "N", description = "Runs at a time. Default: one a core.")
  private @Nullable Integer jobs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder of the runs and of comparison.csv. Default: runs/compare.")
  private Path out = OUT;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  public CompareCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    int parallel = PerCore.of("--jobs", jobs);
    ReferenceComparison comparison =
        new ReferenceComparison(profile, scenarios(), constants(), seeds(), settings);
    List<ComparedRow> rows;
    try (Interruption interruption = Interruption.watch()) {
      SweepProgress progress =
          new SweepProgress(console, System::nanoTime, interruption::requested);
      LocalRunner runner =
          new LocalRunner(Clock.system(ZoneId.systemDefault()), 1, false, Fabrics.builtIn())
              .ofMany();
      try {
        rows =
            comparison.run(
                experiments, new SweepRunner(runner, out.resolve("runs"), parallel), progress);
      } finally {
        progress.clear();
      }
      WholeFile.write(out.resolve("comparison.csv"), csv -> ReferenceComparison.write(csv, rows));
      if (interruption.requested()) {
        console.err().println("smartt: interrupted; the same command goes on from here");
      }
    }
    console.out().print(table(rows));
    console.out().printf("%nfolder: %s (comparison.csv, runs/)%n", out);
    console.out().flush();
    return rows.stream().allMatch(row -> row.agrees().isPresent()) ? 0 : Failures.FAILED;
  }

  private List<ReferenceScenario> scenarios() {
    List<ReferenceScenario> all = ReferenceFolder.read(folder);
    if (names.isEmpty()) {
      return all;
    }
    List<ReferenceScenario> chosen = new ArrayList<>();
    for (String name : names) {
      PathMatcher matcher;
      try {
        matcher = FileSystems.getDefault().getPathMatcher("glob:" + name);
      } catch (PatternSyntaxException e) {
        throw new UserInputException(name + ": " + e.getMessage(), e);
      }
      List<ReferenceScenario> matching =
          all.stream().filter(scenario -> matcher.matches(Path.of(scenario.name()))).toList();
      if (matching.isEmpty()) {
        throw new UserInputException(
            name
                + ": no such scenario in "
                + folder
                + ", which has "
                + String.join(", ", all.stream().map(ReferenceScenario::name).toList()));
      }
      matching.stream().filter(scenario -> !chosen.contains(scenario)).forEach(chosen::add);
    }
    return chosen;
  }

  private List<Constants> constants() {
    return VariedValues.parse(constants).stream()
        .map(text -> Choice.parse(Constants.class, text))
        .toList();
  }

  private List<String> seeds() {
    try {
      return VariedValues.parse(seeds);
    } catch (UserInputException e) {
      throw e.at("--seeds " + seeds);
    }
  }

  private static String table(List<ComparedRow> rows) {
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
          percent(row.flows().map(FlowComparison::leastDifference)),
          number(row.flows().map(FlowComparison::jain)),
          number(row.flows().map(FlowComparison::referenceJain)),
          number(row.flows().map(FlowComparison::shape)),
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
    return difference.map(share -> String.format(Locale.ROOT, "%+.1f %%", 100 * share)).orElse("");
  }
}
