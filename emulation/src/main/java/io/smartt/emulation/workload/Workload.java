package io.smartt.emulation.workload;

import io.smartt.emulation.input.UserInputException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Flows, the triggers that chain them, and links that are down.
 *
 * @param name as the user named it: {@code incast:15x4MiB}, or a file's name
 * @param hosts how many hosts it is for
 * @param flows in order; their place in this list is the flow's index
 * @param triggers in order
 * @param failures links that are down
 */
public record Workload(
    String name, int hosts, List<Flow> flows, List<Trigger> triggers, List<Failure> failures) {

  /** With copies of the lists. Refuses what could not run to its end. */
  public Workload {
    flows = List.copyOf(flows);
    triggers = List.copyOf(triggers);
    failures = List.copyOf(failures);
    if (flows.isEmpty()) {
      throw new UserInputException(name + ": no flows");
    }
    Set<Integer> ids = new HashSet<>();
    for (Flow flow : flows) {
      check(name, hosts, flow);
      if (!ids.add(flow.id())) {
        throw new UserInputException(name + ": two flows have id " + flow.id());
      }
    }
  }

  /** Without triggers and failures. */
  public Workload(String name, int hosts, List<Flow> flows) {
    this(name, hosts, flows, List.of(), List.of());
  }

  private static void check(String name, int hosts, Flow flow) {
    if (flow.src() < 0 || flow.src() >= hosts || flow.dst() < 0 || flow.dst() >= hosts) {
      throw new UserInputException(
          name
              + ": flow "
              + flow.src()
              + "->"
              + flow.dst()
              + " leaves the range of hosts, 0 to "
              + (hosts - 1));
    }
    if (flow.src() == flow.dst()) {
      throw new UserInputException(
          name + ": flow " + flow.src() + "->" + flow.dst() + " goes to its own sender");
    }
    if (flow.bytes() <= 0) {
      throw new UserInputException(
          name + ": flow " + flow.src() + "->" + flow.dst() + " has size " + flow.bytes());
    }
  }

  /** Payload of all flows together. */
  public long totalBytes() {
    return flows.stream().mapToLong(Flow::bytes).sum();
  }
}
