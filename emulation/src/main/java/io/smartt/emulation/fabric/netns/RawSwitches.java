package io.smartt.emulation.fabric.netns;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.smartt.emulation.softswitch.DropPort;
import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.SwitchCounters;
import io.smartt.emulation.softswitch.port.ChannelPort;
import io.smartt.emulation.softswitch.port.SwitchPort;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.softswitch.standalone.StandaloneSettings;
import io.smartt.emulation.softswitch.standalone.StandaloneSwitch;
import io.smartt.emulation.softswitch.standalone.SwitchLog;
import io.smartt.emulation.softswitch.standalone.Wire;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Node;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * The switches of a {@link NamespaceNetwork}: an embedded switch each, all on one event loop, which
 * enforce rates, delays and losses of the topology's links. They come up without a program.
 */
public final class RawSwitches implements FabricSwitches {
  private final List<StandaloneSwitch> switches = new ArrayList<>();

  private RawSwitches() {}

  /**
   * Opens the ports of all switches and starts them.
   *
   * @param queues of a port, lowest priority first
   * @param loss share of packets that every link loses
   * @param watchers of what each port receives; see {@link ChannelPort}
   */
  public static RawSwitches start(
      NamespaceNetwork network,
      Topology topology,
      EventLoop loop,
      KernelClock clock,
      Function<Adjacency, List<QueueConfig>> queues,
      double loss,
      Function<Port, List<ChannelHandler>> watchers) {
    RawSwitches started = new RawSwitches();
    try {
      for (Switch sw : topology.switches()) {
        started.switches.add(
            new Builder(network, topology, loop, clock, queues, loss, watchers).start(sw));
      }
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private record Builder(
      NamespaceNetwork network,
      Topology topology,
      EventLoop loop,
      KernelClock clock,
      Function<Adjacency, List<QueueConfig>> queues,
      double loss,
      Function<Port, List<ChannelHandler>> watchers) {

    StandaloneSwitch start(Switch sw) {
      List<Adjacency> adjacencies = topology.adjacencies(sw);
      int queuesPerPort = adjacencies.isEmpty() ? 1 : queues.apply(adjacencies.getFirst()).size();
      StandaloneSwitch started =
          StandaloneSwitch.onLoop(
              loop,
              new StandaloneSettings(
                  sw.name(),
                  sw.id(),
                  OptionalInt.empty(),
                  DropPort.DEFAULT,
                  queuesPerPort,
                  StandaloneSettings.DEFAULT_QUEUE_PACKETS),
              open(sw, adjacencies),
              clock::nowPs,
              SwitchLog.none());
      for (Adjacency adjacency : adjacencies) {
        Set<Integer> port = Set.of(adjacency.port());
        Link link = adjacency.link();
        started.setRate(port, link.rateBps());
        started.setWire(adjacency.port(), Wire.of(topology, sw, adjacency, loss));
        List<QueueConfig> configs = queues.apply(adjacency);
        for (int i = 0; i < configs.size(); i++) {
          started.setCapacity(port, Set.of(i), configs.get(i));
        }
      }
      started.start();
      return started;
    }

    private Map<Integer, SwitchPort> open(Switch sw, List<Adjacency> adjacencies) {
      Map<Integer, PacketChannel> channels =
          network
              .switches()
              .call(() -> {
                Map<Integer, PacketChannel> opened = new HashMap<>();
                for (Adjacency adjacency : adjacencies) {
                  String name = NamespaceNetwork.interfaceName(new Port(sw, adjacency.port()));
                  opened.put(adjacency.port(), PacketChannel.open(name, PacketOptions.SWITCH_PORT));
                }
                return opened;
              });
      Map<Integer, SwitchPort> ports = new HashMap<>();
      channels.forEach((number, channel) ->
          ports.put(
              number, new ChannelPort(channel, loop, clock, watchers.apply(new Port(sw, number)))));
      return ports;
    }
  }

  /** The switches as their P4Runtime server sees them. */
  public List<EmbeddedDevice> devices() {
    return switches.stream().map(StandaloneSwitch::device).toList();
  }

  /** A switch by its device id. */
  public StandaloneSwitch device(int id) {
    return switches.get(id - 1);
  }

  @Override
  public void setUp(Link link, boolean up) {
    setUp(link.a(), up);
    setUp(link.b(), up);
  }

  private void setUp(Port end, boolean up) {
    Node node = end.node();
    if (node instanceof Switch sw) {
      StandaloneSwitch device = device(sw.id());
      device.setWire(end.number(), device.wire(end.number()).withUp(up));
    }
  }

  @Override
  public List<QueueStatus> queues(Switch sw, int port) {
    return device(sw.id()).queues(List.of(port));
  }

  @Override
  public SwitchCounters counters(Switch sw) {
    return device(sw.id()).counters();
  }

  @Override
  public long lostOnWires() {
    return switches.stream().mapToLong(StandaloneSwitch::lostOnWires).sum();
  }

  @Override
  public long meanLatenessPs() {
    return Math.round(
        switches.stream().mapToLong(StandaloneSwitch::meanLatenessPs).average().orElse(0));
  }

  @Override
  public void close() {
    switches.forEach(StandaloneSwitch::close);
  }
}
