package io.smartt.experiment.traffic;

import module java.base;

/**
 * Hosts that share a clock because their flows may wait for each other, and when their flows start
 * and their works end. For the clock's thread.
 */
final class HostGroup {
  /** The actions that are due at their time. */
  interface Actions {
    void start(FlowState flow, long nowPs);

    void worked(int trigger, long nowPs);
  }

  private record Working(long untilPs, int trigger) {}

  private final ToLongFunction<FlowState> plannedStartPs;
  private final Actions actions;
  private final PriorityQueue<FlowState> timed;
  private final PriorityQueue<Working> working =
      new PriorityQueue<>(
          Comparator.comparingLong(Working::untilPs).thenComparingInt(Working::trigger));
  private final ArrayDeque<FlowState> due = new ArrayDeque<>();
  private final Traffic.FlowClock.Timer timer;
  private int planned;
  private int started;
  private int finished;

  HostGroup(Traffic.FlowClock clock, ToLongFunction<FlowState> plannedStartPs, Actions actions) {
    this.plannedStartPs = plannedStartPs;
    this.actions = actions;
    timed =
        new PriorityQueue<>(
            Comparator.comparingLong(plannedStartPs)
                .thenComparingInt((FlowState state) -> state.index));
    timer = clock.timer(this::startWhatIsDue);
  }

  /** Makes a flow start at its planned time. */
  void plan(FlowState flow) {
    timed.add(flow);
    scheduleNext();
  }

  /** Makes a flow start now, but not at once: the endpoint that says so is busy with its frame. */
  void startSoon(FlowState flow) {
    due.add(flow);
    timer.now();
  }

  /** Makes the work of a trigger end at a time. */
  void work(int trigger, long untilPs) {
    working.add(new Working(untilPs, trigger));
    scheduleNext();
  }

  /** Returns whether works are under way. */
  boolean isWorking() {
    return !working.isEmpty();
  }

  /** A flow of these hosts is part of the workload. */
  void expect() {
    planned++;
  }

  /** Returns whether all flows of these hosts are done, which they stay. */
  boolean isFinished() {
    return finished == planned;
  }

  /** A flow of these hosts is done. */
  void countFinished() {
    finished++;
  }

  int finished() {
    return finished;
  }

  /** Flows of these hosts that have started or finished, together. */
  int changes() {
    return started + finished;
  }

  private void scheduleNext() {
    FlowState next = timed.peek();
    if (next != null) {
      timer.at(plannedStartPs.applyAsLong(next));
    }
    Working first = working.peek();
    if (first != null) {
      timer.at(first.untilPs);
    }
  }

  private void startWhatIsDue(long nowPs) {
    for (Working first = working.peek();
        first != null && first.untilPs <= nowPs;
        first = working.peek()) {
      actions.worked(working.remove().trigger, nowPs);
    }
    for (FlowState next = timed.peek();
        next != null && plannedStartPs.applyAsLong(next) <= nowPs;
        next = timed.peek()) {
      due.add(timed.remove());
    }
    started += due.size();
    while (!due.isEmpty()) {
      actions.start(due.remove(), nowPs);
    }
    scheduleNext();
  }
}
