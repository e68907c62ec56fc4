package io.smartt.experiment.report;

import module java.base;

/**
 * The values that a run recorded over time.
 *
 * @param series in the order of the file
 * @param leftOff how many more series there would be, had there been room for them
 * @param entropies of flows whose load balancers keep entropy values, by flow
 */
public record RunSamples(List<SampleSeries> series, int leftOff, List<EntropyTrace> entropies) {
  /** The samples of a run that recorded nothing. */
  public static final RunSamples NONE = new RunSamples(List.of(), 0, List.of());

  /** Copies the lists. */
  public RunSamples {
    series = List.copyOf(series);
    entropies = List.copyOf(entropies);
  }

  /** These, and others behind them. */
  public RunSamples and(RunSamples others) {
    List<SampleSeries> all = new ArrayList<>(series);
    all.addAll(others.series);
    List<EntropyTrace> traces = new ArrayList<>(entropies);
    traces.addAll(others.entropies);
    traces.sort(Comparator.comparingInt(EntropyTrace::flow));
    return new RunSamples(all, leftOff + others.leftOff, traces);
  }
}
