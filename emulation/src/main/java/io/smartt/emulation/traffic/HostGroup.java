package io.smartt.emulation.traffic;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/**
 * Hosts that share a clock because their flows may wait for each other, and when their flows start.
 * For the clock's thread.
 */
final class HostGroup {
  /** Starts a flow, at its time. */
  interface Starter {
    void start(FlowState flow, long nowPs);
  }

  private final ToLongFunction<FlowState> plannedStartPs;
  private final Starter starter;
  private final PriorityQueue<FlowState> timed;
  private final ArrayDeque<FlowState> due = new ArrayDeque<>();
  private final FlowClock.Timer timer;
  private int finished;

  HostGroup(FlowClock clock, ToLongFunction<FlowState> plannedStartPs, Starter starter) {
    this.plannedStartPs = plannedStartPs;
    this.starter = starter;
    timed =
        new PriorityQueue<>(
            Comparator.comparingLong(plannedStartPs)
                .thenComparingInt((FlowState state) -> state.index));
    timer = clock.timer(this::startWhatIsDue);
  }

  /** Has a flow start at its planned time. */
  void plan(FlowState flow) {
    timed.add(flow);
    scheduleNext();
  }

  /** Has a flow start now, but not at once: the endpoint that says so is busy with its frame. */
  void startSoon(FlowState flow) {
    due.add(flow);
    timer.now();
  }

  /** A flow of these hosts is done. */
  void countFinished() {
    finished++;
  }

  int finished() {
    return finished;
  }

  private void scheduleNext() {
    FlowState next = timed.peek();
    if (next != null) {
      timer.at(plannedStartPs.applyAsLong(next));
    }
  }

  private void startWhatIsDue(long nowPs) {
    for (FlowState next = timed.peek();
        next != null && plannedStartPs.applyAsLong(next) <= nowPs;
        next = timed.peek()) {
      due.add(timed.remove());
    }
    while (!due.isEmpty()) {
      starter.start(due.remove(), nowPs);
    }
    scheduleNext();
  }
}
