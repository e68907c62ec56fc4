package io.smartt.host.agent.daemon;

import io.smartt.agent.v1.Counters;
import io.smartt.agent.v1.Flow;
import io.smartt.agent.v1.FlowOrder;

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
}
