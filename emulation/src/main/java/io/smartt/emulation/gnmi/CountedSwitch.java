package io.smartt.emulation.gnmi;

import io.smartt.emulation.counters.QueueRecord;
import io.smartt.emulation.report.RunEvent;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.report.TopologyView;
import io.smartt.p4.pipeline.PacketByteCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A switch and what it has counted.
 *
 * @param name in the network
 * @param ports those that have queues, by number
 */
record CountedSwitch(String name, List<CountedPort> ports) {
  CountedSwitch {
    ports = List.copyOf(ports);
  }

  /** The switches of a run, by name. */
  static Map<String, CountedSwitch> of(RunResult result) {
    Map<String, Map<Integer, List<QueueRecord>>> queues = new TreeMap<>();
    for (QueueRecord queue : result.queues()) {
      if (queue.port() > 0) {
        queues
            .computeIfAbsent(queue.switchName(), _ -> new TreeMap<>())
            .computeIfAbsent(queue.port(), _ -> new ArrayList<>())
            .add(queue);
      }
    }
    TopologyView.Peers peers = result.topology().peers();
    Map<String, Optional<Boolean>> states = states(result);
    Map<String, PacketByteCount> arrived = new HashMap<>();
    result
        .arrivals()
        .forEach(port -> arrived.put(end(port.switchName(), port.port()), port.received()));
    Map<String, CountedSwitch> switches = new TreeMap<>();
    queues.forEach((name, ports) -> {
      List<CountedPort> counted = new ArrayList<>();
      ports.forEach((number, its) ->
          counted.add(
              new CountedPort(
                  number,
                  peers.of(name, number),
                  states.getOrDefault(end(name, number), Optional.empty()),
                  its.stream().sorted(Comparator.comparingInt(QueueRecord::queue)).toList(),
                  Optional.ofNullable(arrived.get(end(name, number))))));
      switches.put(name, new CountedSwitch(name, counted));
    });
    return switches;
  }

  /**
   * Whether links are up, by their ends. Of a link that fails at some time of the run that is not
   * known from the drawing, and an event names it in words only.
   */
  private static Map<String, Optional<Boolean>> states(RunResult result) {
    boolean changed =
        result.history().events().stream()
            .map(RunEvent::kind)
            .anyMatch(kind -> kind == RunEvent.Kind.LINK_DOWN || kind == RunEvent.Kind.LINK_UP);
    Map<String, Optional<Boolean>> states = new TreeMap<>();
    for (TopologyView.Link link : result.topology().links()) {
      Optional<Boolean> up =
          switch (link.condition()) {
            case UP -> changed ? Optional.empty() : Optional.of(true);
            case DOWN -> Optional.of(false);
            case FAILED -> Optional.empty();
          };
      states.put(end(link.a(), link.aPort()), up);
      states.put(end(link.b(), link.bPort()), up);
    }
    return states;
  }

  private static String end(String node, int port) {
    return node + " " + port;
  }
}
