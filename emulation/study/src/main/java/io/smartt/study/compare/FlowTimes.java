package io.smartt.study.compare;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.CsvReader;
import io.smartt.experiment.report.RunSummary;

/**
 * Completion times of flows, of this harness or a reference simulator: the columns {@code
 * size_bytes} and {@code fct_us} of a CSV.
 */
public final class FlowTimes {
  private final double[] sortedUs;
  private final double[] throughput;

  private FlowTimes(double[] sortedUs, double[] throughput) {
    this.sortedUs = sortedUs;
    this.throughput = throughput;
  }

  /**
   * Reads a file with a header line.
   *
   * @throws UserInputException for one without these columns, without a flow, or with a flow that
   *     has no time
   */
  static FlowTimes read(Path file) {
    List<Double> us = new ArrayList<>();
    List<Double> throughput = new ArrayList<>();
    CsvReader.each(
        file,
        row -> {
          double taken = row.number("fct_us", FlowTimes::positive);
          us.add(taken);
          throughput.add(row.number("size_bytes", FlowTimes::positive) / taken);
        });
    if (us.isEmpty()) {
      throw new UserInputException(file + ": has no flow");
    }
    return new FlowTimes(array(us, true), array(throughput, false));
  }

  private static double positive(String text) {
    double value = Double.parseDouble(text);
    if (value > 0) {
      return value;
    }
    throw new NumberFormatException("not above 0");
  }

  private static double[] array(List<Double> values, boolean sorted) {
    double[] array = values.stream().mapToDouble(Double::doubleValue).toArray();
    if (sorted) {
      Arrays.sort(array);
    }
    return array;
  }

  /** The flows of several runs as one. */
  static FlowTimes together(List<FlowTimes> runs) {
    double[] all =
        runs.stream().flatMapToDouble(run -> Arrays.stream(run.sortedUs)).sorted().toArray();
    return new FlowTimes(
        all, runs.stream().flatMapToDouble(run -> Arrays.stream(run.throughput)).toArray());
  }

  /** The shortest completion time, microseconds. */
  double leastUs() {
    return sortedUs[0];
  }

  /** The longest completion time, microseconds. */
  double mostUs() {
    return sortedUs[sortedUs.length - 1];
  }

  /** The median completion time, microseconds. */
  double medianUs() {
    int middle = sortedUs.length / 2;
    return sortedUs.length % 2 == 1
        ? sortedUs[middle]
        : (sortedUs[middle - 1] + sortedUs[middle]) / 2;
  }

  /** Jain's fairness index of the flows' throughput. */
  double jain() {
    return RunSummary.jain(throughput).orElseThrow();
  }

  /**
   * The two-sample Kolmogorov-Smirnov statistic of completion times, each divided by the median of
   * its own: the largest difference between the two distributions' shapes, 0 to 1.
   */
  double shapeDistance(FlowTimes other) {
    double own = medianUs();
    double others = other.medianUs();
    double largest = 0;
    int i = 0;
    int j = 0;
    while (i < sortedUs.length && j < other.sortedUs.length) {
      double at = Math.min(sortedUs[i] / own, other.sortedUs[j] / others);
      while (i < sortedUs.length && sortedUs[i] / own <= at) {
        i++;
      }
      while (j < other.sortedUs.length && other.sortedUs[j] / others <= at) {
        j++;
      }
      largest =
          Math.max(
              largest, Math.abs((double) i / sortedUs.length - (double) j / other.sortedUs.length));
    }
    return largest;
  }
}
