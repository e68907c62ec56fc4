package io.smartt.view.gnmi;

import module java.base;

import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.TopologyView;
import io.smartt.p4.pipeline.PacketByteCount;

/**
 * A switch and what it has counted.
 *
 * @param name in the network
 * @param trims whether its queues of data trim what they have no room for
 * @param ports those that have queues, by number
 */
record CountedSwitch(String name, boolean trims, List<CountedPort> ports) {
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
        .switches()
        .arrivals()
        .forEach(port -> arrived.put(end(port.switchName(), port.port()), port.received()));
    Map<String, CountedSwitch> switches = new TreeMap<>();
    boolean trims = !result.identity().transport().trimming().equals("off");
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
      switches.put(name, new CountedSwitch(name, trims, counted));
    });
    return switches;
  }

  /**
   * Returns whether links are up, by their ends. Of a link that fails at some time of the run that
   * is not known from the drawing, and an event names it in words only.
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

  /**
   * A port of a switch and what its queues have counted.
   *
   * @param number as P4 sees it, from 1 on
   * @param peer who is at the other end of its cable; empty without one
   * @param up whether its link carries packets; empty if that is not known
   * @param received what arrived; empty if the fabric does not count that
   */
  record CountedPort(
      int number,
      Optional<String> peer,
      Optional<Boolean> up,
      List<QueueRecord> queues,
      Optional<PacketByteCount> received) {
    /** Lanes of a port, by whose first SONiC names it. */
    private static final int LANES = 4;

    /**
     * Returns the name as SONiC names the ports of a switch with four lanes each: {@code
     * Ethernet0}, {@code Ethernet4} (sonic-buildimage,
     * device/virtual/x86_64-kvm_x86_64-r0/Force10-S6000/port_config.ini).
     */
    String name() {
      return "Ethernet" + (number - 1) * LANES;
    }

    /**
     * Returns the queue of control, which takes what was cut: the highest, as {@link
     * io.smartt.controller.forwarding.FabricModel.DscpPlan#controlQueue} numbers it.
     */
    QueueRecord controlQueue() {
      return queues.getLast();
    }

    /** Returns whether somebody counts what its queues send and drop. */
    boolean countsQueues() {
      return queues.stream().noneMatch(queue -> queue.counters().countedBy() == CountedBy.PROGRAM);
    }

    /** The sum of a counter over the queues. */
    long sum(ToLongFunction<QueueCounters> counter) {
      return queues.stream().map(QueueRecord::counters).mapToLong(counter).sum();
    }
  }
}
