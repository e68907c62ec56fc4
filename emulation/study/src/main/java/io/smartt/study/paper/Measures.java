package io.smartt.study.paper;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.Metric;
import io.smartt.experiment.trace.analysis.TrimNotices;
import io.smartt.study.paper.RunData.DequeuedPackets;
import io.smartt.study.paper.RunData.Flow;
import io.smartt.study.paper.RunData.Samples;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.workload.FailedLinks;
import io.smartt.workload.Workload;
import io.smartt.workload.ideal.IdealModel;

/**
 * The measures that a figure or a claim may ask of a run, by name. Times are microseconds, windows
 * KiB. What is measured "in steady state" is from three tenths to nine tenths of the time until the
 * first flow ends.
 */
public final class Measures {
  static final double STEADY_FROM = 0.3;
  static final double STEADY_TO = 0.9;
  private static final double EARLY_RTTS = 3;
  private static final int STEPS = 200;
  private static final double KIB = 1024;
  private static final double US_PER_SECOND = 1e6;

  private interface Measure {
    double of(FinishedRun run, ExperimentSpec spec);
  }

  private static final Map<String, Measure> BY_NAME = byName();

  private Measures() {}

  /** Returns what to say of a name; empty if there is a measure of that name. */
  public static Optional<String> unknown(String name) {
    return BY_NAME.containsKey(name)
        ? Optional.empty()
        : Optional.of(
            "unknown measure '%s', %s".formatted(name, NearNames.hint(name, BY_NAME.keySet())));
  }

  /** A measure of a run; NaN if the run does not have it. */
  public static double of(String name, FinishedRun run, ExperimentSpec spec) {
    return Objects.requireNonNull(BY_NAME.get(name), name).of(run, spec);
  }

  private static Map<String, Measure> byName() {
    Map<String, Measure> measures = new LinkedHashMap<>();
    measures.put("min", summary("fctUs.min"));
    measures.put("median", summary("fctUs.median"));
    measures.put("mean", (run, _) -> meanUs(RunData.flows(run.folder())));
    measures.put("p99", summary("fctUs.p99"));
    measures.put("max", summary("fctUs.max"));
    measures.put("last", summary("lastFinishUs"));
    measures.put("slowdown", summary("slowdown.max"));
    measures.put("medianSlowdown", summary("slowdown.median"));
    measures.put("p99Slowdown", summary("slowdown.p99"));
    measures.put("jain", summary("jain"));
    measures.put("trims", summary("trims"));
    measures.put("timeouts", summary("timeouts"));
    measures.put("trimShare", Measures::trimShare);
    measures.put("spread", (run, _) -> number(run, "fctUs.max") - number(run, "fctUs.min"));
    measures.put("inflation", (run, spec) -> number(run, "lastFinishUs") / idealLastUs(spec));
    measures.put("baseRtt", (run, _) -> baseRttUs(RunData.flows(run.folder())));
    measures.put("unfairness", (run, _) -> 1 / number(run, "jain"));
    measures.put("rateUnfairness", (run, _) -> 1 / rateJain(run));
    measures.put("windowUnrest", (run, _) -> 1 + square(windowVariation(run)));
    measures.put("targetMiss", Measures::targetMiss);
    measures.put(
        "lateWithoutMark",
        (run, _) -> DequeuedPackets.lateWithoutMark(DequeuedPackets.of(run.folder())));
    measures.put(
        "lossNotice",
        (run, _) -> DoubleStream.of(lossNotices(run.folder())).average().orElse(Double.NaN));
    measures.put("steadyTrims", (run, _) -> steadyTrims(run));
    measures.put("windowVariation", (run, _) -> windowVariation(run));
    measures.put("lowestWindow", (run, _) -> lowestWindowKib(run));
    measures.put("windowRatio", (run, _) -> windowRatio(run));
    measures.put("earlyWindowShare", (run, _) -> earlyWindowShare(run));
    measures.put("rateJain", (run, _) -> rateJain(run));
    measures.put("rttInBaseRtts", (run, _) -> rttInBaseRtts(run));
    return measures;
  }

  private static Measure summary(String key) {
    return (run, _) -> number(run, key);
  }

  private static double number(FinishedRun run, String key) {
    return run.number(key).orElse(Double.NaN);
  }

  /** Returns when the last flow ends in the fluid model of the same network and workload. */
  static double idealLastUs(ExperimentSpec spec) {
    Topology network = spec.buildTopology();
    Workload workload = spec.buildWorkload(network);
    return new IdealModel(FailedLinks.apply(workload, network), spec.packets())
            .times(workload)
            .lastFinishPs()
        / 1e6;
  }

  /** Trimmed packets for each packet of the messages. */
  private static double trimShare(FinishedRun run, ExperimentSpec spec) {
    long packets =
        spec.buildWorkload(spec.buildTopology()).flows().stream()
            .mapToLong(flow -> spec.packets().packets(flow.bytes()))
            .sum();
    return number(run, "trims") / packets;
  }

  private static double baseRttUs(List<Flow> flows) {
    return flows.stream().mapToDouble(Flow::baseRttUs).max().orElse(Double.NaN);
  }

  /** The time in which every flow is active, from the last start to the first finish. */
  private static double[] allActive(List<Flow> flows) {
    double from = flows.stream().mapToDouble(Flow::startUs).max().orElse(0);
    double to = flows.stream().mapToDouble(Flow::finishUs).min().orElse(0);
    return new double[] {from, to};
  }

