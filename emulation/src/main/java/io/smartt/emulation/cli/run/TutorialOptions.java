package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.experiment.RunOptions;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.results.Json;
import io.smartt.emulation.tutorial.TutorialRun;
import io.smartt.emulation.tutorial.TutorialRun.Outcome;
import io.smartt.experiment.exercise.ExerciseFabric.ExerciseBuilder;
import io.smartt.experiment.run.Fabric.Use;
import io.smartt.study.launch.Fabrics;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.TextTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Exercises of the p4lang tutorials, which are run instead of an experiment. */
final class TutorialOptions {
  private static final int DETAIL_CHARACTERS = 90;

  @Option(
      names = "--tutorial",
      paramLabel = "DIR",
      description = {
        "Runs an exercise of the p4lang tutorials from its folder instead of an experiment:",
        "topology.json, sX-runtime.json, build/*.json. May be given more than once."
      })
  private List<Path> exercises = new ArrayList<>();

  @Option(
      names = "--checks",
      paramLabel = "FILE",
      description = {
        "With --tutorial: packets to send and to expect.",
        "Default: those of the exercise, or that all hosts reach each other by ping."
      })
  private @Nullable Path checks;

  @Option(
      names = "--controller",
      paramLabel = "COMMAND",
      description = {
        "With --tutorial: the exercise's own controller, run in its folder; P4Runtime of",
        "the switches is at 127.0.0.1:50051, 50052, ... Checks are tried until they pass, at",
        "most a minute."
      })
  private @Nullable String controller;

  boolean areNamed() {
    return !exercises.isEmpty();
  }

  /** Runs them and says what came of each. Returns the exit status. */
  int run(Console console, RunOptions options, boolean json) {
    ExerciseBuilder fabric = fabric(options.fabric());
    options.requireFabricAlone(Use.TUTORIAL, note -> console.err().println("smartt: " + note));
    List<Outcome> outcomes = new ArrayList<>();
    try (Interruption interruption = Interruption.watch()) {
      TutorialRun run =
          new TutorialRun(
              new TutorialRun.TutorialSettings(
                  Optional.ofNullable(checks),
                  Optional.ofNullable(controller),
                  fabric,
                  1,
                  interruption::requested));
      for (Path exercise : exercises) {
        outcomes.addAll(run.run(exercise));
      }
    }
    console.show(json ? json(outcomes) : text(outcomes));
    return outcomes.stream().allMatch(Outcome::passed) ? 0 : Failures.FAILED;
  }

  private static ExerciseBuilder fabric(String kind) {
    Fabrics fabrics = Fabrics.builtIn();
    return fabrics
        .named(kind)
        .exercises()
        .orElseThrow(() ->
            new UserInputException(
                "--tutorial: fabric '"
                    + kind
                    + "' runs no exercises; accepted are "
                    + fabrics.names(fabric -> fabric.exercises().isPresent())));
  }

  private static String text(List<Outcome> outcomes) {
    StringBuilder text = new StringBuilder();
    for (Outcome outcome : outcomes) {
      text.append(outcome.exercise()).append(": ").append(outcome.topology());
      text.append(System.lineSeparator());
      text.append(String.join(", ", outcome.programmed())).append(System.lineSeparator());
      outcome
          .notes()
          .forEach(note -> text.append("note: ").append(note).append(System.lineSeparator()));
      TextTable table = new TextTable("check", "result", "detail");
      for (TutorialRun.CheckResult result : outcome.results()) {
        table.row(
            shortened(result.check()),
            result.passed() ? "passed" : "FAILED",
            result.passed() ? shortened(result.detail()) : result.detail());
      }
      text.append(table).append(System.lineSeparator());
    }
    TextTable table = new TextTable("exercise", "topology", "program", "checks", "result");
    for (Outcome outcome : outcomes) {
      long passed = outcome.results().stream().filter(TutorialRun.CheckResult::passed).count();
      table.row(
          outcome.exercise(),
          String.valueOf(outcome.topology()),
          outcome.program(),
          passed + " of " + outcome.results().size(),
          outcome.passed() ? "passed" : "FAILED");
    }
    return text.append(table).toString();
  }

  private static String shortened(String text) {
    return text.length() <= DETAIL_CHARACTERS
        ? text
        : text.substring(0, DETAIL_CHARACTERS - 3) + "...";
  }

  private static String json(List<Outcome> outcomes) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("exercise", outcome.exercise());
      one.put("topology", outcome.topology().toString());
      one.put("program", outcome.program());
      one.put("passed", outcome.passed());
      one.put("checksFrom", outcome.checks());
      one.put(
          "checks",
          outcome.results().stream()
              .map(result ->
                  Map.of(
                      "check", result.check(),
                      "passed", result.passed(),
                      "detail", result.detail()))
              .toList());
      one.put("notes", outcome.notes());
      all.add(one);
    }
    return Json.pretty(all);
  }
}
