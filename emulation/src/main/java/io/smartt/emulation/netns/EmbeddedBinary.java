package io.smartt.emulation.netns;

import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.QueueCounters;
import io.smartt.emulation.softswitch.SwitchCounters;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.softswitch.standalone.Wire;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.switchctl.v1.Count;
import io.smartt.switchctl.v1.ListPortsRequest;
import io.smartt.switchctl.v1.ListPortsResponse;
import io.smartt.switchctl.v1.Queue;
import io.smartt.switchctl.v1.ReadQueuesRequest;
import io.smartt.switchctl.v1.SetPortRateRequest;
import io.smartt.switchctl.v1.SetPortWireRequest;
import io.smartt.switchctl.v1.SetQueueCapacityRequest;
import io.smartt.switchctl.v1.SwitchControlGrpc;
import io.smartt.switchctl.v1.SwitchControlGrpc.SwitchControlBlockingStub;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** {@code smartt switch} of this build, with its control service at its P4Runtime server. */
final class EmbeddedBinary implements SwitchBinary {
  private static final String MAIN = "io.smartt.emulation.cli.Smartt";
  private static final long DEADLINE_S = 10;

  private final Topology topology;
  private final Function<Adjacency, List<QueueConfig>> queues;
  private final double loss;
  private final NamespaceGrpc grpc;
  private final Map<Switch, SwitchControlBlockingStub> controls = new HashMap<>();
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
            .filter(option -> option.startsWith("-XX:") || option.startsWith("--enable-native"))
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

  private SwitchControlBlockingStub control(Switch sw) {
    return controls
        .computeIfAbsent(
            sw, key -> SwitchControlGrpc.newBlockingStub(grpc.channel(ports.getOrDefault(key, 0))))
        .withDeadlineAfter(DEADLINE_S, TimeUnit.SECONDS);
  }

  @Override
  public void prepare(Switch sw) {
    for (Adjacency adjacency : topology.adjacencies(sw)) {
      int port = adjacency.port();
      control(sw)
          .setPortRate(
              SetPortRateRequest.newBuilder()
                  .addPorts(port)
                  .setRateBps(adjacency.link().rateBps())
                  .build());
      Port end = new Port(sw, port);
      setWire(
          sw,
          end,
          wires.computeIfAbsent(end, key -> RawSwitches.wire(topology, sw, adjacency, loss)));
      List<QueueConfig> configs = queues.apply(adjacency);
      for (int i = 0; i < configs.size(); i++) {
        control(sw).setQueueCapacity(capacity(port, i, configs.get(i)));
      }
    }
  }

  private static SetQueueCapacityRequest capacity(int port, int queue, QueueConfig config) {
    SetQueueCapacityRequest.Builder request =
        SetQueueCapacityRequest.newBuilder().addPorts(port).addQueues(queue);
    if (config.capacityPackets() != QueueConfig.UNLIMITED) {
      request.setPackets(config.capacityPackets());
    }
    if (config.capacityBytes() != QueueConfig.UNLIMITED) {
      request.setBytes(config.capacityBytes());
    }
    return request.build();
  }

  private void setWire(Switch sw, Port end, Wire wire) {
    wires.put(end, wire);
    var _ =
        control(sw)
            .setPortWire(
                SetPortWireRequest.newBuilder()
                    .addPorts(end.number())
                    .setOutPs(wire.outPs())
                    .setInPs(wire.inPs())
                    .setFromHost(wire.fromHost())
                    .setLoss(wire.loss())
                    .setDown(!wire.up())
                    .build());
  }

  @Override
  public void setUp(Link link, boolean up) {
    for (Port end : List.of(link.a(), link.b())) {
      Wire wire = wires.get(end);
      if (wire != null && end.node() instanceof Switch sw) {
        setWire(sw, end, wire.withUp(up));
      }
    }
  }

  @Override
  public List<QueueStatus> queues(Switch sw, int port) {
    return control(sw)
        .readQueues(ReadQueuesRequest.newBuilder().addPorts(port).build())
        .getQueuesList()
        .stream()
        .map(EmbeddedBinary::status)
        .toList();
  }

  private static QueueStatus status(Queue queue) {
    Count in = queue.getEnqueued();
    Count out = queue.getDequeued();
    Count dropped = queue.getDropped();
    Count trimmed = queue.getTrimmed();
    Count marked = queue.getMarked();
    return new QueueStatus(
        queue.getPort(),
        queue.getQueue(),
        QueueConfig.packets(QueueConfig.UNLIMITED),
        (int) queue.getDepthPackets(),
        queue.getDepthBytes(),
        new QueueCounters(
            in.getPackets(),
            in.getBytes(),
            out.getPackets(),
            out.getBytes(),
            dropped.getPackets(),
            dropped.getBytes(),
            trimmed.getPackets(),
            trimmed.getBytes(),
            marked.getPackets(),
            marked.getBytes(),
            (int) queue.getMaxDepthPackets(),
            queue.getMaxDepthBytes()));
  }

  @Override
  public SwitchCounters counters(Switch sw) {
    ListPortsResponse all = list(sw);
    return new SwitchCounters(
        all.getPortsList().stream().mapToLong(port -> port.getReceivedPackets()).sum(),
        all.getUnqueued().getNoProgramPackets(),
        all.getUnqueued().getProgramDropPackets(),
        all.getUnqueued().getNoSuchPortPackets(),
        all.getUnqueued().getNoSuchQueuePackets());
  }

  private ListPortsResponse list(Switch sw) {
    return control(sw).listPorts(ListPortsRequest.getDefaultInstance());
  }

  @Override
  public long lostOnWires() {
    return topology.switches().stream().mapToLong(sw -> list(sw).getWireLostPackets()).sum();
  }

  @Override
  public long meanLatenessPs() {
    return Math.round(
        topology.switches().stream()
            .mapToLong(sw -> list(sw).getMeanLatenessPs())
            .average()
            .orElse(0));
  }

  @Override
  public void close() {
    grpc.close();
  }
}
