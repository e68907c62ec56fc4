package io.smartt.study.compare;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.CsvReader;
import io.smartt.experiment.report.RunSummary;

/**
 * Reads a folder of a reference simulator's results: {@code results.csv} with a row a scenario, of
 * which the columns {@code scenario}, {@code matrix}, {@code topology}, {@code load_balancer},
 * {@code fct_p50_us}, {@code fct_max_us} and {@code trims} count, {@code cm/} with the connection
 * matrices, {@code topo/} with the topologies and, where it has them, {@code flows/} with a CSV of
 * flows for each run of a scenario.
 */
public final class ReferenceFolder {
  private ReferenceFolder() {}

  /** Reads the scenarios of a folder, in the order of its table. */
  public static List<ReferenceScenario> read(Path folder) {
    List<ReferenceScenario> scenarios = new ArrayList<>();
    CsvReader.each(folder.resolve("results.csv"), row -> scenarios.add(scenario(folder, row)));
    return List.copyOf(scenarios);
  }

  private static ReferenceScenario scenario(Path folder, CsvReader.Row row) {
    String name = row.filled("scenario");
    List<FlowTimes> runs = flows(folder, name);
    return new ReferenceScenario(
        name,
        folder.resolve("cm").resolve(row.filled("matrix") + ".cm"),
        folder.resolve("topo").resolve(row.filled("topology") + ".topo"),
        row.filled("load_balancer"),
        mean(runs, FlowTimes::medianUs, row.number("fct_p50_us")),
        mean(runs, FlowTimes::mostUs, row.number("fct_max_us")),
        row.number("trims", Long::valueOf),
        runs);
  }

  /**
   * Returns the mean of the reference's runs where there are several, else what it printed of its
   * single one.
   */
  private static double mean(
      List<FlowTimes> runs, ToDoubleFunction<FlowTimes> measure, double ofTheSingleRun) {
    return runs.size() < 2
        ? ofTheSingleRun
        : runs.stream().mapToDouble(measure).average().orElseThrow();
  }

  /** One file a run of the reference: {@code NAME.csv}, and {@code NAME.1.csv} on if there are. */
  private static List<FlowTimes> flows(Path folder, String scenario) {
    List<FlowTimes> runs = new ArrayList<>();
    Path file = folder.resolve("flows").resolve(scenario + ".csv");
    while (Files.exists(file)) {
      runs.add(FlowTimes.read(file));
      file = file.resolveSibling(scenario + "." + runs.size() + ".csv");
    }
    return runs;
  }

  /**
   * A scenario of a reference simulator: its inputs and what it printed, means where the folder has
   * flows of several runs.
   *
   * @param name of the scenario
   * @param matrix file of its connection matrix
   * @param topology file of its topology
   * @param loadBalancer of its senders
   * @param medianUs median completion time, microseconds
   * @param maxUs longest completion time, microseconds
   * @param trims packets trimmed, in the first of the runs
   * @param flows completion times of its flows in each run of the reference that the folder has
   */
  public record ReferenceScenario(
      String name,
      Path matrix,
      Path topology,
      String loadBalancer,
      double medianUs,
      double maxUs,
      long trims,
      List<FlowTimes> flows) {
    /** Copies the list. */
    public ReferenceScenario {
      flows = List.copyOf(flows);
    }
  }

  /**
   * Completion times of flows, of this harness or a reference simulator: the columns {@code
   * size_bytes} and {@code fct_us} of a CSV.
   */
  public static final class FlowTimes {
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
     * The two-sample Kolmogorov-Smirnov statistic of completion times, each divided by the median
     * of its own: the largest difference between the two distributions' shapes, 0 to 1.
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
                largest,
                Math.abs((double) i / sortedUs.length - (double) j / other.sortedUs.length));
      }
      return largest;
    }
  }
}
