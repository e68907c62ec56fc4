package io.smartt.workload.jobs;

import io.smartt.workload.schedule.Job;
import io.smartt.workload.schedule.Job.PlacedJob;
import io.smartt.workload.schedule.Schedule;
import io.smartt.workload.schedule.Schedule.OperationKind;
import java.util.Arrays;

/**
 * The times at which the operations of a job began and ended, from what is known of its flows and
 * triggers: after a run, whether or not it came to its end. Times are picoseconds since the
 * experiment's start.
 */
public record OperationTimes(PlacedJob placed, Clock clock) {
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

  /**
   * The times of a rank, by what it did in them.
   *
   * @param operations how many it has
   * @param done how many of them are done
   * @param finishPs when the last of those was done
   * @param computePs in which it computed, on any core
   * @param slowedPs by which its computations took longer because its host was slow
   * @param communicationPs in which a send or receive of it was under way
   * @param exposedPs of that, in which it computed nothing
   * @param sentBytes of messages to other hosts that are done
   * @param underWay its first operation that could begin and is not done, or {@link PlacedJob#NONE}
   */
  public record RankTimes(
      int operations,
      int done,
      long finishPs,
      long computePs,
      long slowedPs,
      long communicationPs,
      long exposedPs,
      long sentBytes,
      int underWay) {

    /** Counts the time of a rank of a job. */
    public static RankTimes of(OperationTimes times, int rank) {
      Schedule schedule = times.placed().job().schedule();
      int first = schedule.first(rank);
      int size = schedule.first(rank + 1) - first;
      Spans computing = new Spans(size);
      Spans communicating = new Spans(size);
      Spans both = new Spans(size);
      int done = 0;
      long finishPs = 0;
      long sentBytes = 0;
      long slowedPs = 0;
      int underWay = PlacedJob.NONE;
      for (int op = first; op < first + size; op++) {
        long donePs = times.donePs(op);
        if (donePs == OperationTimes.NOT_YET) {
          if (underWay == PlacedJob.NONE && times.readyPs(op) != OperationTimes.NOT_YET) {
            underWay = op;
          }
          continue;
        }
        done++;
        finishPs = Math.max(finishPs, donePs);
        OperationKind kind = schedule.kind(op);
        long startPs = times.startPs(op);
        slowedPs += times.slowedPs(op);
        if (kind == OperationKind.COMPUTE) {
          computing.add(startPs, donePs);
          both.add(startPs, donePs);
        } else if (kind != OperationKind.JOIN) {
          communicating.add(startPs, donePs);
          both.add(startPs, donePs);
          if (kind == OperationKind.SEND && !times.placed().isLocal(op)) {
            sentBytes += schedule.amount(op);
          }
        }
      }
      long computePs = computing.coveredPs();
      return new RankTimes(
          size,
          done,
          finishPs,
          computePs,
          slowedPs,
          communicating.coveredPs(),
          both.coveredPs() - computePs,
          sentBytes,
          underWay);
    }

    /** Returns whether all of its operations are done. */
    public boolean isDone() {
      return done == operations;
    }

    /** Spans of time, and how much they cover together. */
    private static final class Spans {
      private final long[] starts;
      private final long[] ends;
      private int size;

      Spans(int most) {
        starts = new long[most];
        ends = new long[most];
      }

      void add(long startPs, long endPs) {
        starts[size] = startPs;
        ends[size++] = endPs;
      }

      /**
       * Returns the time that spans cover: with starts and ends each in order, a span is open while
       * fewer have ended than begun.
       */
      long coveredPs() {
        Arrays.sort(starts, 0, size);
        Arrays.sort(ends, 0, size);
        long coveredPs = 0;
        int ended = 0;
        int begun = 0;
        while (begun < size) {
          long fromPs = starts[begun++];
          while (begun < size && starts[begun] <= ends[ended]) {
            begun++;
            ended++;
          }
          // As many have begun as ended but one; the last of these ends is the span's.
          coveredPs += ends[begun - 1] - fromPs;
          ended = begun;
        }
        return coveredPs;
      }
    }
  }
}
