package io.smartt.study.compare;

import module java.base;

import io.smartt.experiment.settings.Constants;
import io.smartt.study.compare.ReferenceFolder.ReferenceScenario;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.MeanWithInterval;
import io.smartt.study.sweep.SweepTables;

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
   * @param shape Kolmogorov-Smirnov statistic of all runs' times against the reference's, each over
   *     its median
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
