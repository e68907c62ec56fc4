package io.smartt.study.rerun;

import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.Metric;
import io.smartt.experiment.trace.analysis.TracedFlow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The windows that a run recorded next to its trace ({@code samples.csv}), found for the flows of
 * the trace by sender, receiver, size and start ({@code flows.csv}).
 */
public final class RecordedWindows {
  private static final double PS_PER_US = 1e6;

  private final List<Row> rows = new ArrayList<>();
  private final Map<String, RecordedWindow> byFlow = new HashMap<>();

  private record Row(
      String flow, String source, String destination, String bytes, double startUs) {}

  private RecordedWindows() {}

  /**
   * Of a run folder.
   *
   * @return empty if it has none of the two files
   * @throws UserInputException if they are not what a run writes
   */
  public static Optional<RecordedWindows> of(Path folder) {
    Path flows = folder.resolve("flows.csv");
    Path samples = folder.resolve("samples.csv");
    if (!Files.exists(flows) || !Files.exists(samples)) {
      return Optional.empty();
    }
    RecordedWindows windows = new RecordedWindows();
    read(
        flows,
        List.of("flow", "src", "dst", "size_bytes", "start_us"),
        cells ->
            windows.rows.add(
                new Row(
                    cells.get(0),
                    cells.get(1),
                    cells.get(2),
                    cells.get(3),
                    Double.parseDouble(cells.get(4)))));
    // The trace begins with the packet of the first flow.
    long firstPs =
        Math.round(windows.rows.stream().mapToDouble(Row::startUs).min().orElse(0) * PS_PER_US);
    read(
        samples,
        List.of("metric", "flow", "start_us", "width_us", "min", "mean", "max"),
        cells -> {
          if (cells.get(0).equals(Metric.CWND.csvName())) {
            windows
                .byFlow
                .computeIfAbsent(cells.get(1), _ -> new RecordedWindow())
                .add(
                    new RecordedWindow.Bin(
                        ps(cells.get(2)) - firstPs,
                        ps(cells.get(3)),
                        Double.parseDouble(cells.get(4)),
                        Double.parseDouble(cells.get(5)),
                        Double.parseDouble(cells.get(6))));
          }
        });
    return Optional.of(windows);
  }

  private static long ps(String us) {
    return Math.round(Double.parseDouble(us) * PS_PER_US);
  }

  private interface Taker {
    void take(List<String> cells);
  }

  private static void read(Path file, List<String> columns, Taker taker) {
    List<String> lines = InputFile.text(file).lines().toList();
    List<String> titles = lines.isEmpty() ? List.of() : List.of(lines.getFirst().split(",", -1));
    int[] places = columns.stream().mapToInt(titles::indexOf).toArray();
    for (int i = 0; i < places.length; i++) {
      if (places[i] < 0) {
        throw new UserInputException(file + ": line 1 has no column " + columns.get(i));
      }
    }
    for (int line = 1; line < lines.size(); line++) {
      String[] cells = lines.get(line).split(",", -1);
      try {
        List<String> wanted = new ArrayList<>();
        for (int place : places) {
          wanted.add(cells[place]);
        }
        taker.take(wanted);
      } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
        throw new UserInputException(
            "%s: line %d: '%s' is not a row of this table"
                .formatted(file, line + 1, lines.get(line)),
            e);
      }
    }
  }

  /**
   * The windows by number of the connection, of those that carried one flow each.
   *
   * @param flows of the trace
   */
  public Map<Integer, RecordedWindow> byConnection(List<TracedFlow> flows) {
    Map<Integer, RecordedWindow> found = new HashMap<>();
    Set<Row> taken = new HashSet<>();
    for (TracedFlow flow : flows) {
      if (flow.connection().messages().size() != 1) {
        continue;
      }
      rows.stream()
          .filter(row ->
              !taken.contains(row)
                  && row.source().equals(flow.source())
                  && row.destination().equals(flow.destination())
                  && row.bytes().equals(String.valueOf(flow.message().bytes())))
          .findFirst()
          .ifPresent(row -> {
            taken.add(row);
            RecordedWindow window = byFlow.get(row.flow());
            if (window != null) {
              found.put(flow.connection().number(), window);
            }
          });
    }
    return found;
  }
}
