package io.smartt.emulation.report;

import java.util.ArrayList;
import java.util.List;

/**
 * What a run recorded over time.
 *
 * @param series in the order of the file
 * @param leftOff how many more series there would be, had there been room for them
 */
public record RunSamples(List<SampleSeries> series, int leftOff) {
  /** Of a run that recorded nothing. */
  public static final RunSamples NONE = new RunSamples(List.of(), 0);

  /** With a copy of the list. */
  public RunSamples {
    series = List.copyOf(series);
  }

  /** These, and others behind them. */
  public RunSamples and(RunSamples others) {
    List<SampleSeries> all = new ArrayList<>(series);
    all.addAll(others.series);
    return new RunSamples(all, leftOff + others.leftOff);
  }
}
