package io.smartt.host.agent.daemon;

import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.Flow;
import io.smartt.host.agent.v1.FlowOrder;
import io.smartt.host.agent.v1.Samples;
import java.util.Arrays;

/** One flow of an experiment, from order to end. For the event loop. */
final class AgentFlow {
  static final int NO_CONNECTION = -1;

  final FlowOrder order;
  final SampleBuffer samples = new SampleBuffer();
  Flow.State state = Flow.State.WAITING;
  long startPs;
  long endPs;
  long messageId;
  long deliveredBytes;
  int connection = NO_CONNECTION;
  String failure = "";
  Counters counters = Counters.getDefaultInstance();

  AgentFlow(FlowOrder order) {
    this.order = order;
  }

  long id() {
    return order.getFlowId();
  }

  /** The message that describes this flow; its counters are those of its end, or the given ones. */
  Flow message(Counters now) {
    return Flow.newBuilder()
        .setOrder(order)
        .setState(state)
        .setStartPs(startPs)
        .setMessageId(messageId)
        .setEndPs(endPs)
        .setFailure(failure)
        .setCounters(now)
        .build();
  }

  /**
   * Samples of one flow that wait to be reported. Allocates only while it grows; what does not fit
   * is left out, so that nobody who reads slowly fills the memory.
   */
  static final class SampleBuffer {
    private static final int COLUMNS = 4;
    private static final int MOST = 65_536;

    private long[] values = new long[COLUMNS * 64];
    private int count;
    private long lastPs = Long.MIN_VALUE;

    /**
     * Adds one, unless it follows the last one too soon.
     *
     * @param rttPs 0: not measured
     * @param deliveredBytes payload that ACKs have covered since the flow began
     */
    void add(long timePs, long windowBytes, long rttPs, long deliveredBytes, long intervalPs) {
      if (count == MOST || (lastPs != Long.MIN_VALUE && timePs - lastPs < intervalPs)) {
        return;
      }
      if (COLUMNS * count == values.length) {
        values = Arrays.copyOf(values, 2 * values.length);
      }
      int at = COLUMNS * count++;
      values[at] = timePs;
      values[at + 1] = windowBytes;
      values[at + 2] = rttPs;
      values[at + 3] = deliveredBytes;
      lastPs = timePs;
    }

    boolean isEmpty() {
      return count == 0;
    }

    /** Everything, which is not here afterwards. */
    Samples drain(long flowId) {
      Samples.Builder samples = Samples.newBuilder().setFlowId(flowId);
      for (int i = 0; i < COLUMNS * count; i += COLUMNS) {
        samples
            .addTimePs(values[i])
            .addWindowBytes(values[i + 1])
            .addRttPs(values[i + 2])
            .addDeliveredBytes(values[i + 3]);
      }
      count = 0;
      return samples.build();
    }
  }
}
