package io.smartt.emulation.fabric.netns;

import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.SwitchCounters;
import io.smartt.emulation.softswitch.ctl.RemoteSwitch;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.softswitch.standalone.Wire;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code smartt switch} of this build, with its control service at its P4Runtime server. */
final class EmbeddedBinary implements SwitchBinary {
  private static final String MAIN = "io.smartt.emulation.cli.Smartt";

  private final Topology topology;
  private final Function<Adjacency, List<QueueConfig>> queues;
  private final double loss;
  private final NamespaceGrpc grpc;
  private final Map<Switch, RemoteSwitch> controls = new HashMap<>();
  private final Map<Switch, Integer> ports = new HashMap<>();
  private final Map<Port, Wire> wires = new HashMap<>();

  /** Of a network whose ports have such queues and whose links lose such a share of packets. */
  EmbeddedBinary(
      NamespaceNetwork network,
      Topology topology,
      Function<Adjacency, List<QueueConfig>> queues,
      double loss) {
    this.topology = topology;
    this.queues = queues;
    this.loss = loss;
    grpc = new NamespaceGrpc(network.switches());
  }

  @Override
  public List<String> command(Switch sw, List<String> interfaces, int p4RuntimePort) {
    ports.put(sw, p4RuntimePort);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(option ->
                Stream.of("-XX:", "--enable-native", "-Dio.netty").anyMatch(option::startsWith))
            .toList());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN, "switch"));
    interfaces.forEach(name -> command.addAll(List.of("-i", name)));
    command.addAll(
        List.of(
            "--no-p4",
            "--device-id",
            String.valueOf(sw.id()),
            "--priority-queues",
            String.valueOf(queueCount(sw)),
            "--grpc-server-addr",
            "127.0.0.1:" + p4RuntimePort));
    return command;
  }

  private int queueCount(Switch sw) {
    List<Adjacency> all = topology.adjacencies(sw);
    return all.isEmpty() ? 1 : queues.apply(all.getFirst()).size();
  }

  private RemoteSwitch control(Switch sw) {
    return controls.computeIfAbsent(
        sw, key -> new RemoteSwitch(key.name(), grpc.channel(ports.getOrDefault(key, 0))));
  }

  @Override
  public void prepare(Switch sw) {
    RemoteSwitch control = control(sw);
    for (Adjacency adjacency : topology.adjacencies(sw)) {
      int port = adjacency.port();
      control.setUp(
          port,
          adjacency.link().rateBps(),
          wires.computeIfAbsent(new Port(sw, port), end -> Wire.of(topology, sw, adjacency, loss)),
          queues.apply(adjacency));
    }
  }

  @Override
  public void setUp(Link link, boolean up) {
    for (Port end : List.of(link.a(), link.b())) {
      Wire wire = wires.get(end);
      if (wire != null && end.node() instanceof Switch sw) {
        wires.put(end, wire.withUp(up));
        control(sw).setWire(end.number(), wire.withUp(up));
      }
    }
  }

  @Override
  public List<QueueStatus> queues(Switch sw, int port) {
    return control(sw).queues().stream().filter(queue -> queue.port() == port).toList();
  }

  @Override
  public SwitchCounters counters(Switch sw) {
    return control(sw).counters();
  }

  @Override
  public long lostOnWires() {
    return topology.switches().stream()
        .mapToLong(sw -> control(sw).lostOnWires())
        .sum();
  }

  @Override
  public long meanLatenessPs() {
    return Math.round(
        topology.switches().stream()
            .mapToLong(sw -> control(sw).ports().getMeanLatenessPs())
            .average()
            .orElse(0));
  }

  @Override
  public void close() {
    grpc.close();
  }
}
