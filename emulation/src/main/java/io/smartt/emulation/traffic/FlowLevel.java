package io.smartt.emulation.traffic;

import io.smartt.emulation.report.SampleSeries;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A number of a flow that is looked at with its window. Its series begins when it is not 0, so that
 * what never happens to a flow takes no room.
 */
final class FlowLevel {
  private final IntSupplier now;
  private final Supplier<SampleSeries> opening;
  private @Nullable SampleSeries series;

  FlowLevel(IntSupplier now, Supplier<SampleSeries> opening) {
    this.now = now;
    this.opening = opening;
  }

  void look(long nowPs) {
    int value = now.getAsInt();
    SampleSeries to = series;
    if (to == null) {
      if (value == 0) {
        return;
      }
      to = opening.get();
      series = to;
    }
    to.record(nowPs, value);
  }
}
