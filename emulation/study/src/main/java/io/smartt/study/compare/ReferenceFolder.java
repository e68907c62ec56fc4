package io.smartt.study.compare;

import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Reads a folder of a reference simulator's results: {@code results.csv} with a row a scenario, of
 * which the columns {@code scenario}, {@code matrix}, {@code topology}, {@code load_balancer},
 * {@code fct_p50_us}, {@code fct_max_us} and {@code trims} count, {@code cm/} with the connection
 * matrices, {@code topo/} with the topologies and, where it has them, {@code flows/} with a CSV of
 * flows for each run of a scenario.
 */
public final class ReferenceFolder {
  private final Path file;
  private final List<String> header;

  private ReferenceFolder(Path file, List<String> header) {
    this.file = file;
    this.header = header;
  }

  /** All scenarios of a folder, in the order of its table. */
  public static List<ReferenceScenario> read(Path folder) {
    Path file = folder.resolve("results.csv");
    List<String> lines = InputFile.lines(file);
    if (lines.isEmpty()) {
      throw new UserInputException(file + ": is empty");
    }
    ReferenceFolder table = new ReferenceFolder(file, cells(lines.getFirst()));
    List<ReferenceScenario> scenarios = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        scenarios.add(table.scenario(folder, i + 1, cells(lines.get(i))));
      }
    }
    return List.copyOf(scenarios);
  }

  private static List<String> cells(String line) {
    return List.of(line.strip().split("\\s*,\\s*", -1));
  }

  private ReferenceScenario scenario(Path folder, int line, List<String> cells) {
    if (cells.size() != header.size()) {
      throw new UserInputException(
          file + ":" + line + ": " + cells.size() + " values, but " + header.size() + " columns");
    }
    List<FlowTimes> runs = flows(folder, value(line, cells, "scenario"));
    return new ReferenceScenario(
        value(line, cells, "scenario"),
        folder.resolve("cm").resolve(value(line, cells, "matrix") + ".cm"),
        folder.resolve("topo").resolve(value(line, cells, "topology") + ".topo"),
        value(line, cells, "load_balancer"),
        mean(runs, FlowTimes::medianUs, number(line, cells, "fct_p50_us", Double::valueOf)),
        mean(runs, FlowTimes::mostUs, number(line, cells, "fct_max_us", Double::valueOf)),
        number(line, cells, "trims", Long::valueOf),
        runs);
  }

  /** Of the reference's runs where there are several, else what it printed of its single one. */
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

  private String value(int line, List<String> cells, String column) {
    int at = header.indexOf(column);
    if (at < 0) {
      throw new UserInputException(file + ":1: column " + column + " is missing");
    }
    if (cells.get(at).isEmpty()) {
      throw new UserInputException(file + ":" + line + ": " + column + " is empty");
    }
    return cells.get(at);
  }

  private <T> T number(int line, List<String> cells, String column, Function<String, T> reader) {
    String text = value(line, cells, column);
    try {
      return reader.apply(text);
    } catch (NumberFormatException e) {
      throw new UserInputException(
          file + ":" + line + ": " + column + " must be a number, found '" + text + "'", e);
    }
  }
}
