package io.smartt.study.paper;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileTrouble;
import io.smartt.experiment.report.Metric;
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

  /** The bins of one series, of equal width: their starts in microseconds, and their means. */
  @SuppressWarnings("ArrayRecordComponent") // thousands of bins; nobody compares series
  record Samples(double widthUs, double[] startsUs, double[] means) {

    /**
     * The mean of the bin that an instant is in, or of the last before it; NaN before the first.
     */
    double at(double us) {
      int i = Arrays.binarySearch(startsUs, us);
      int last = i >= 0 ? i : -i - 2;
      return last < 0 ? Double.NaN : means[last];
    }

    /** Mean between two instants, each bin by its time in between; NaN if there are none. */
    double mean(double fromUs, double toUs) {
      return sum(fromUs, toUs) / covered(fromUs, toUs);
    }

    /** The integral over the time between two instants, the unit times microseconds. */
    double sum(double fromUs, double toUs) {
      double sum = 0;
      for (int i = 0; i < startsUs.length; i++) {
        sum += means[i] * within(i, fromUs, toUs);
      }
      return sum;
    }

    private double covered(double fromUs, double toUs) {
      double covered = 0;
      for (int i = 0; i < startsUs.length; i++) {
        covered += within(i, fromUs, toUs);
      }
      return covered;
    }

    private double within(int i, double fromUs, double toUs) {
      return Math.max(0, Math.min(toUs, startsUs[i] + widthUs) - Math.max(fromUs, startsUs[i]));
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

  /** Series of a metric by flow, or by switch, port and queue. */
  static Map<String, Samples> samples(Path folder, Metric metric) {
    List<String> lines = lines(folder.resolve("samples.csv"));
    List<String> header = cells(lines.getFirst());
    int flow = header.indexOf("flow");
    int node = header.indexOf("node");
    int start = header.indexOf("start_us");
    int mean = header.indexOf("mean");
    Map<String, List<List<String>>> bins = new LinkedHashMap<>();
    for (String line : lines) {
      if (line.startsWith(metric.csvName() + ",")) {
        List<String> cells = cells(line);
        String subject =
            cells.get(flow).isEmpty()
                ? String.join(" ", cells.subList(node, node + 3)).strip()
                : cells.get(flow);
        bins.computeIfAbsent(subject, _ -> new ArrayList<>()).add(cells);
      }
    }
    Map<String, Samples> samples = new LinkedHashMap<>();
    bins.forEach((subject, rows) ->
        samples.put(
            subject,
            new Samples(
                Double.parseDouble(rows.getFirst().get(header.indexOf("width_us"))),
                rows.stream().mapToDouble(row -> Double.parseDouble(row.get(start))).toArray(),
                rows.stream().mapToDouble(row -> Double.parseDouble(row.get(mean))).toArray())));
    return samples;
  }

  private static List<String> cells(String line) {
    return Arrays.asList(line.split(",", -1));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new RunFailedException("cannot read " + file + ": " + FileTrouble.reason(e), e);
    }
  }
}
