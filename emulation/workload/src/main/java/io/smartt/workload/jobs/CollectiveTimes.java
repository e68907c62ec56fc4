package io.smartt.workload.jobs;

import module java.base;

import io.smartt.workload.schedule.Schedule;

/**
 * The times of a collective.
 *
 * @param startPs when its first rank began
 * @param enteredPs when its last rank began
 * @param finishPs when its last operation was done; {@link OperationTimes#NOT_YET} if one is not
 */
public record CollectiveTimes(long startPs, long enteredPs, long finishPs) {

  /** The times of each collective of a job. */
  public static List<CollectiveTimes> of(OperationTimes times) {
    Schedule schedule = times.placed().job().schedule();
    int count = schedule.collectives().size();
    long[] start = filled(count, Long.MAX_VALUE);
    long[] entered = filled(count, 0);
    long[] finish = filled(count, 0);
    for (int rank = 0; count > 0 && rank < schedule.ranks(); rank++) {
      int current = Schedule.NONE;
      long beganPs = Long.MAX_VALUE;
      // A rank has the operations of a collective one behind the other.
      for (int op = schedule.first(rank); op < schedule.first(rank + 1); op++) {
        int which = schedule.collective(op);
        if (which != current) {
          enter(current, beganPs, start, entered);
          current = which;
          beganPs = Long.MAX_VALUE;
        }
        if (which != Schedule.NONE) {
          long startPs = times.startPs(op);
          long donePs = times.donePs(op);
          beganPs = Math.min(beganPs, startPs < 0 ? Long.MAX_VALUE : startPs);
          finish[which] =
              donePs == OperationTimes.NOT_YET || finish[which] == OperationTimes.NOT_YET
                  ? OperationTimes.NOT_YET
                  : Math.max(finish[which], donePs);
        }
      }
      enter(current, beganPs, start, entered);
    }
    List<CollectiveTimes> all = new ArrayList<>();
    for (int which = 0; which < count; which++) {
      all.add(
          new CollectiveTimes(
              start[which] == Long.MAX_VALUE ? OperationTimes.NOT_YET : start[which],
              entered[which],
              finish[which]));
    }
    return all;
  }

  private static void enter(int which, long beganPs, long[] start, long[] entered) {
    if (which != Schedule.NONE && beganPs != Long.MAX_VALUE) {
      start[which] = Math.min(start[which], beganPs);
      entered[which] = Math.max(entered[which], beganPs);
    }
  }

  private static long[] filled(int count, long value) {
    long[] values = new long[count];
    Arrays.fill(values, value);
    return values;
  }
}
