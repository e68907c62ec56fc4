package io.smartt.emulation.traffic;

import io.smartt.emulation.report.FlowCounters;
import io.smartt.emulation.report.SampleSeries;
import io.smartt.host.transport.PathParameters;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** State of one flow of a running experiment. */
final class FlowState {
  static final long NOT_YET = -1;

  final int index;
  final PathParameters path;
  long startPs = NOT_YET;
  long finishPs = NOT_YET;
  int connection = (int) NOT_YET;
  boolean delivered;
  long partBytes;
  FlowCounters counters = new FlowCounters(0, 0, 0, 0, 0, 0, 0);
  final RttCount rtts = new RttCount();
  @Nullable SampleSeries window;
  @Nullable SampleSeries rtt;
  @Nullable SampleSeries inFlight;
  @Nullable LongSupplier inFlightNow;
  @Nullable FlowLevel entropies;
  @Nullable FlowLevel avoided;
  @Nullable EntropyLook values;
  @Nullable SampleSeries goodput;
  long acknowledgedBytes;

  FlowState(int index, PathParameters path) {
    this.index = index;
    this.path = path;
  }

  boolean isRunning() {
    return startPs != NOT_YET && finishPs == NOT_YET;
  }
}
