package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.emulation.cli.experiment.ProfileOption;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.progress.ProgressLine;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.study.conform.Catalogue;
import io.smartt.study.conform.Catalogue.Rule;
import io.smartt.study.conform.Conformance;
import io.smartt.study.conform.Conformance.Row;
import io.smartt.study.conform.Verdict.Outcome;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt conform}. */
@Command(
    name = "conform",
    sortOptions = false,
    header = "Checks a target's trimming against public rules, by its packets and counters.",
    description = {
      "",
      "Runs an incast, and again with short packets, with a code point for the last hop, without",
      "trimming and, where switches stay, with it once more. Each case judges a rule of SONiC's",
      "test plan, SAI, OpenConfig or Ultra Ethernet by what was captured and counted, and names",
      "its source.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt conform",
      "  smartt conform --set trimming=asic --set packet.trim=256",
      "  sudo ./smartt conform --profile netns trim-size 'ip-*'",
      "  smartt conform --profile trident4-leaf-spine --set testbed.apply=true",
      "",
      "Ends with 0 if no case failed, 1 if one did, 2 if the request was wrong."
    })
public final class ConformCommand implements Callable<Integer> {
  private static final String RESULT = "conformance.csv";

  private final ExperimentLoader experiments;
  private final Console console;

  @Parameters(
      arity = "0..*",
      paramLabel = "CASE",
      description = "Names of cases, * for any letters. Default: all.")
  private List<String> names = new ArrayList<>();

  @Mixin private ProfileOption profile = new ProfileOption("virtual");

  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder of conformance.csv and the runs. Default: runs/conform.")
  private Path out = Path.of("runs", "conform");

  @Option(names = "--force", description = "Replaces the results of an earlier call in the folder.")
  private boolean force;

  public ConformCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    Catalogue catalogue = Catalogue.packed();
    List<Rule> rules =
        NamePatterns.choose(catalogue.rules(), Rule::name, names, Path.of("the catalogue"));
    Path result = out.resolve(RESULT);
    if (Files.exists(result) && !force) {
      throw new UserInputException(
          result + " is of an earlier call; --out names another folder, --force replaces it");
    }
    try (Interruption interruption = Interruption.watch()) {
      ProgressLine progress = interruption.progressOn(console);
      LocalRunner runner =
          new LocalRunner(Clock.system(ZoneId.systemDefault()), 1, Fabrics.builtIn()).ofMany();
      Conformance target =
          new Conformance(catalogue, experiments, runner, profile.name(), settings.given(), out);
      List<Row> rows = target.judge(rules, progress);
      progress.clear();
      WholeFile.folder(out);
      WholeFile.write(result, csv -> target.table().write(csv, rows.stream()));
      TextTable table = new TextTable("case", "outcome", "seen", "source");
      rows.forEach(row ->
          table.row(
              row.rule().name(),
              row.verdict().outcome().text(),
              row.verdict().seen(),
              catalogue.cited(row.rule())));
      console.out().print(table);
      console.out().printf("%n%s%nfolder: %s (%s)%n", counted(rows), out, RESULT);
      console.out().flush();
      if (interruption.requested()) {
        console.err().println("smartt: interrupted; cases whose runs had not ended are left out");
      }
      return rows.size() == rules.size()
              && rows.stream().noneMatch(row -> row.verdict().outcome() == Outcome.FAILED)
          ? 0
          : Failures.FAILED;
    }
  }

  private static String counted(List<Row> rows) {
    return Stream.of(Outcome.values())
        .map(outcome ->
            "%d %s"
                .formatted(
                    rows.stream().filter(row -> row.verdict().outcome() == outcome).count(),
                    outcome.text()))
        .collect(Collectors.joining(", "));
  }
}
