package io.smartt.study.compare.suite;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunCsv;
import io.smartt.experiment.report.Table;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.MeanWithInterval;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepRunner;
import io.smartt.study.sweep.SweepTables;

/**
 * Runs experiments of a suite here and, where it is installed, in the simulator.
 *
 * @param experiments to run
 * @param seeds to run each with; empty for the one that its options name
 * @param assignments further settings of the runs here, {@code key=value}
 */
public record SuiteComparison(
    List<SuiteExperiment> experiments, List<String> seeds, List<String> assignments) {
  private static final String PROFILE = "virtual";
  private static final String EXPERIMENT = "experiment";

  /** Copies the lists. */
  public SuiteComparison {
    experiments = List.copyOf(experiments);
    seeds = List.copyOf(seeds);
    assignments = List.copyOf(assignments);
  }

  /** An experiment with the runs that it takes here, or the reason for none. */
  private record Planned(
      SuiteExperiment experiment,
      HtsimOptions options,
      List<String> seeds,
      int connections,
      List<SweepRun> runs,
      Optional<String> notRun) {}

  /** Runs what is not finished, and judges. */
  public List<SuiteRow> run(
      ExperimentLoader loader,
      SweepRunner runner,
      SweepRunner.SweepMonitor monitor,
      Optional<HtsimBinary> simulator) {
    List<Planned> planned = experiments.stream().map(each -> plan(each, loader)).toList();
    List<SweepRun> runs = planned.stream().flatMap(each -> each.runs.stream()).toList();
    List<FinishedRun> finished = runs.isEmpty() ? List.of() : runner.run(runs, monitor);
    return planned.stream()
        .map(each ->
            new SuiteRow(
                each.experiment,
                each.notRun,
                here(each, finished),
                simulator.map(program -> there(each, program)).orElse(List.of()),
                each.seeds.size()))
        .toList();
  }

  private Planned plan(SuiteExperiment experiment, ExperimentLoader loader) {
    HtsimOptions options = HtsimOptions.parse(experiment.options());
    List<String> own = seeds.isEmpty() ? List.of(Long.toString(options.seed())) : seeds;
    SuiteSetup.Plan setup;
    try {
      setup = SuiteSetup.plan(experiment, options);
    } catch (UserInputException e) {
      return new Planned(
          experiment, options, own, 0, List.of(), Optional.of(String.valueOf(e.getMessage())));
    }
    List<SweepRun> runs = new ArrayList<>();
    for (String seed : own) {
      Map<String, String> point = new LinkedHashMap<>();
      point.put(EXPERIMENT, Integer.toString(experiment.number()));
      point.put(SettingKeys.SEED.name(), seed);
      Map<String, String> settings = new LinkedHashMap<>(setup.settings());
      settings.put(SettingKeys.SEED.name(), seed);
      runs.add(
          new SweepRun(
              point,
              experiment.number() + " " + experiment.name() + " seed=" + seed,
              loader.load(PROFILE, settings, assignments, false)));
    }
    return new Planned(experiment, options, own, setup.connections(), runs, Optional.empty());
  }

  private static List<SuiteRow.SuiteResult> here(Planned planned, List<FinishedRun> finished) {
    String number = Integer.toString(planned.experiment.number());
    return finished.stream()
        .filter(run -> number.equals(run.point().get(EXPERIMENT)))
        // A run that failed before it had a result left none.
        .filter(run -> Files.isRegularFile(run.folder().resolve(RunCsv.FLOWS)))
        .map(run ->
            SuiteRow.SuiteResult.of(
                FinishTimes.ofRun(run.folder(), planned.options.endUs()),
                planned.experiment.limits(),
                planned.connections))
        .toList();
  }

  private static List<SuiteRow.SuiteResult> there(Planned planned, HtsimBinary program) {
    if (planned.notRun.isPresent()) {
      return List.of();
    }
    return planned.seeds.stream()
        .map(seed -> program.run(planned.experiment, seed))
        .flatMap(Optional::stream)
        .map(times ->
            SuiteRow.SuiteResult.of(times, planned.experiment.limits(), planned.connections))
        .toList();
  }

  /**
   * An experiment of a suite, as it went here and there.
   *
   * @param experiment as its file has it
   * @param notRun why it is not run here; empty if it is
   * @param here runs here, one a seed; fewer than seeds if a run failed or was not started
   * @param there runs of the simulator, one a seed; empty where it is not installed
   * @param seeds how many runs there should be
   */
  public record SuiteRow(
      SuiteExperiment experiment,
      Optional<String> notRun,
      List<SuiteResult> here,
      List<SuiteResult> there,
      int seeds) {
    /** Copies the lists. */
    public SuiteRow {
      here = List.copyOf(here);
      there = List.copyOf(there);
    }

    /** Returns whether every run that should be is there, or there is a reason for none. */
    public boolean isComplete() {
      return notRun.isPresent() || here.size() == seeds;
    }

    /** Returns when the last flow finished, over seeds; empty without runs. */
    public static Optional<MeanWithInterval> lastUs(List<SuiteResult> runs) {
      return runs.isEmpty()
          ? Optional.empty()
          : Optional.of(
              MeanWithInterval.of(runs.stream().mapToDouble(SuiteResult::lastUs).toArray()));
    }

    /** Returns how many runs kept every limit. */
    public static long passes(List<SuiteResult> runs) {
      return runs.stream().filter(SuiteResult::passes).count();
    }

    /** Returns how much later the last flow finishes here, as a share of the simulator's time. */
    public Optional<Double> difference() {
      return lastUs(here).flatMap(own -> lastUs(there).map(other -> own.mean() / other.mean() - 1));
    }

    /**
     * One run of an experiment against its limits, judged as the suites' own script does
     * (uet-htsim, revision 40ccb05, validate.py:118-157): the last flow, single flows that have a
     * limit, and the number of connections that finished.
     *
     * @param lastUs when the last flow finished, microseconds
     * @param finished connections that finished in time
     * @param failures what was missed; empty if the run passes
     */
    public record SuiteResult(double lastUs, int finished, List<String> failures) {
      /** Copies the list. */
      public SuiteResult {
        failures = List.copyOf(failures);
      }

      /** Judges a run of a matrix with so many connections. */
      static SuiteResult of(
          FinishTimes times, SuiteExperiment.SuiteLimits limits, int connections) {
        List<String> failures = new ArrayList<>();
        double lastUs = times.lastUs();
        if (limits.tailUs().isPresent() && lastUs > limits.tailUs().getAsLong()) {
          failures.add("last flow");
        }
        limits
            .flowUs()
            .forEach((ends, limit) ->
                times
                    .lastUs(ends)
                    .filter(us -> us > limit)
                    .ifPresent(us ->
                        failures.add(
                            "flow %d to %d, %.6g us".formatted(ends.src(), ends.dst(), us))));
        if (times.connections() != connections) {
          failures.add(times.connections() + " of " + connections + " finished");
        }
        return new SuiteResult(lastUs, times.connections(), failures);
      }

      /** Returns whether it kept every limit. */
      public boolean passes() {
        return failures.isEmpty();
      }
    }
  }

  /** Returns a suite as CSV, a row an experiment: microseconds, runs that passed as numbers. */
  public static Table<SuiteRow> table() {
    Table<SuiteRow> table =
        Table.<SuiteRow>csv()
            .column("number", row -> row.experiment().number())
            .column("experiment", row -> row.experiment().name())
            .column("limit_us", row -> row.experiment().limits().tailUs())
            .column("seeds", SuiteRow::seeds);
    columns(table, "", SuiteRow::here);
    columns(table, "reference_", SuiteRow::there);
    return table.column("difference", SuiteRow::difference).column("not_run", SuiteRow::notRun);
  }

  private static void columns(
      Table<SuiteRow> table, String whose, Function<SuiteRow, List<SuiteRow.SuiteResult>> runs) {
    table.column(whose + "runs", row -> runs.apply(row).size());
    SweepTables.mean(table, whose + "last_us", row -> SuiteRow.lastUs(runs.apply(row)));
    table
        .column(whose + "passes", row -> SuiteRow.passes(runs.apply(row)))
        .column(whose + "missed", row -> missed(runs.apply(row)));
  }

  /** Returns what runs missed, each once. */
  public static String missed(List<SuiteRow.SuiteResult> runs) {
    return runs.stream()
        .flatMap(run -> run.failures().stream())
        .distinct()
        .collect(Collectors.joining("; "));
  }
}
