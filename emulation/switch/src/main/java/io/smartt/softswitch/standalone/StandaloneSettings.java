package io.smartt.softswitch.standalone;

import module java.base;

import io.smartt.base.input.UserInputException;

/**
 * The settings that a switch is started with.
 *
 * @param name for messages
 * @param deviceId P4Runtime device id; unsigned
 * @param cpuPort where packet-in leaves and packet-out arrives; empty: there is neither
 * @param dropPort the egress port that drops
 * @param queues of each port, served in strict priority, highest number first
 * @param queuePackets how many packets a queue holds until somebody sets another capacity
 * @param portNames what P4Runtime calls ports in programs that name ports by strings, by number; a
 *     port that is not here is called by its number
 * @param seed of link losses and of the program's {@code random}; empty: another each time
 */
public record StandaloneSettings(
    String name,
    long deviceId,
    OptionalInt cpuPort,
    int dropPort,
    int queues,
    int queuePackets,
    Map<Integer, String> portNames,
    OptionalLong seed) {
  /** The highest port number: v1model's ports have 9 bits. */
  public static final int MAX_PORT = 511;

  /** Capacity of a queue in simple_switch. */
  public static final int DEFAULT_QUEUE_PACKETS = 64;

  /** Spreads device ids over all seeds. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** v1model's priority has 3 bits. */
  public static final int MAX_QUEUES = 8;

  /** Checks the numbers and names. */
  public StandaloneSettings {
    portNames = Map.copyOf(portNames);
    requirePortNames(portNames);
    if (dropPort < 1 || dropPort > MAX_PORT) {
      throw new UserInputException("drop port " + dropPort + " is not one of 1 to " + MAX_PORT);
    }
    if (queues < 1 || queues > MAX_QUEUES) {
      throw new UserInputException(
          queues + " priority queues: a port has 1 to " + MAX_QUEUES + " of them");
    }
    if (cpuPort.isPresent() && (cpuPort.getAsInt() < 1 || cpuPort.getAsInt() > MAX_PORT)) {
      throw new UserInputException(
          "CPU port " + cpuPort.getAsInt() + " is not one of 1 to " + MAX_PORT);
    }
    if (cpuPort.isPresent() && cpuPort.getAsInt() == dropPort) {
      throw new UserInputException(
          "port %d cannot be both CPU port and drop port; choose another drop port"
              .formatted(dropPort));
    }
  }

  private static void requirePortNames(Map<Integer, String> names) {
    Set<String> seen = new HashSet<>();
    names.forEach((number, name) -> {
      if (number < 0 || number > MAX_PORT) {
        throw new UserInputException(
            "port %d, to be called '%s': ports are 0 to %d".formatted(number, name, MAX_PORT));
      }
      if (name.matches("[0-9]+")) {
        throw new UserInputException(
            "port %d cannot be called '%s': numbers are the names of ports without another"
                .formatted(number, name));
      }
      if (!seen.add(name)) {
        throw new UserInputException("two ports are called '%s'".formatted(name));
      }
    });
  }

  /** A source of random numbers for this switch, the same for the same seed and device. */
  SplittableRandom random() {
    return seed.isEmpty()
        ? new SplittableRandom()
        : new SplittableRandom(seed.getAsLong() ^ (deviceId * GOLDEN_GAMMA));
  }
}
