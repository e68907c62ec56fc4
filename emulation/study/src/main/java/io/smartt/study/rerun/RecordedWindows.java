package io.smartt.study.rerun;

import module java.base;

import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.RunCsv;
import io.smartt.experiment.trace.analysis.TracedConnection.TracedFlow;
import io.smartt.study.rerun.WindowRerun.WindowCurve;

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

  /**
   * The congestion window of one flow as a run recorded it: least, mean and largest of each bin.
   */
  public static final class RecordedWindow {
    /** Stamps of captures are rounded to it. */
    private static final long STAMP_PS = 1_000;

    private final List<Bin> bins = new ArrayList<>();

    /**
     * The window in one bin of time.
     *
     * @param startPs picoseconds since the first packet of the trace
     * @param least bytes
     * @param mean by time, bytes
     * @param largest bytes
     */
    public record Bin(long startPs, long widthPs, double least, double mean, double largest) {}

    RecordedWindow() {}

    void add(Bin bin) {
      bins.add(bin);
    }

    /** The bins in the order of time. */
    public List<Bin> bins() {
      return List.copyOf(bins);
    }

    /** The means, each at the start of its bin. */
    public WindowCurve curve() {
      WindowCurve curve = new WindowCurve("recorded");
      bins.forEach(bin -> curve.add(bin.startPs(), Math.round(bin.mean())));
      return curve;
    }

    /**
     * The largest distance, in bytes, of the least or largest window of a bin from the window of a
     * curve that is nearest to it in the same time. The time of a bin is widened by a bin, because
     * stamps are rounded, and a real clock notes an answer later than the capture does. That
     * lateness is taken from the first answer, which the first bin has.
     */
    public long farthest(WindowCurve curve) {
      if (bins.isEmpty() || curve.size() == 0) {
        return 0;
      }
      long latePs = lateness(curve.timePs(0));
      double most = 0;
      for (Bin bin : bins) {
        long tolerancePs = Math.max(STAMP_PS, bin.widthPs());
        long fromPs = bin.startPs() - latePs - tolerancePs;
        long toPs = bin.startPs() - latePs + bin.widthPs() + tolerancePs;
        most = Math.max(most, curve.distance(fromPs, toPs, bin.least()));
        most = Math.max(most, curve.distance(fromPs, toPs, bin.largest()));
      }
      return Math.round(most);
    }

    /**
     * Returns how much later than at this time the first bin can have begun to be recorded, at
     * least.
     */
    private long lateness(long firstPs) {
      Bin first = bins.getFirst();
      long endPs = first.startPs() + first.widthPs();
      return firstPs < first.startPs()
          ? first.startPs() - firstPs
          : firstPs >= endPs ? endPs - firstPs : 0;
    }
  }
}
