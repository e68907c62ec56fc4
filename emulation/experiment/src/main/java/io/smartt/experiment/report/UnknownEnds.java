package io.smartt.experiment.report;

import java.util.List;

/**
 * The number of flows that lack the counters of an end, because the agent of its host was lost. The
 * sums of a summary are then those of the other flows: the least that can have happened.
 *
 * @param flows of the run
 * @param senders flows of which the sender's counters are unknown
 * @param receivers flows of which it is unknown what their receivers placed
 */
public record UnknownEnds(int flows, int senders, int receivers) {
  /** The value where all is known. */
  public static final UnknownEnds NONE = new UnknownEnds(1, 0, 0);

  static UnknownEnds of(List<FlowRecord> flows) {
    int senders = 0;
    int receivers = 0;
    for (FlowRecord flow : flows) {
      FlowEnds known = flow.counters().known();
      senders += known.sender() ? 0 : 1;
      receivers += known.receiver() ? 0 : 1;
    }
    return new UnknownEnds(flows.size(), senders, receivers);
  }

  /** Returns whether any flow lacks an end. */
  public boolean any() {
    return senders > 0 || receivers > 0;
  }

  /** Returns whether nothing is known of senders. */
  public boolean allSenders() {
    return senders == flows && flows > 0;
  }

  /** Returns whether nothing is known of receivers. */
  public boolean allReceivers() {
    return receivers == flows && flows > 0;
  }
}
