package io.smartt.workload.schedule;

import io.smartt.base.input.UserInputException;
import java.util.BitSet;

/** A schedule that can run to its end: what its receives get, and what starts by itself. */
public final class Job {
  private final String name;
  private final Schedule schedule;
  private final Matching matching;
  private final Dependents dependents;
  private final BitSet first = new BitSet();

  /**
   * Matches messages, and walks the schedule without time.
   *
   * @param name of the job, for reports and errors: its file's
   * @throws UserInputException if it could not run to its end
   */
  public Job(String name, Schedule schedule) {
    this.name = name;
    this.schedule = schedule;
    matching = Matching.of(name, schedule);
    dependents = Dependents.of(schedule);
    for (int op : ScheduleCheck.order(name, schedule, matching, dependents)) {
      first.set(op, countWaiting(op) == 0);
    }
  }

  /** Name of the job. */
  public String name() {
    return name;
  }

  /** Its operations. */
  public Schedule schedule() {
    return schedule;
  }

  /** The receive of a send, or the send of a receive. */
  public int partner(int operation) {
    return matching.partner(operation);
  }

  /** Returns what waits for what. */
  public Dependents dependents() {
    return dependents;
  }

  /** Returns whether an operation starts with the experiment. */
  public boolean isFirst(int operation) {
    return first.get(operation);
  }

  /** Counts the operations that an operation waits for; starts with the experiment do not count. */
  public int countWaiting(int operation) {
    int count = 0;
    for (int i = 0; i < schedule.countBefore(operation); i++) {
      if (isAwaited(schedule.before(operation, i))) {
        count++;
      }
    }
    return count;
  }

  /** Returns whether one of those that an operation waits for is not there from the start. */
  public boolean isAwaited(int before) {
    return before >= 0 || !first.get(~before);
  }

  /** Hosts that it takes: one for each NIC of each rank. */
  public int endpoints() {
    return Math.multiplyExact(schedule.ranks(), schedule.nics());
  }
}
