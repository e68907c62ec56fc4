package io.smartt.study.compare;

import module java.base;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.Table;
import io.smartt.experiment.settings.Constants;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.compare.ReferenceFolder.FlowTimes;
import io.smartt.study.compare.ReferenceFolder.ReferenceScenario;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.MeanWithInterval;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepRunner;
import io.smartt.study.sweep.SweepTables;

/**
 * Runs scenarios of a reference simulator with each of several sets of constants and seeds.
 *
 * @param profile of the network's packets and queues
 * @param scenarios to run
 * @param constants to run each with
 * @param seeds to run each with
 * @param assignments further settings, {@code key=value}
 */
public record ReferenceComparison(
    String profile,
    List<ReferenceScenario> scenarios,
    List<Constants> constants,
    List<String> seeds,
    List<String> assignments) {
  private static final String SCENARIO = "scenario";

  /** Copies the lists. */
  public ReferenceComparison {
    scenarios = List.copyOf(scenarios);
    constants = List.copyOf(constants);
    seeds = List.copyOf(seeds);
    assignments = List.copyOf(assignments);
  }

  /** The runs that are needed. */
  public List<SweepRun> plan(ExperimentLoader experiments) {
    List<SweepRun> runs = new ArrayList<>();
    for (ReferenceScenario scenario : scenarios) {
      for (Constants origin : constants) {
        for (String seed : seeds) {
          Map<String, String> point = new LinkedHashMap<>(point(scenario, origin));
          point.put(SettingKeys.SEED.name(), seed);
          Map<String, String> settings = new LinkedHashMap<>();
          settings.put(SettingKeys.TOPOLOGY.name(), scenario.topology().toString());
          settings.put(SettingKeys.WORKLOAD.name(), scenario.matrix().toString());
          settings.put(SettingKeys.LOAD_BALANCER.name(), scenario.loadBalancer());
          settings.put(SettingKeys.CONSTANTS.name(), origin.spelling());
          settings.put(SettingKeys.SEED.name(), seed);
          runs.add(new SweepRun(point, experiments.load(profile, settings, assignments, false)));
        }
      }
    }
    return runs;
  }

  /** Runs what is not finished, and compares; rows whose runs are missing say nothing. */
  public List<ComparedRow> run(
      ExperimentLoader experiments, SweepRunner runner, SweepRunner.SweepMonitor monitor) {
    List<FinishedRun> finished = runner.run(plan(experiments), monitor);
    List<ComparedRow> rows = new ArrayList<>();
    for (ReferenceScenario scenario : scenarios) {
      for (Constants origin : constants) {
        Map<String, String> point = point(scenario, origin);
        List<FinishedRun> own =
            finished.stream()
                .filter(run -> run.point().entrySet().containsAll(point.entrySet()))
                .toList();
        rows.add(ComparedRow.of(scenario, origin, seeds.size(), own));
      }
    }
    return rows;
  }

  private static Map<String, String> point(ReferenceScenario scenario, Constants origin) {
    // In an order that is the same in every process: finished runs are known by it.
    Map<String, String> point = new LinkedHashMap<>();
    point.put(SCENARIO, scenario.name());
    point.put(SettingKeys.CONSTANTS.name(), origin.spelling());
    return point;
  }

  /** Returns the table with a row a scenario and set of constants. */
  public static Table<ComparedRow> table() {
    Table<ComparedRow> table =
        Table.<ComparedRow>csv()
            .column(SCENARIO, row -> row.scenario().name())
            .column("constants", row -> row.constants().spelling())
            .column("seeds", ComparedRow::runs)
            .column("reference_median_us", row -> row.scenario().medianUs());
    SweepTables.mean(table, "median_us", ComparedRow::medianUs);
    table.column("reference_max_us", row -> row.scenario().maxUs());
    SweepTables.mean(table, "max_us", ComparedRow::maxUs);
    table.column("reference_trims", row -> row.scenario().trims());
    SweepTables.mean(table, "trims", ComparedRow::trims);
    return table
        .column("median_difference", ComparedRow::medianDifference)
        .column("max_difference", ComparedRow::maxDifference)
        .column("min_us_mean", row -> row.flows().map(ComparedRow.FlowComparison::leastUs))
        .column(
            "min_difference", row -> row.flows().map(ComparedRow.FlowComparison::leastDifference))
        .column("jain_mean", row -> row.flows().map(ComparedRow.FlowComparison::jain))
        .column("reference_jain", row -> row.flows().map(ComparedRow.FlowComparison::referenceJain))
        .column("ks_shape", row -> row.flows().map(ComparedRow.FlowComparison::shape))
        .column("agrees", ComparedRow::agrees);
  }

  /**
   * A scenario's runs here, over seeds, with the reference's.
   *
   * @param scenario what the reference printed
   * @param constants of the runs here
   * @param runs how many were asked for
   * @param medianUs median completion time; empty unless all runs completed
   * @param maxUs longest completion time; likewise
   * @param trims packets trimmed; likewise
   * @param flows single flows against the reference's; empty also where the reference has none
   */
  public record ComparedRow(
      ReferenceScenario scenario,
      Constants constants,
      int runs,
      Optional<MeanWithInterval> medianUs,
      Optional<MeanWithInterval> maxUs,
      Optional<MeanWithInterval> trims,
      Optional<FlowComparison> flows) {
    private static final double PAPER_BOUND = 0.10;
    private static final double NSCC_MEDIAN_BOUND = 0.05;
    private static final double NSCC_MAX_BOUND = 0.08;

    /** The row of a scenario's finished runs. */
    static ComparedRow of(
        ReferenceScenario scenario, Constants constants, int runs, List<FinishedRun> finished) {
      boolean all = finished.size() == runs && finished.stream().allMatch(FinishedRun::completed);
      return new ComparedRow(
          scenario,
          constants,
          runs,
          mean(all, finished, "fctUs.median"),
          mean(all, finished, "fctUs.max"),
          mean(all, finished, "trims"),
          all && !scenario.flows().isEmpty()
              ? Optional.of(FlowComparison.of(scenario.flows(), finished))
              : Optional.empty());
    }

    private static Optional<MeanWithInterval> mean(
        boolean all, List<FinishedRun> finished, String key) {
      return all
          ? Optional.of(MeanWithInterval.of(SweepTables.values(finished, key)))
          : Optional.empty();
    }

    /** Returns how far the median here is above the reference's, as a share of it. */
    public Optional<Double> medianDifference() {
      return medianUs.map(mean -> mean.mean() / scenario.medianUs() - 1);
    }

    /** Returns how far the longest time here is above the reference's, as a share of it. */
    public Optional<Double> maxDifference() {
      return maxUs.map(mean -> mean.mean() / scenario.maxUs() - 1);
    }

    /**
     * Returns whether all are as near as they should be: 10 % with the paper's constants; with the
     * reference's own, 5 % for the median and 8 % for the longest and the shortest. Jain's indices
     * within 0.02. Empty where runs are missing.
     */
    public Optional<Boolean> agrees() {
      boolean paper = constants != Constants.NSCC;
      double medianBound = paper ? PAPER_BOUND : NSCC_MEDIAN_BOUND;
      double maxBound = paper ? PAPER_BOUND : NSCC_MAX_BOUND;
      return medianDifference()
          .flatMap(median ->
              maxDifference()
                  .map(max ->
                      Math.abs(median) <= medianBound
                          && Math.abs(max) <= maxBound
                          && flows.map(compared -> compared.agrees(maxBound)).orElse(true)));
    }

    /**
     * The facts that medians and maxima hide: the fastest flow, fairness, and the shape of the
     * distribution. A run in which one port wins every tie has the right median.
     *
     * @param leastUs mean over runs of the shortest completion time
     * @param leastDifference how far that is above the reference's, as a share of it
     * @param jain mean over runs of Jain's index
     * @param referenceJain the reference's
     * @param shape Kolmogorov-Smirnov statistic of all runs' times against the reference's, each
     *     over its median
     */
    public record FlowComparison(
        double leastUs, double leastDifference, double jain, double referenceJain, double shape) {
      private static final double JAIN_BOUND = 0.02;

      /** Compares with one or more runs of the reference, means with means. */
      static FlowComparison of(List<FlowTimes> reference, List<FinishedRun> runs) {
        List<FlowTimes> here =
            runs.stream().map(run -> FlowTimes.read(run.folder().resolve("flows.csv"))).toList();
        double least = mean(here, FlowTimes::leastUs);
        return new FlowComparison(
            least,
            least / mean(reference, FlowTimes::leastUs) - 1,
            mean(here, FlowTimes::jain),
            mean(reference, FlowTimes::jain),
            FlowTimes.together(here).shapeDistance(FlowTimes.together(reference)));
      }

      private static double mean(List<FlowTimes> runs, ToDoubleFunction<FlowTimes> measure) {
        return runs.stream().mapToDouble(measure).average().orElseThrow();
      }

      /**
       * Returns whether fastest flow and fairness are as near as they should be; Jain's indices
       * within 0.02.
       *
       * @param bound of the shortest time's difference
       */
      boolean agrees(double bound) {
        return Math.abs(leastDifference) <= bound && Math.abs(jain - referenceJain) <= JAIN_BOUND;
      }
    }
  }
}
