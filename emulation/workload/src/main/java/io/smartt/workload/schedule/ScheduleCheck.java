package io.smartt.workload.schedule;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.schedule.Schedule.OperationKind;

/**
 * Walks a schedule without time. Refuses one in which operations wait for ever, and says which rank
 * waits for what.
 */
public final class ScheduleCheck {
  private static final int MOST_NAMED = 8;
  private static final byte RECEIVE_LEFT = 2;

  private final Schedule schedule;
  private final Matching matching;
  private final Dependents dependents;
  private final int[] missing;
  private final byte[] leftToDo;
  private final int[] starting;
  private int started;
  private int found;

  private ScheduleCheck(Schedule schedule, Matching matching, Dependents dependents) {
    this.schedule = schedule;
    this.matching = matching;
    this.dependents = dependents;
    missing = new int[schedule.size()];
    leftToDo = new byte[schedule.size()];
    starting = new int[schedule.size()];
  }

  /**
   * Refuses a schedule that could not run to its end.
   *
   * @return the operations in an order in which they can start
   * @throws UserInputException naming the circle of operations that wait for each other
   */
  public static int[] order(
      String file, Schedule schedule, Matching matching, Dependents dependents) {
    ScheduleCheck check = new ScheduleCheck(schedule, matching, dependents);
    check.walk();
    for (int op = 0; op < schedule.size(); op++) {
      if (check.leftToDo[op] > 0) {
        throw new UserInputException(file + ": " + check.whatWaits(op));
      }
    }
    return check.starting;
  }

  private void walk() {
    for (int op = 0; op < schedule.size(); op++) {
      missing[op] = schedule.countBefore(op);
      leftToDo[op] = schedule.kind(op) == OperationKind.RECEIVE ? RECEIVE_LEFT : 1;
      if (missing[op] == 0) {
        starting[found++] = op;
      }
    }
    while (started < found) {
      int op = starting[started++];
      dependents.forEachOfStart(op, this::oneLessToStart);
      oneLessToEnd(op);
      if (schedule.kind(op) == OperationKind.SEND) {
        oneLessToEnd(matching.partner(op));
      }
    }
  }

  private void oneLessToStart(int op) {
    if (--missing[op] == 0) {
      starting[found++] = op;
    }
  }

  private void oneLessToEnd(int op) {
    if (--leftToDo[op] == 0) {
      dependents.forEachOfEnd(op, this::oneLessToStart);
    }
  }

  /** Says the way from an operation to one that it waits for, until one comes again: a circle. */
  private String whatWaits(int from) {
    Set<Integer> seen = new LinkedHashSet<>();
    int at = from;
    while (seen.add(at)) {
      at = waitsFor(at);
    }
    List<Integer> path = new ArrayList<>(seen);
    List<Integer> circle = path.subList(path.indexOf(at), path.size());
    List<Integer> receiving = circle.stream().filter(this::isPosted).toList();
    if (receiving.isEmpty()) {
      return "operations wait for each other in a circle: "
          + joined(circle.stream().map(schedule::named).toList(), " -> ")
          + " -> the first";
    }
    int others = waitingReceives() - receiving.size();
    return "deadlock: "
        + joined(
            receiving.stream()
                .map(one ->
                    schedule.named(one)
                        + " waits for "
                        + schedule.named(matching.partner(one))
                        + ", which never starts")
                .toList(),
            "; ")
        + (others > 0 ? "; and " + others + " more that wait for these" : "");
  }

  private static String joined(List<String> named, String between) {
    int more = named.size() - MOST_NAMED;
    return named.stream().limit(MOST_NAMED).collect(Collectors.joining(between))
        + (more > 0 ? between + more + " more" : "");
  }

  private boolean isPosted(int op) {
    return schedule.kind(op) == OperationKind.RECEIVE && missing[op] == 0;
  }

  private int waitingReceives() {
    int count = 0;
    for (int op = 0; op < schedule.size(); op++) {
      if (leftToDo[op] > 0 && isPosted(op)) {
        count++;
      }
    }
    return count;
  }

  private int waitsFor(int op) {
    if (missing[op] == 0) {
      return matching.partner(op);
    }
    for (int i = 0; i < schedule.countBefore(op); i++) {
      int before = schedule.before(op, i);
      if (before >= 0 ? leftToDo[before] > 0 : missing[~before] > 0) {
        return before >= 0 ? before : ~before;
      }
    }
    throw new IllegalStateException(schedule.named(op));
  }
}
