package io.smartt.study.compare;

import module java.base;

import io.smartt.experiment.report.CsvReader;

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
}
