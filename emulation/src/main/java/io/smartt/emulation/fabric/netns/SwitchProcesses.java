package io.smartt.emulation.fabric.netns;

import io.grpc.Channel;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.SwitchCounters;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.PacketSizes;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The switches of a {@link NamespaceNetwork} as a process each, inside the switches' namespace. One
 * that ends is started again. Ports of servers are the same in every network, since each has its
 * own loopback interface.
 */
public final class SwitchProcesses implements FabricSwitches {
  private static final int P4RUNTIME_PORTS = 9559;
  private static final long START_S = 60;
  private static final long LOOK_MS = 50;
  private static final int MOST_RESTARTS = 5;
  private static final int LAST_LINES = 5;

  private final NamespaceNetwork network;
  private final Topology topology;
  private final SwitchBinary binary;
  private final NamespaceGrpc grpc;
  private final Path logs;
  private final Map<Switch, Process> processes = new HashMap<>();
  private final Map<Switch, Channel> channels = new HashMap<>();
  private int restarts;

  private SwitchProcesses(NamespaceNetwork network, Topology topology, SwitchBinary binary) {
    this.network = network;
    this.topology = topology;
    this.binary = binary;
    grpc = new NamespaceGrpc(network.switches());
    try {
      logs = Files.createTempDirectory("smartt-switches");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts them, without a program.
   *
   * @throws RunFailedException naming the one that does not start, with what it said last
   */
  private static SwitchProcesses start(
      NamespaceNetwork network, Topology topology, SwitchBinary binary) {
    SwitchProcesses started = new SwitchProcesses(network, topology, binary);
    try {
      topology.switches().forEach(started::start);
      topology.switches().forEach(started::prepare);
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /**
   * {@code smartt switch} for each.
   *
   * @param queues of a port, lowest priority first
   * @param loss share of packets that every link loses
   */
  public static SwitchProcesses embedded(
      NamespaceNetwork network,
      Topology topology,
      Function<Adjacency, List<QueueConfig>> queues,
      double loss) {
    return start(network, topology, new EmbeddedBinary(network, topology, queues, loss));
  }

  /**
   * BMv2's {@code simple_switch_grpc} for each.
   *
   * @param queues of a port, lowest priority first
   * @param packets what a packet of the data queue and one of the others has, since rates are in
   *     packets
   */
  public static SwitchProcesses bmv2(
      NamespaceNetwork network,
      Topology topology,
      Function<Adjacency, List<QueueConfig>> queues,
      PacketSizes packets) {
    return start(network, topology, new Bmv2Binary(network, topology, queues, packets));
  }

  private void start(Switch sw) {
    List<String> interfaces =
        topology.adjacencies(sw).stream()
            .map(adjacency ->
                adjacency.port()
                    + "@"
                    + NamespaceNetwork.interfaceName(new Port(sw, adjacency.port())))
            .toList();
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", network.prefix() + "sw"));
    command.addAll(binary.command(sw, interfaces, p4RuntimePort(sw)));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log(sw).toFile())
              .start();
      processes.put(sw, process);
    } catch (IOException e) {
      throw new RunFailedException("switch " + sw.name() + " does not start: " + e, e);
    }
  }

  private static int p4RuntimePort(Switch sw) {
    return P4RUNTIME_PORTS + sw.id();
  }

  private Path log(Switch sw) {
    return logs.resolve(sw.name() + ".log");
  }

  /** Waits until a switch answers and has what is not P4Runtime's to set. */
  private void prepare(Switch sw) {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_S);
    while (true) {
      try {
        binary.prepare(sw);
        return;
      } catch (RuntimeException e) {
        if (!process(sw).isAlive() || System.nanoTime() - endNs > 0) {
          throw new RunFailedException(
              "switch %s does not come up: %s; it said: %s"
                  .formatted(sw.name(), e.getMessage(), lastLines(sw)),
              e);
        }
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunFailedException("interrupted while switches came up", e);
    }
  }

  private Process process(Switch sw) {
    Process process = processes.get(sw);
    if (process == null) {
      throw new IllegalStateException("switch " + sw.name() + " was not started");
    }
    return process;
  }

  private String lastLines(Switch sw) {
    try {
      List<String> lines = Files.readAllLines(log(sw));
      return String.join(
          " | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    } catch (IOException e) {
      return "nothing that can be read";
    }
  }

  /** To a switch's P4Runtime server; it connects again where the switch was started again. */
  public Channel channel(Switch sw) {
    return channels.computeIfAbsent(sw, key -> grpc.channel(p4RuntimePort(key)));
  }

  @Override
  public List<Switch> restarted() {
    List<Switch> ended = topology.switches().stream().filter(sw -> !process(sw).isAlive()).toList();
    for (Switch sw : ended) {
      if (++restarts > MOST_RESTARTS) {
        throw new RunFailedException(
            "switches ended %d times, last %s with status %d; it said: %s"
                .formatted(restarts, sw.name(), process(sw).exitValue(), lastLines(sw)));
      }
      start(sw);
    }
    ended.forEach(this::prepare);
    return ended;
  }

  @Override
  public void setUp(Link link, boolean up) {
    binary.setUp(link, up);
  }

  @Override
  public List<QueueStatus> queues(Switch sw, int port) {
    return binary.queues(sw, port);
  }

  @Override
  public SwitchCounters counters(Switch sw) {
    return binary.counters(sw);
  }

  @Override
  public long lostOnWires() {
    return binary.lostOnWires();
  }

  @Override
  public long meanLatenessPs() {
    return binary.meanLatenessPs();
  }

  @Override
  public void close() {
    // What a switch would tidy up goes with its namespace.
    processes.values().forEach(Process::destroyForcibly);
    processes.values().forEach(SwitchProcesses::await);
    binary.close();
    grpc.close();
    try (var files = Files.list(logs)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(logs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(Process process) {
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
