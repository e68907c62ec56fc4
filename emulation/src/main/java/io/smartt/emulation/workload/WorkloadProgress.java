package io.smartt.emulation.workload;

import java.util.function.IntConsumer;

/**
 * Says which flows start when another is done. Flows are named by their index in the workload.
 * Activation takes no time; where one activation starts several flows, the last in the workload's
 * order starts first, as the reference simulator does. Mutable, for one thread; allocates nothing
 * after construction.
 */
public final class WorkloadProgress {
  private static final int NONE = -1;

  /** Of a workload of which nothing has run yet. */
  public WorkloadProgress(Workload workload) {
    throw new UnsupportedOperationException(workload.name());
  }

  /** The sender has the ACK of the flow's last byte. Hands over each flow that starts now. */
  public void sent(int flow, IntConsumer start) {
    throw new UnsupportedOperationException("flow " + flow + start + NONE);
  }

  /** The receiver has every byte of the flow. Hands over each flow that starts now. */
  public void received(int flow, IntConsumer start) {
    throw new UnsupportedOperationException("flow " + flow + start);
  }
}
