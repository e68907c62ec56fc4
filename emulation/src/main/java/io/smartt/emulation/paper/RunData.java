package io.smartt.emulation.paper;

import io.smartt.emulation.failure.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The CSVs of a run folder, as far as figures need them. */
final class RunData {
  private RunData() {}

  /**
   * A flow of {@code flows.csv}; times in microseconds.
   *
   * @param name source and destination
   */
  record Flow(String id, String name, double startUs, double fctUs, double baseRttUs) {
    double finishUs() {
      return startUs + fctUs;
    }
  }

  /** Samples of one flow or queue over time, microseconds and the metric's unit. */
  @SuppressWarnings("ArrayRecordComponent") // thousands of samples; nobody compares series
  record Samples(double[] timesUs, double[] values) {

    /** The last value at or before an instant; NaN before the first. */
    double at(double us) {
      int i = Arrays.binarySearch(timesUs, us);
      int last = i >= 0 ? i : -i - 2;
      return last < 0 ? Double.NaN : values[last];
    }

    /** Mean of the samples between two instants; NaN if there are none. */
    double mean(double fromUs, double toUs) {
      double sum = 0;
      int count = 0;
      for (int i = 0; i < timesUs.length; i++) {
        if (timesUs[i] >= fromUs && timesUs[i] <= toUs) {
          sum += values[i];
          count++;
        }
      }
      return count == 0 ? Double.NaN : sum / count;
    }
  }

  /** The finished flows. */
  static List<Flow> flows(Path folder) {
    List<String> lines = lines(folder.resolve("flows.csv"));
    List<String> header = cells(lines.getFirst());
    int fct = header.indexOf("fct_us");
    List<Flow> flows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> cells = cells(line);
      if (!cells.get(fct).isEmpty()) {
        flows.add(
            new Flow(
                cells.get(header.indexOf("flow")),
                cells.get(header.indexOf("src")) + " to " + cells.get(header.indexOf("dst")),
                Double.parseDouble(cells.get(header.indexOf("start_us"))),
                Double.parseDouble(cells.get(fct)),
                Double.parseDouble(cells.get(header.indexOf("base_rtt_us")))));
      }
    }
    return flows;
  }

  /** Samples of a metric by flow, or by switch, port and queue. */
  static Map<String, Samples> samples(Path folder, String metric) {
    Map<String, List<double[]>> points = new LinkedHashMap<>();
    for (String line : lines(folder.resolve("samples.csv"))) {
      if (line.startsWith(metric + ",")) {
        List<String> cells = cells(line);
        String subject =
            cells.get(1).isEmpty() ? String.join(" ", cells.subList(2, 5)) : cells.get(1);
        points
            .computeIfAbsent(subject, _ -> new ArrayList<>())
            .add(new double[] {Double.parseDouble(cells.get(5)), Double.parseDouble(cells.get(6))});
      }
    }
    Map<String, Samples> samples = new LinkedHashMap<>();
    points.forEach((subject, list) ->
        samples.put(
            subject,
            new Samples(
                list.stream().mapToDouble(point -> point[0]).toArray(),
                list.stream().mapToDouble(point -> point[1]).toArray())));
    return samples;
  }

  private static List<String> cells(String line) {
    return Arrays.asList(line.split(",", -1));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new RunFailedException("cannot read " + file + ": " + e, e);
    }
  }
}
