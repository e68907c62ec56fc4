package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.experiment.report.EntropyTrace;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.report.FlowRecord.RttRecord;
import io.smartt.experiment.report.SampleSeries;
import io.smartt.host.transport.PathParameters;
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
  long skippedBytes;
  FlowCounters counters = new FlowCounters(0, 0, 0, 0, 0, 0, 0, 0, FlowEnds.BOTH);
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

  /**
   * Looks at the entropy values of one flow.
   *
   * @param reader tells them
   * @param trace keeps them
   */
  record EntropyLook(EntropyTrace.Reader reader, EntropyTrace trace) {
    /** Flows of a run whose values are kept; of more, some that are spread over the workload. */
    private static final int MOST_FLOWS = 256;

    /** Values of all flows together, and of one at most. */
    private static final int MOST_VALUES = 1 << 17;

    private static final int MOST_VALUES_OF_ONE = 1 << 12;

    /** Returns whether the values of a flow are kept, one of so many. */
    static boolean keeps(int index, int flows) {
      return index % ((flows - 1) / MOST_FLOWS + 1) == 0;
    }

    /** Values of one of so many flows that there is room for. */
    static int room(int flows) {
      return Math.min(MOST_VALUES_OF_ONE, MOST_VALUES / Math.clamp(flows, 1, MOST_FLOWS));
    }

    void look(long nowPs) {
      trace.look(nowPs, reader);
    }
  }

  /** Sums up the round-trip times of one flow as they come. Allocates nothing per sample. */
  static final class RttCount {
    private long samples;
    private long leastPs = Long.MAX_VALUE;
    private long lastPs;
    private double sumPs;
    private double differencesPs;

    void add(long rttPs) {
      if (samples++ > 0) {
        differencesPs += Math.abs(rttPs - lastPs);
      }
      lastPs = rttPs;
      leastPs = Math.min(leastPs, rttPs);
      sumPs += rttPs;
    }

    /** Empty if there was none. */
    Optional<RttRecord> record() {
      return samples == 0
          ? Optional.empty()
          : Optional.of(
              new RttRecord(
                  leastPs,
                  Math.round(sumPs / samples),
                  Math.round(differencesPs / Math.max(1, samples - 1))));
    }
  }

  /**
   * A number of a flow that is looked at with its window. Its series begins when it is not 0, so
   * that what never happens to a flow takes no room.
   */
  static final class FlowLevel {
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
}
