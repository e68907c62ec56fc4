package io.smartt.study.rerun;

import module java.base;

import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.RunCsv;
import io.smartt.experiment.trace.analysis.TracedFlow;

/**
 * The windows that a run recorded next to its trace ({@code samples.csv}), found for the flows of
 * the trace by sender, receiver, size and start ({@code flows.csv}).
 */
public final class RecordedWindows {
  private static final double PS_PER_US = 1e6;

  private final List<Row> rows = new ArrayList<>();
  private final Map<String, RecordedWindow> byFlow = new HashMap<>();

  private record Row(String flow, String source, String destination, long bytes, double startUs) {}

  private RecordedWindows() {}

  /**
   * Reads the windows of a run folder.
   *
   * @return empty if it has none of the two files
   * @throws io.smartt.base.input.UserInputException if they are not what a run writes
   */
  public static Optional<RecordedWindows> of(Path folder) {
    if (!Files.exists(folder.resolve(RunCsv.FLOWS))
        || !Files.exists(folder.resolve(RunCsv.SAMPLES))) {
      return Optional.empty();
    }
    RecordedWindows windows = new RecordedWindows();
    RunCsv.flows(
        folder,
        flow ->
            windows.rows.add(
                new Row(
                    flow.id(), flow.source(), flow.destination(), flow.bytes(), flow.startUs())));
    // The trace begins with the packet of the first flow.
    long firstPs =
        Math.round(windows.rows.stream().mapToDouble(Row::startUs).min().orElse(0) * PS_PER_US);
    RunCsv.bins(
        folder,
        Metric.CWND,
        bin ->
            windows
                .byFlow
                .computeIfAbsent(bin.flow(), _ -> new RecordedWindow())
                .add(
                    new RecordedWindow.Bin(
                        bin.startPs() - firstPs,
                        bin.widthPs(),
                        bin.least(),
                        bin.mean(),
                        bin.largest())));
    return Optional.of(windows);
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
                  && row.bytes() == flow.message().bytes())
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