  /** Packets that switches trimmed in steady state. */
  private static double steadyTrims(FinishedRun run) {
    double end = allActive(RunData.flows(run.folder()))[1];
    return RunData.samples(run.folder(), Metric.TRIMS).values().stream()
            .mapToDouble(trims -> trims.sum(STEADY_FROM * end, STEADY_TO * end))
            .sum()
        / US_PER_SECOND;
  }

  /**
   * Returns how long senders take to learn of each trimmed packet of a captured run, in the longest
   * base RTT of its flows.
   */
  static double[] lossNotices(Path folder) {
    double baseRttUs = baseRttUs(RunData.flows(folder));
    return TrimNotices.of(folder.resolve("trace.pcapng")).stream()
        .mapToDouble(notice -> notice.us() / baseRttUs)
        .toArray();
  }

  /** Standard deviation over mean of a flow's window in steady state, mean over flows. */
  private static double windowVariation(FinishedRun run) {
    double end = allActive(RunData.flows(run.folder()))[1];
    return mean(
        RunData.samples(run.folder(), Metric.CWND),
        window -> variation(window, STEADY_FROM * end, STEADY_TO * end));
  }

  private static double variation(Samples samples, double fromUs, double toUs) {
    double[] values =
        DoubleStream.iterate(fromUs, us -> us <= toUs, us -> us + (toUs - fromUs) / STEPS)
            .map(samples::at)
            .filter(Double::isFinite)
            .toArray();
    double mean = DoubleStream.of(values).average().orElse(Double.NaN);
    double variance =
        DoubleStream.of(values).map(value -> (value - mean) * (value - mean)).average().orElse(0);
    return Math.sqrt(variance) / mean;
  }

  /** The least that the mean window of all flows is while all are active. */
  private static double lowestWindowKib(FinishedRun run) {
    double[] active = allActive(RunData.flows(run.folder()));
    Map<String, Samples> windows = RunData.samples(run.folder(), Metric.CWND);
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= STEPS; i++) {
      double us = active[0] + i * (active[1] - active[0]) / STEPS;
      double mean =
          windows.values().stream()
              .mapToDouble(window -> window.at(us))
              .filter(Double::isFinite)
              .average()
              .orElse(Double.POSITIVE_INFINITY);
      least = Math.min(least, mean);
    }
    return least / KIB;
  }

  private static double meanUs(List<Flow> flows) {
    return flows.stream()
        .mapToDouble(flow -> flow.finishUs() - flow.startUs())
        .average()
        .orElse(Double.NaN);
  }

  /**
   * Mean window of the flow of the longest base RTT over that of the shortest, in the later half of
   * the time in which both are active.
   */
  private static double windowRatio(FinishedRun run) {
    List<Flow> flows = RunData.flows(run.folder());
    double[] active = allActive(flows);
    double middle = (active[0] + active[1]) / 2;
    Map<String, Samples> windows = RunData.samples(run.folder(), Metric.CWND);
    Comparator<Flow> byRtt = Comparator.comparingDouble(Flow::baseRttUs);
    return meanWindow(windows, flows.stream().max(byRtt).orElseThrow(), middle, active[1])
        / meanWindow(windows, flows.stream().min(byRtt).orElseThrow(), middle, active[1]);
  }

  private static double meanWindow(
      Map<String, Samples> windows, Flow flow, double fromUs, double toUs) {
    Samples window = windows.get(flow.id());
    return window == null ? Double.NaN : window.mean(fromUs, toUs);
  }

  /** Mean window three base RTTs after the start over the mean of the flows' first windows. */
  private static double earlyWindowShare(FinishedRun run) {
    double us = EARLY_RTTS * baseRttUs(RunData.flows(run.folder()));
    Map<String, Samples> windows = RunData.samples(run.folder(), Metric.CWND);
    return mean(windows, window -> window.at(us)) / mean(windows, window -> window.means()[0]);
  }

  /** Mean of a value over those series that have it. */
  private static double mean(Map<String, Samples> series, ToDoubleFunction<Samples> value) {
    return series.values().stream()
        .mapToDouble(value)
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }

  /** Jain's index of the flows' goodput while all are active. */
  private static double rateJain(FinishedRun run) {
    double[] active = allActive(RunData.flows(run.folder()));
    double[] rates =
        RunData.samples(run.folder(), Metric.GOODPUT).values().stream()
            .mapToDouble(goodput -> goodput.sum(active[0], active[1]))
            .toArray();
    double sum = DoubleStream.of(rates).sum();
    double squares = DoubleStream.of(rates).map(rate -> rate * rate).sum();
    return sum * sum / (rates.length * squares);
  }

  private static double square(double value) {
    return value * value;
  }

  /** One plus how far the mean RTT is from SMaRTT's target, in base RTTs. */
  private static double targetMiss(FinishedRun run, ExperimentSpec spec) {
    double target = Double.parseDouble(spec.settings().textOf("smartt.target-rtt-factor"));
    return 1 + Math.abs(rttInBaseRtts(run) - target);
  }

  /** Mean RTT, in base RTTs, of the later half of the time in which all flows are active. */
  private static double rttInBaseRtts(FinishedRun run) {
    List<Flow> flows = RunData.flows(run.folder());
    double[] active = allActive(flows);
    double middle = (active[0] + active[1]) / 2;
    return mean(RunData.samples(run.folder(), Metric.RTT), rtt -> rtt.mean(middle, active[1]))
        / baseRttUs(flows);
  }
}
