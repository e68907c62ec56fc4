package io.smartt.emulation.experiment;

import io.smartt.emulation.simulation.Event;
import io.smartt.emulation.simulation.Timeline;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/**
 * Hosts that share a timeline because their flows may wait for each other, and when their flows
 * start. For the timeline's thread.
 */
final class HostGroup {
  /** Starts a flow, at its time. */
  interface Starter {
    void start(FlowState flow, long nowPs);
  }

  private final Timeline timeline;
  private final ToLongFunction<FlowState> plannedStartPs;
  private final Starter starter;
  private final PriorityQueue<FlowState> timed;
  private final ArrayDeque<FlowState> due = new ArrayDeque<>();
  private final Event startDue;
  private int finished;

  HostGroup(Timeline timeline, ToLongFunction<FlowState> plannedStartPs, Starter starter) {
    this.timeline = timeline;
    this.plannedStartPs = plannedStartPs;
    this.starter = starter;
    timed =
        new PriorityQueue<>(
            Comparator.comparingLong(plannedStartPs)
                .thenComparingInt((FlowState state) -> state.index));
    startDue =
        new Event(timeline) {
          @Override
          protected void fire(long nowPs) {
            startWhatIsDue(nowPs);
          }
        };
  }

  /** Has a flow start at its planned time. */
  void plan(FlowState flow) {
    timed.add(flow);
    scheduleNext();
  }

  /** Has a flow start now, but not at once: the endpoint that says so is busy with its frame. */
  void startSoon(FlowState flow) {
    due.add(flow);
    timeline.schedule(startDue, timeline.nowPs());
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
      long startPs = plannedStartPs.applyAsLong(next);
      if (!startDue.isScheduled() || startPs < timeline.timeOf(startDue)) {
        timeline.schedule(startDue, startPs);
      }
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
