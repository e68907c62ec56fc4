package io.smartt.emulation.softswitch.standalone;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.softswitch.DropPort;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * What a switch is started with.
 *
 * @param name for messages
 * @param deviceId P4Runtime device id; unsigned
 * @param cpuPort where packet-in leaves and packet-out arrives; empty: neither is to be had
 * @param dropPort the egress port that drops
 * @param queues of each port, served in strict priority, highest number first
 * @param queuePackets how many packets a queue holds until somebody sets another capacity
 * @param seed of link losses and of the program's {@code random}; empty: another each time
 */
public record StandaloneSettings(
    String name,
    long deviceId,
    OptionalInt cpuPort,
    int dropPort,
    int queues,
    int queuePackets,
    OptionalLong seed) {
  /** The highest port number: v1model's ports have 9 bits. */
  public static final int MAX_PORT = 511;

  /** Capacity of a queue in simple_switch. */
  public static final int DEFAULT_QUEUE_PACKETS = 64;

  /** Spreads device ids over all seeds. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** v1model's priority has 3 bits. */
  public static final int MAX_QUEUES = 8;

  /** Checks the numbers. */
  public StandaloneSettings {
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

  /** As simple_switch_grpc starts without options: device 0, no CPU port, one queue a port. */
  public static StandaloneSettings defaults() {
    return new StandaloneSettings(
        "switch",
        0,
        OptionalInt.empty(),
        DropPort.DEFAULT,
        1,
        DEFAULT_QUEUE_PACKETS,
        OptionalLong.empty());
  }

  /** The same with a CPU port. */
  public StandaloneSettings withCpuPort(int port) {
    return new StandaloneSettings(
        name, deviceId, OptionalInt.of(port), dropPort, queues, queuePackets, seed);
  }

  /** The same with so many queues a port. */
  public StandaloneSettings withQueues(int count) {
    return new StandaloneSettings(name, deviceId, cpuPort, dropPort, count, queuePackets, seed);
  }

  /** The same with another drop port. */
  public StandaloneSettings withDropPort(int port) {
    return new StandaloneSettings(name, deviceId, cpuPort, port, queues, queuePackets, seed);
  }

  /** The same with random numbers of this seed. */
  public StandaloneSettings withSeed(long newSeed) {
    return new StandaloneSettings(
        name, deviceId, cpuPort, dropPort, queues, queuePackets, OptionalLong.of(newSeed));
  }

  /** A source of random numbers for this switch, the same for the same seed and device. */
  SplittableRandom random() {
    return seed.isEmpty()
        ? new SplittableRandom()
        : new SplittableRandom(seed.getAsLong() ^ (deviceId * GOLDEN_GAMMA));
  }
}
