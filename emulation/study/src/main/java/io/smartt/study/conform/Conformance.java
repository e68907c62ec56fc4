package io.smartt.study.conform;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.experiment.report.Table;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.study.conform.Catalogue.Rule;
import io.smartt.study.conform.Catalogue.Setup;
import io.smartt.study.launch.LocalRunner;

/**
 * Runs what rules need on one target, one run for all rules that need the same, and judges them.
 *
 * @param catalogue that has the rules
 * @param profile of the target
 * @param assignments that the user made, {@code key=value}; those of a rule's run go before them
 * @param out the folder, in which each run has one of its own
 */
public record Conformance(
    Catalogue catalogue,
    ExperimentLoader experiments,
    LocalRunner runner,
    String profile,
    List<String> assignments,
    Path out) {
  /** The run that every target has to be able to do. */
  private static final String FIRST = "full";

  /** The run that changes what switches are set to, and back. */
  private static final String AGAIN = "again";

  private static final int MOST_SENDERS = 15;

  /** Copies the list. */
  public Conformance {
    assignments = List.copyOf(assignments);
  }

  /**
   * Judges rules until the user asks to stop.
   *
   * @return a row for each that was judged
   * @throws UserInputException if the target cannot run the first experiment of the catalogue
   * @throws RunFailedException if it did not
   */
  public List<Row> judge(List<Rule> rules, RunMonitor monitor) {
    ExperimentSpec first = spec(FIRST);
    runner.check(first);
    if (first.lossless()) {
      throw new UserInputException(
          "scheme %s and pfc.use: over PFC switches pause and trim nothing, which is what conform judges: say pfc.use=off and another scheme"
              .formatted(first.scheme().name()));
    }
    Optional<String> again = runner.refusal(spec(AGAIN));
    boolean mayNotChange = again.isEmpty() && !first.settings().get(SettingKeys.APPLY);
    Map<String, Function<String, Verdict>> judged = new HashMap<>();
    for (String run : catalogue.runs().keySet()) {
      if (rules.stream().anyMatch(rule -> rule.run().equals(run)) && !monitor.interrupted()) {
        Optional<String> refused =
            switch (run) {
              case FIRST -> Optional.empty();
              case String _ when mayNotChange ->
                  Optional.of("the switches are to change: --set testbed.apply=true lets them");
              case AGAIN -> again;
              default -> runner.refusal(spec(run)).or(() -> noAcl(spec(run)));
            };
        run(run, refused, monitor).ifPresent(by -> judged.put(run, by));
      }
    }
    return rules.stream()
        .filter(rule -> judged.containsKey(rule.run()))
        .map(rule ->
            new Row(rule, Objects.requireNonNull(judged.get(rule.run())).apply(rule.name())))
        .toList();
  }

  private Optional<String> noAcl(ExperimentSpec spec) {
    return runner.idle(spec).stream()
        .filter(setting -> setting.key().equals(Judges.NO_TRIM_FROM))
        .map(setting -> setting.key() + ": " + setting.why())
        .findFirst();
  }

  /** Returns what judges rules by a run; empty if the user stopped it. */
  private Optional<Function<String, Verdict>> run(
      String run, Optional<String> refused, RunMonitor monitor) {
    if (refused.isPresent()) {
      Verdict none = Verdict.notOffered(refused.get());
      return Optional.of(_ -> none);
    }
    monitor.stage("run " + run);
    ExperimentSpec spec = spec(run);
    try {
      RunOutcome outcome = runner.run(spec, Optional.of(out.resolve(run)), monitor);
      if (outcome.summary().result().status() == RunStatus.INTERRUPTED) {
        return Optional.empty();
      }
      Evidence evidence = Evidence.of(spec, outcome, runner.countsTrimsAt(spec));
      return Optional.of(rule -> Judges.judge(rule, evidence));
    } catch (RunFailedException e) {
      if (run.equals(FIRST) && !monitor.interrupted()) {
        // Nothing can be said of a target that cannot even be reached.
        throw e;
      }
      Verdict failed = Verdict.failed(String.valueOf(e.getMessage()));
      return monitor.interrupted() ? Optional.empty() : Optional.of(_ -> failed);
    }
  }

  /** The experiment of a setup: what it asks for, then what the user does, then an incast. */
  private ExperimentSpec spec(String run) {
    Setup setup = Objects.requireNonNull(catalogue.runs().get(run));
    Map<String, String> own = new TreeMap<>(setup.settings());
    if (assignments.stream()
        .noneMatch(text -> Settings.keyOf(text).equals(SettingKeys.WORKLOAD.name()))) {
      int hosts =
          experiments.load(profile, Map.of(), assignments, true).buildTopology().hosts().size();
      int senders = Math.min(MOST_SENDERS, hosts - 1);
      own.put(SettingKeys.WORKLOAD.name(), "incast:%dx%s".formatted(senders, setup.message()));
    }
    List<String> others =
        assignments.stream().filter(text -> !own.containsKey(Settings.keyOf(text))).toList();
    return experiments.load(profile, own, others, true);
  }

  /** Returns the table that {@code conformance.csv} has. */
  public Table<Row> table() {
    return Table.<Row>csv()
        .column("case", row -> row.rule().name())
        .column("outcome", row -> row.verdict().outcome().text())
        .column("seen", row -> row.verdict().seen())
        .column("rule", row -> row.rule().says())
        .column("run", row -> row.rule().run())
        .column("sources", row -> catalogue.cited(row.rule()))
        .column("urls", row -> catalogue.urls(row.rule()));
  }

  /** A rule and what became of it. */
  public record Row(Rule rule, Verdict verdict) {}
}
