package io.smartt.workload.jobs;

import io.smartt.workload.schedule.Job;
import io.smartt.workload.schedule.Job.PlacedJob;
import io.smartt.workload.schedule.Schedule.OperationKind;

/**
 * The times at which the operations of a job began and ended, from what is known of its flows and
 * triggers: after a run, whether or not it came to its end. Times are picoseconds since the
 * experiment's start.
 */
public final class OperationTimes {
  /** The time of what has not happened. */
  public static final long NOT_YET = -1;

  /** The times at which things of a workload happened; {@link #NOT_YET} for what did not. */
  public interface Clock {
    /** Returns when a flow began. */
    long startPs(int flow);

    /** Returns when a flow's sender had the last ACK. */
    long finishPs(int flow);

    /** Returns when a trigger opened, its work done. */
    long openedPs(int trigger);

    /** Returns when the work of a trigger that has opened began. */
    long beganPs(int trigger);

    /** Returns how long a trigger's work takes at the host's own speed, dilated. */
    long workPs(int trigger);
  }

  private final PlacedJob placed;
  private final Clock clock;

  /** Creates the times of the operations of one job. */
  public OperationTimes(PlacedJob placed, Clock clock) {
    this.placed = placed;
    this.clock = clock;
  }

  /** The job. */
  public PlacedJob placed() {
    return placed;
  }

  /**
   * Returns when an operation was done: a send when its last byte was acknowledged, a receive when
   * it was posted and its message there.
   */
  public long donePs(int operation) {
    return placed.done(operation) == PlacedJob.NONE
        ? clock.finishPs(placed.flow(operation))
        : clock.openedPs(placed.done(operation));
  }

  /**
   * Returns when an operation began: a computation when it had its core, others when they could.
   */
  public long startPs(int operation) {
    if (placed.flow(operation) != PlacedJob.NONE) {
      return clock.startPs(placed.flow(operation));
    }
    if (placed.job().schedule().kind(operation) == OperationKind.COMPUTE) {
      long donePs = donePs(operation);
      return donePs == NOT_YET ? NOT_YET : clock.beganPs(placed.done(operation));
    }
    return readyPs(operation);
  }

  /**
   * Returns the time by which a computation took longer because its host was slow; 0 for others.
   */
  public long slowedPs(int operation) {
    if (placed.job().schedule().kind(operation) != OperationKind.COMPUTE
        || donePs(operation) == NOT_YET) {
      return 0;
    }
    return donePs(operation) - startPs(operation) - clock.workPs(placed.done(operation));
  }

  /** Returns when all that an operation waits for had happened. */
  public long readyPs(int operation) {
    Job job = placed.job();
    if (job.isFirst(operation)) {
      return 0;
    }
    if (placed.start(operation) != PlacedJob.NONE) {
      return clock.openedPs(placed.start(operation));
    }
    long readyPs = 0;
    for (int i = 0; i < job.schedule().countBefore(operation); i++) {
      long happenedPs = happenedPs(job.schedule().before(operation, i));
      if (happenedPs == NOT_YET) {
        return NOT_YET;
      }
      readyPs = Math.max(readyPs, happenedPs);
    }
    return readyPs;
  }

  /** Returns when the end, or the start ({@code ~operation}), that others wait for happened. */
  long happenedPs(int before) {
    if (before >= 0) {
      return donePs(before);
    }
    return placed.job().isFirst(~before) ? 0 : clock.openedPs(placed.start(~before));
  }
}
