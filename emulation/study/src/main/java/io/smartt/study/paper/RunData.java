package io.smartt.study.paper;

import module java.base;

import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.RunCsv;

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
    List<Flow> flows = new ArrayList<>();
    RunCsv.flows(
        folder,
        flow ->
            flow.fctUs()
                .ifPresent(fctUs ->
                    flows.add(
                        new Flow(
                            flow.id(),
                            flow.source() + " to " + flow.destination(),
                            flow.startUs(),
                            fctUs,
                            flow.baseRttUs()))));
    return flows;
  }

  /** Series of a metric by flow, or by switch, port and queue. */
  static Map<String, Samples> samples(Path folder, Metric metric) {
    Map<String, List<RunCsv.Bin>> bins = new LinkedHashMap<>();
    RunCsv.bins(
        folder,
        metric,
        bin ->
            bins.computeIfAbsent(
                    bin.flow().isEmpty() ? bin.port() : bin.flow(), _ -> new ArrayList<>())
                .add(bin));
    Map<String, Samples> samples = new LinkedHashMap<>();
    bins.forEach((subject, rows) ->
        samples.put(
            subject,
            new Samples(
                rows.getFirst().widthUs(),
                rows.stream().mapToDouble(RunCsv.Bin::startUs).toArray(),
                rows.stream().mapToDouble(RunCsv.Bin::mean).toArray())));
    return samples;
  }
}
