package io.smartt.softswitch.backend;

import module java.base;

import io.smartt.base.counters.QueueCounters;
import io.smartt.softswitch.QueueConfig;

/**
 * A running switch as far as P4Runtime does not reach it: rates, wires and queues of its ports, and
 * its counters. Switches in this process, switches with a control service and BMv2 implement it.
 */
public interface SwitchBackend extends AutoCloseable {
  /**
   * Sets rates, wires and queues of ports, by number.
   *
   * @throws RuntimeException if the switch does not answer or refuses
   */
  void setUp(Map<Integer, PortSetup> ports);

  /**
   * Sets the rate of a port and what its cable does to packets, while traffic runs.
   *
   * @param rateBps bits per second; 0: no limit
   * @throws io.smartt.base.input.UserInputException on a switch that has no wires
   */
  void setLink(int port, long rateBps, Wire wire);

  /**
   * Refuses a link's other rate, loss or delay where ports cannot have them while traffic runs.
   *
   * @throws io.smartt.base.input.UserInputException saying what it cannot
   */
  default void requireLinkChanges() {}

  /** Returns the rates of ports in bits a second, by number; empty on a switch without them. */
  Map<Integer, Long> rates();

  /** Returns the queues at one moment, by port and number; empty on a switch without them. */
  List<QueueStatus> queues();

  /** Returns a snapshot of the counters. */
  SwitchCounts counts();

  /** Resets the counters. */
  void clearCounters();

  /** Returns how late it was since it began; nothing if it does not measure that. */
  SwitchLateness lateness();

  /**
   * Returns the ports whose interface is down or has no carrier, by number; empty on a switch that
   * does not say.
   */
  default Set<Integer> portsDown() {
    return Set.of();
  }

  /**
   * Returns the frames that the kernel has refused to send since the switch began, by port and its
   * reason in words; empty on a switch that does not say.
   */
  default Map<Integer, Map<String, Long>> refused() {
    return Map.of();
  }

  /** Returns the first rate or capacity that is not as planned; wires cannot be read. */
  default Optional<String> difference(Map<Integer, PortSetup> planned) {
    Map<Integer, Long> rates = rates();
    for (Map.Entry<Integer, PortSetup> port : planned.entrySet()) {
      Long rate = rates.get(port.getKey());
      if (rate == null) {
        return Optional.of("has no port " + port.getKey());
      }
      if (rate != port.getValue().rateBps()) {
        return Optional.of("port " + port.getKey() + " has another rate");
      }
    }
    return queues().stream()
        .filter(queue -> !isAsPlanned(queue, planned))
        .findFirst()
        .map(
            queue -> "queue %d of port %d has another size".formatted(queue.queue(), queue.port()));
  }

  private static boolean isAsPlanned(QueueStatus queue, Map<Integer, PortSetup> planned) {
    PortSetup port = planned.get(queue.port());
    if (port == null || queue.queue() >= port.queues().size()) {
      return true;
    }
    QueueConfig config = port.queues().get(queue.queue());
    return queue.config().capacityPackets() == config.capacityPackets()
        && queue.config().capacityBytes() == config.capacityBytes();
  }

  /** Ends the connection, or the switch where it runs in this process. */
  @Override
  void close();

  /**
   * The settings of a switch port.
   *
   * @param rateBps bits a second; 0: no limit
   * @param wire the cable at the port
   * @param queues lowest priority first
   */
  record PortSetup(long rateBps, Wire wire, List<QueueConfig> queues) {
    /** Copies. */
    public PortSetup {
      queues = List.copyOf(queues);
    }
  }

  /**
   * One queue at one moment.
   *
   * @param queue 0 is the lowest priority
   */
  record QueueStatus(
      int port,
      int queue,
      QueueConfig config,
      int depthPackets,
      long depthBytes,
      QueueCounters counters) {}
}
