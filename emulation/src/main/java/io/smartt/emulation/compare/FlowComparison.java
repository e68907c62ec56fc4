package io.smartt.emulation.compare;

import io.smartt.emulation.sweep.FinishedRun;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What medians and maxima hide: the fastest flow, fairness, and the shape of the distribution. A
 * run in which one port wins every tie has the right median.
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
   * Whether fastest flow and fairness are as near as they should be; Jain's indices within 0.02.
   *
   * @param bound of the shortest time's difference
   */
  boolean agrees(double bound) {
    return Math.abs(leastDifference) <= bound && Math.abs(jain - referenceJain) <= JAIN_BOUND;
  }
}
