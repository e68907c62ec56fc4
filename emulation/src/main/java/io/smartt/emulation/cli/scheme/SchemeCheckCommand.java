package io.smartt.emulation.cli.scheme;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.results.Json;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.own.OwnFiles;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.host.scheme.Schemes;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.study.scorecard.AckCost;
import io.smartt.study.scorecard.Check;
import io.smartt.study.scorecard.Check.Scenario;
import io.smartt.study.scorecard.Score;
import io.smartt.study.scorecard.Scorecard;
import io.smartt.study.scorecard.Scorecard.CandidateProcess;
import io.smartt.study.scorecard.Scorecard.ScorecardFigure;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.TextTable;
import io.smartt.switchd.options.JsonOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt scheme check}. */
@Command(
    name = "check",
    sortOptions = false,
    header = "Tries an algorithm: properties, cost, and standard scenarios.",
    description = {
      "",
      "Runs in a process of its own, so that a candidate that hangs or takes all memory ends as",
      "a result. Ends with 0 if the candidate passed, 1 if not, 2 for a wrong request.",
      ""
    })
final class SchemeCheckCommand implements Callable<Integer> {
  private static final String OTHERS = "--beside";
  private static final String BALANCER = "--balancer";

  private final ExperimentLoader experiments;
  private final Console console;

  @Parameters(paramLabel = "FILE", description = "A .java file, a .jar or a class on the path.")
  private String file = "";

