package io.smartt.emulation.workload.goal;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.workload.goal.Operation.Kind.Receive;
import io.smartt.emulation.workload.goal.Operation.Kind.Send;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Walks a schedule without time. Refuses one in which operations wait for ever, and says which rank
 * waits for what.
 */
final class DeadlockCheck {
  private static final int MOST_NAMED = 4;

  private static final class State {
    private int beforeStart;
    private boolean started;
    private int beforeDone = 1;
    private boolean done;
    private final List<Operation> whenStarted = new ArrayList<>(0);
    private final List<Operation> whenDone = new ArrayList<>(1);
  }

  private final String file;
  private final Matching matching;
  private final Map<Operation, State> states = new HashMap<>();
  private final Deque<Operation> starting = new ArrayDeque<>();
  private final List<Operation> order = new ArrayList<>();

  private DeadlockCheck(String file, Matching matching) {
    this.file = file;
    this.matching = matching;
  }

  /** The operations in an order in which they can start. */
  static List<Operation> order(String file, List<List<Operation>> ranks, Matching matching) {
    return new DeadlockCheck(file, matching).walk(ranks.stream().flatMap(List::stream).toList());
  }

  private List<Operation> walk(List<Operation> all) {
    all.forEach(operation -> states.put(operation, new State()));
    for (Operation operation : all) {
      State state = state(operation);
      state.beforeStart = operation.requires().size() + operation.requiresStarted().size();
      state.beforeDone = operation.kind() instanceof Receive ? 2 : 1;
      operation.requires().forEach(before -> state(before).whenDone.add(operation));
      operation.requiresStarted().forEach(before -> state(before).whenStarted.add(operation));
    }
    all.stream().filter(one -> state(one).beforeStart == 0).forEach(starting::add);
    while (!starting.isEmpty()) {
      start(starting.remove());
    }
    if (order.size() < all.size() || all.stream().anyMatch(one -> !state(one).done)) {
      throw new UserInputException(file + ": " + whatWaits(all));
    }
    return order;
  }

  private State state(Operation operation) {
    State state = states.get(operation);
    if (state == null) {
      throw new IllegalArgumentException(operation.toString());
    }
    return state;
  }

  private void start(Operation operation) {
    State state = state(operation);
    state.started = true;
    order.add(operation);
    state.whenStarted.forEach(this::oneLessToStart);
    oneLessToEnd(operation);
    if (operation.kind() instanceof Send) {
      oneLessToEnd(matching.receiveOf(operation));
    }
  }

  private void oneLessToStart(Operation operation) {
    if (--state(operation).beforeStart == 0) {
      starting.add(operation);
    }
  }

  private void oneLessToEnd(Operation operation) {
    State state = state(operation);
    if (--state.beforeDone == 0) {
      state.done = true;
      state.whenDone.forEach(this::oneLessToStart);
    }
  }

  private String whatWaits(List<Operation> all) {
    Map<Operation, Operation> sendOf = new HashMap<>();
    all.stream()
        .filter(one -> one.kind() instanceof Send)
        .forEach(send -> sendOf.put(matching.receiveOf(send), send));
    List<Operation> receiving =
        all.stream().filter(one -> state(one).started && !state(one).done).toList();
    if (receiving.isEmpty()) {
      return "operations wait for each other: "
          + cycle(all.stream().filter(one -> !state(one).started).findFirst().orElseThrow());
    }
    String named =
        receiving.stream()
            .limit(MOST_NAMED)
            .map(one -> one + " waits for " + sendOf.get(one) + ", which never starts")
            .collect(Collectors.joining("; "));
    int more = receiving.size() - MOST_NAMED;
    return "deadlock: " + named + (more > 0 ? "; and " + more + " more" : "");
  }

  /** From an operation to one that it waits for, until one comes again. */
  private String cycle(Operation from) {
    Set<Operation> seen = new LinkedHashSet<>();
    Operation at = from;
    while (seen.add(at)) {
      at = waitsFor(at);
    }
    List<Operation> path = new ArrayList<>(seen);
    return path.subList(path.indexOf(at), path.size()).stream()
        .limit(MOST_NAMED)
        .map(Operation::toString)
        .collect(Collectors.joining(" -> "));
  }

  private Operation waitsFor(Operation operation) {
    return operation.requires().stream()
        .filter(before -> !state(before).done)
        .findFirst()
        .or(() ->
            operation.requiresStarted().stream()
                .filter(before -> !state(before).started)
                .findFirst())
        .orElseThrow();
  }
}
