package io.smartt.emulation.workload.goal;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.workload.goal.Operation.Kind.Receive;
import io.smartt.emulation.workload.goal.Operation.Kind.Send;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which receive gets which send: those of one pair of ranks and one tag in the order of the text,
 * as messages of MPI between two ranks do not overtake each other.
 */
final class Matching {
  private record Key(int from, int to, long tag) {}

  private final Map<Operation, Operation> receiveOf = new HashMap<>();

  private Matching() {}

  /** Matches all; refuses what is left over, and receives without room for their message. */
  static Matching of(String file, List<List<Operation>> ranks) {
    Matching matching = new Matching();
    Map<Key, Deque<Operation>> sends = new HashMap<>();
    for (List<Operation> rank : ranks) {
      for (Operation operation : rank) {
        if (operation.kind() instanceof Send(_, int peer, long tag)) {
          sends
              .computeIfAbsent(new Key(operation.rank(), peer, tag), _ -> new ArrayDeque<>())
              .add(operation);
        }
      }
    }
    for (List<Operation> rank : ranks) {
      for (Operation operation : rank) {
        if (operation.kind() instanceof Receive receive) {
          matching.match(file, operation, receive, sends);
        }
      }
    }
    for (Deque<Operation> left : sends.values()) {
      if (!left.isEmpty()) {
        throw new UserInputException(file + ": no recv for " + left.getFirst());
      }
    }
    return matching;
  }

  private void match(
      String file, Operation operation, Receive receive, Map<Key, Deque<Operation>> sends) {
    Deque<Operation> waiting =
        sends.getOrDefault(
            new Key(receive.peer(), operation.rank(), receive.tag()), new ArrayDeque<>());
    if (waiting.isEmpty()) {
      throw new UserInputException(file + ": no send for " + operation);
    }
    Operation send = waiting.remove();
    long bytes = ((Send) send.kind()).bytes();
    if (receive.bytes() < bytes) {
      throw new UserInputException(
          file + ": " + operation + " has room for " + receive.bytes() + "b, but gets " + send);
    }
    receiveOf.put(send, operation);
  }

  /** The receive that gets a send. */
  Operation receiveOf(Operation send) {
    Operation receive = receiveOf.get(send);
    if (receive == null) {
      throw new IllegalArgumentException(send.toString());
    }
    return receive;
  }
}
