package io.smartt.workload.jobs;

import module java.base;

import io.smartt.workload.schedule.Job.PlacedJob;
import io.smartt.workload.schedule.Schedule;
import io.smartt.workload.schedule.Schedule.OperationKind;

/**
 * The reason why a job took as long as it did: the path from its last operation back, each time to
 * that which was waited for last. The times of its steps add up to the time of the job.
 */
public final class CriticalPath {
  /** The thing that the next step of a path waited for. */
  public enum Link {
    END,
    /** The start of this one alone. */
    START,
    /** The message of this send. */
    MESSAGE,
    /** The core that this one had. */
    CORE,
    /** Nothing: it is the last. */
    LAST;

    /** The word in reports. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One step.
   *
   * @param operation of the job
   * @param fromPs when the step before ended
   * @param toPs when the next one could go on
   * @param link what the next one waited for
   */
  public record Step(int operation, long fromPs, long toPs, Link link) {}

  private final OperationTimes times;
  private final Schedule schedule;
  private final BitSet seen = new BitSet();
  private final Map<Long, List<Integer>> byCore = new HashMap<>();

  private CriticalPath(OperationTimes times) {
    this.times = times;
    schedule = times.placed().job().schedule();
  }

  /** The path of a job, its first step first; empty if the job is not done. */
  public static List<Step> of(OperationTimes times) {
    return new CriticalPath(times).walk();
  }

  private List<Step> walk() {
    int last = PlacedJob.NONE;
    long lastPs = 0;
    for (int op = 0; op < schedule.size(); op++) {
      long donePs = times.donePs(op);
      if (donePs == OperationTimes.NOT_YET) {
        return List.of();
      }
      if (last == PlacedJob.NONE || donePs > lastPs) {
        last = op;
        lastPs = donePs;
      }
    }
    List<Step> path = new ArrayList<>();
    Step step = new Step(last, 0, lastPs, Link.LAST);
    while (step.operation() != PlacedJob.NONE) {
      seen.set(step.operation());
      Step before = before(step);
      path.add(new Step(step.operation(), before.toPs(), step.toPs(), step.link()));
      step = before;
    }
    return path.reversed();
  }

  /**
   * Returns what a step waited for last; without an operation where it began with the experiment.
   */
  private Step before(Step step) {
    int op = step.operation();
    if (step.link() == Link.START) {
      return dependency(op);
    }
    long readyPs = times.readyPs(op);
    if (schedule.kind(op) == OperationKind.RECEIVE && times.donePs(op) > readyPs) {
      return new Step(times.placed().job().partner(op), 0, times.donePs(op), Link.MESSAGE);
    }
    if (schedule.kind(op) == OperationKind.COMPUTE && times.startPs(op) > readyPs) {
      int other = onSameCore(op);
      if (other != PlacedJob.NONE) {
        return new Step(other, 0, times.startPs(op), Link.CORE);
      }
    }
    return dependency(op);
  }

  private Step dependency(int op) {
    Step latest = new Step(PlacedJob.NONE, 0, 0, Link.LAST);
    for (int i = 0; i < schedule.countBefore(op); i++) {
      int before = schedule.before(op, i);
      long happenedPs = times.happenedPs(before);
      if (latest.operation() == PlacedJob.NONE || happenedPs > latest.toPs()) {
        latest =
            new Step(
                before < 0 ? ~before : before, 0, happenedPs, before < 0 ? Link.START : Link.END);
      }
    }
    return latest;
  }

  /** The computation that left the core when this one got it. */
  private int onSameCore(int op) {
    int rank = schedule.rank(op);
    long key = ((long) rank << Integer.SIZE) | schedule.core(op);
    List<Integer> sorted = byCore.computeIfAbsent(key, _ -> computations(rank, schedule.core(op)));
    long startPs = times.startPs(op);
    int low = 0;
    int high = sorted.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times.donePs(sorted.get(middle)) < startPs) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (int i = low; i < sorted.size() && times.donePs(sorted.get(i)) == startPs; i++) {
      if (!seen.get(sorted.get(i))) {
        return sorted.get(i);
      }
    }
    return PlacedJob.NONE;
  }

  private List<Integer> computations(int rank, int core) {
    List<Integer> found = new ArrayList<>();
    for (int op = schedule.first(rank); op < schedule.first(rank + 1); op++) {
      if (schedule.kind(op) == OperationKind.COMPUTE && schedule.core(op) == core) {
        found.add(op);
      }
    }
    found.sort(Comparator.comparingLong(times::donePs));
    return found;
  }

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
      return IntStream.range(0, count)
          .mapToObj(which ->
              new CollectiveTimes(
                  start[which] == Long.MAX_VALUE ? OperationTimes.NOT_YET : start[which],
                  entered[which],
                  finish[which]))
          .toList();
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
}