  @Option(names = BALANCER, description = "The file is a load balancer, not a congestion control.")
  private boolean balancer;

  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = "--scenarios",
      split = ",",
      paramLabel = "NAMES",
      description = {
        "Which scenarios to run: permutation, incast, all-to-all, oversubscribed-core,",
        "mixed-rtt, loss; with --balancer permutation, all-to-all, oversubscribed-core,"
            + " slow-spine,",
        "dead-link, dead-plane, loss. Default: all."
      })
  private List<String> scenarios = new ArrayList<>();

  @Option(
      names = OTHERS,
      split = ",",
      paramLabel = "NAMES",
      description = {
        "Built-in ones that run the same scenarios. Default: smartt,swift; with --balancer",
        "reps,ops,ecmp."
      })
  private List<String> others = new ArrayList<>();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Largest heap of the check, such as 1g. Default: 1g.")
  private String memory = "1g";

  @Option(
      names = "--time",
      paramLabel = "TIME",
      description = "Longest time of the check, such as 120s. Default: 300s.")
  private String time = "300s";

  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = {
        "Folder for the scores as scorecard.svg and scorecard.png. Default: that of FILE, or for a",
        "class the current one."
      })
  private @Nullable Path out;

  @Option(names = "--result", hidden = true, description = "Checks here and writes to a file.")
  private @Nullable Path result;

  SchemeCheckCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    requireKnown();
    Path answer = result;
    try {
      if (answer != null) {
        return here(answer);
      }
      try (Interruption _ = Interruption.ofCaller()) {
        Path scratch = Files.createTempDirectory("smartt-check");
        try {
          return elsewhere(scratch, Duration.ofNanos(Quantities.picoseconds(time) / 1_000));
        } finally {
          FolderTree.delete(scratch);
        }
      }
    } catch (IOException e) {
      throw new UserInputException("cannot write: " + FileErrors.reason(e), e);
    }
  }

  /** The scores stand without their picture. */
  private void draw(Scorecard card) {
    Path folder = folder();
    try {
      WholeFile.folder(folder);
      if (ScorecardFigure.write(folder, card)) {
        console.err().println("smartt: scores as " + folder.resolve(ScorecardFigure.NAME + ".svg"));
      }
    } catch (RunFailedException e) {
      console.err().println("smartt: no picture of the scores: " + e.getMessage());
    }
    console.err().flush();
  }

  private Path folder() {
    Path chosen = out;
    if (chosen != null) {
      return chosen;
    }
    Path parent = OwnFiles.isFile(file) ? Path.of(file).toAbsolutePath().getParent() : null;
    return parent == null ? Path.of("").toAbsolutePath() : parent;
  }

  private AlgorithmRole role() {
    return balancer ? AlgorithmRole.LOAD_BALANCER : AlgorithmRole.SCHEME;
  }

  private List<String> others() {
    if (!others.isEmpty()) {
      return others;
    }
    return balancer ? List.of("reps", "ops", "ecmp") : List.of("smartt", "swift");
  }

  private void requireKnown() {
    var _ = Scenario.named(role(), scenarios);
    List<String> known = role().names(Schemes.BUILT_IN);
    for (String other : others()) {
      if (!known.contains(other)) {
        throw new UserInputException(
            "%s %s%s%s"
                .formatted(
                    OTHERS,
                    other,
                    balancer
                        ? ": not a built-in load balancer, which are "
                        : ": not a built-in scheme, which are ",
                    String.join(", ", known)));
      }
    }
    if (!memory.matches("[1-9][0-9]*[kmgKMG]")) {
      throw new UserInputException("--memory " + memory + ": write a size such as 512m or 1g");
    }
    if (!OwnFiles.isOwn(file)) {
      throw new UserInputException(
          "'" + file + "' is neither a .java file nor a .jar nor a class of yours");
    }
    if (OwnFiles.isFile(file) && !Files.isRegularFile(Path.of(file))) {
      throw new UserInputException("there is no file " + file);
    }
  }

  private int here(Path answer) throws IOException {
    // A process that is ended leaves its own to the one that waits.
    Path scratch = Files.createTempDirectory(answer.toAbsolutePath().getParent(), "check");
    try {
      Scorecard card =
          new Check(
                  role(),
                  experiments,
                  new LocalRunner(Clock.systemUTC(), 1, false, Fabrics.builtIn()),
                  scratch,
                  console.err()::println)
              .of(file, settings.given(), Scenario.named(role(), scenarios), others());
      Files.writeString(answer, json.wanted() ? Json.pretty(card.json()) : text(card));
      draw(card);
      return card.verdict() == Scorecard.Verdict.PASSED ? 0 : Failures.FAILED;
    } finally {
      FolderTree.delete(scratch);
    }
  }

  private int elsewhere(Path scratch, Duration limit) throws IOException {
    Path answer = scratch.resolve("answer");
    List<String> arguments =
        new ArrayList<>(List.of("scheme", "check", file, "--result", answer.toString()));
    arguments.addAll(settings.arguments());
    arguments.addAll(List.of("--out", folder().toString()));
    if (!scenarios.isEmpty()) {
      arguments.addAll(List.of("--scenarios", String.join(",", scenarios)));
    }
    arguments.addAll(List.of(OTHERS, String.join(",", others())));
    if (balancer) {
      arguments.add(BALANCER);
    }
    if (json.wanted()) {
      arguments.add("--json");
    }
    CandidateProcess.Ending ending =
        CandidateProcess.run(memory, limit, arguments, scratch, !json.wanted());
    if (Files.exists(answer)) {
      console.show(Files.readString(answer));
      return ending.status().orElse(Failures.FAILED);
    }
    Scorecard none =
        ending
            .status()
            .map(status ->
                Scorecard.without(
                    role(),
                    file,
                    Scorecard.Verdict.CRASHED,
                    "the process of the check ended with " + status + ": " + ending.errors()))
            .orElseGet(() ->
                Scorecard.without(
                    role(),
                    file,
                    Scorecard.Verdict.TIMEOUT,
                    "not done within " + limit.toSeconds() + " s (--time)"));
    console.show(json.wanted() ? Json.pretty(none.json()) : text(none));
    return Failures.FAILED;
  }

  /** A scorecard for people. */
  private static String text(Scorecard card) {
    StringBuilder text = new StringBuilder();
    text.append(card.file()).append(": ").append(card.verdict().word());
    card.message().ifPresent(why -> text.append(", ").append(why));
    text.append(System.lineSeparator());
    if (!card.properties().isEmpty()) {
      TextTable properties = new TextTable("property", "held", "detail");
      for (Scorecard.Property property : card.properties()) {
        properties.row(property.name(), property.held() ? "yes" : "NO", property.detail());
      }
      text.append(System.lineSeparator()).append(properties);
    }
    card.cost().ifPresent(cost -> text.append(line(card.role(), cost)));
    if (!card.scores().isEmpty()) {
      text.append(System.lineSeparator()).append(scores(card));
    }
    return text.toString();
  }

  private static String line(AlgorithmRole role, AckCost cost) {
    return String.format(
        Locale.ROOT,
        "%n%s takes %.0f ns, %.1f times %s's%n",
        role == AlgorithmRole.SCHEME ? "an acknowledgement" : "a packet's choice and answer",
        cost.ns(),
        cost.ratio(),
        cost.reference());
  }

  private static TextTable scores(Scorecard card) {
    TextTable scores =
        new TextTable(
            "scenario",
            card.role() == AlgorithmRole.SCHEME ? "scheme" : "load balancer",
            "last flow us",
            "slowdown p99",
            "fairness",
            "trims",
            "drops",
            "sent again",
            "timeouts");
    for (Score score : card.scores()) {
      scores.row(
          score.scenario(),
          score.scheme(),
          number("%.1f", score.lastFinishUs()),
          score.slowdown().map(d -> String.format(Locale.ROOT, "%.2f", d.p99())).orElse("-"),
          number("%.4f", score.jain()),
          Long.toString(score.losses().trims()),
          Long.toString(score.losses().drops()),
          Long.toString(score.losses().retransmissions()),
          Long.toString(score.losses().timeouts()));
    }
    return scores;
  }

  private static String number(String form, OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, form, value.getAsDouble()) : "-";
  }
}
