package io.smartt.emulation.workload.goal;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.workload.Flow;
import io.smartt.emulation.workload.Trigger;
import io.smartt.emulation.workload.Work;
import io.smartt.emulation.workload.Workload;
import io.smartt.emulation.workload.goal.Operation.Kind.Compute;
import io.smartt.emulation.workload.goal.Operation.Kind.Receive;
import io.smartt.emulation.workload.goal.Operation.Kind.Send;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A schedule as flows and triggers: each send is a flow, in the order of ranks and lines. An
 * operation has a trigger that opens when it is done and, unless it starts with the experiment, one
 * that opens when it starts. All triggers of a rank are of its host, so hosts stay apart ({@link
 * io.smartt.emulation.workload.HostGroups}).
 */
public final class GoalWorkload {
  private static final long PS_PER_NS = 1_000;

  private final List<Operation> all;
  private final Matching matching;

  /** Operations that start with the experiment. */
  private final Set<Operation> first = new HashSet<>();

  private final Map<Operation, Integer> startIds = new HashMap<>();
  private final Map<Operation, Integer> doneIds = new HashMap<>();
  private final Map<Integer, List<Integer>> then = new HashMap<>();
  private int lastId;

  private GoalWorkload(String file, List<List<Operation>> ranks) {
    all = ranks.stream().flatMap(List::stream).toList();
    matching = Matching.of(file, ranks);
    for (Operation operation : DeadlockCheck.order(file, ranks, matching)) {
      if (operation.requires().isEmpty() && first.containsAll(operation.requiresStarted())) {
        first.add(operation);
      }
    }
  }

  /**
   * The workload of a schedule's text, rank i on host i.
   *
   * @param hosts of the network, at least as many as ranks
   * @throws UserInputException if the text is no schedule, or one that could not run to its end
   */
  public static Workload parse(String file, String text, int hosts) {
    List<List<Operation>> ranks = GoalReader.read(file, text);
    if (ranks.size() > hosts) {
      throw new UserInputException(
          file + ": num_ranks is " + ranks.size() + ", but the network has " + hosts + " hosts");
    }
    return new GoalWorkload(file, ranks).workload(file, hosts);
  }

  private Workload workload(String file, int hosts) {
    for (Operation operation : all) {
      if (!first.contains(operation)) {
        startIds.put(operation, ++lastId);
      }
      doneIds.put(operation, ++lastId);
    }
    all.forEach(this::chain);
    List<Flow> flows = new ArrayList<>();
    List<Trigger> triggers = new ArrayList<>();
    for (Operation operation : all) {
      Optional<Integer> start = Optional.ofNullable(startIds.get(operation));
      start.ifPresent(id -> triggers.add(barrier(id, activations(operation), Optional.empty())));
      triggers.add(done(operation, start.isPresent() ? 1 : 0));
      if (operation.kind() instanceof Send send && !isToItself(operation)) {
        flows.add(flow(flows.size() + 1, operation, send, start));
      }
    }
    if (flows.isEmpty()) {
      throw new UserInputException(file + ": no rank sends anything to another");
    }
    return new Workload(file, hosts, flows, triggers, List.of());
  }

  private static boolean isToItself(Operation operation) {
    return operation.kind() instanceof Send send && send.peer() == operation.rank();
  }

  private int activations(Operation operation) {
    return operation.requires().size()
        + (int) operation.requiresStarted().stream().filter(one -> !first.contains(one)).count();
  }

  private Trigger barrier(int id, int count, Optional<Work> work) {
    return new Trigger(id, Trigger.Kind.BARRIER, count, work, then.getOrDefault(id, List.of()));
  }

  /**
   * The trigger of an operation's end.
   *
   * @param started activations by its own start
   */
  private Trigger done(Operation operation, int started) {
    int id = doneId(operation);
    return switch (operation.kind()) {
      case Compute(long ns, int core) ->
          barrier(id, started, Optional.of(new Work(operation.rank(), core, ns * PS_PER_NS)));
      case Receive _ -> barrier(id, started + 1, Optional.empty());
      case Send _ when isToItself(operation) ->
          barrier(id, started, Optional.of(new Work(operation.rank(), 0, 0)));
      case Send _ -> barrier(id, 1, Optional.empty());
    };
  }

  /** What opens what: an operation's start that of those that wait for it, and so its end. */
  private void chain(Operation operation) {
    int done = doneId(operation);
    Integer start = startIds.get(operation);
    if (start != null) {
      operation.requires().forEach(before -> follow(doneId(before), start));
      operation.requiresStarted().stream()
          .filter(before -> !first.contains(before))
          .forEach(before -> follow(Objects.requireNonNull(startIds.get(before)), start));
      if (!(operation.kind() instanceof Send) || isToItself(operation)) {
        follow(start, done);
      }
    }
    if (isToItself(operation)) {
      follow(done, doneId(matching.receiveOf(operation)));
    }
  }

  private int doneId(Operation operation) {
    return Objects.requireNonNull(doneIds.get(operation));
  }

  private void follow(int trigger, int next) {
    then.computeIfAbsent(trigger, _ -> new ArrayList<>()).add(next);
  }

  private Flow flow(int id, Operation operation, Send send, Optional<Integer> start) {
    // A message without a byte is a packet all the same; the smallest that there is has one.
    Flow flow = Flow.at(id, operation.rank(), send.peer(), Math.max(1, send.bytes()), 0);
    Flow started = start.isPresent() ? flow.startedBy(start.get()) : flow;
    return started.whenSent(doneId(operation)).whenReceived(doneId(matching.receiveOf(operation)));
  }
}
