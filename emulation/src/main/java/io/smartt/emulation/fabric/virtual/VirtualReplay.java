package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.experiment.SwitchPorts;
import io.smartt.controller.address.Ipv4;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.emulation.experiment.ControllerView;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.experiment.PortPlan;
import io.smartt.emulation.experiment.ProgramCache;
import io.smartt.emulation.experiment.SwitchProgram;
import io.smartt.emulation.fabric.virtual.station.LinkEnd;
import io.smartt.emulation.fabric.virtual.station.LinkWatch;
import io.smartt.emulation.fabric.virtual.station.StationNetwork;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.run.ControlPlane;
import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.softswitch.EmbeddedSwitch;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Serialisation;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.trace.replay.ReplayFabric;
import io.smartt.emulation.trace.replay.ReplayFrame;
import io.smartt.emulation.workload.FailedLinks;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * The network of an experiment on the virtual fabric, switches programmed as for the run, that
 * sends packets it is given: hosts have no transport of their own.
 */
public final class VirtualReplay implements ReplayFabric {
  private final ExperimentSpec spec;
  private final Topology topology;
  private final PathProfiles paths;

  /**
   * Of an experiment.
   *
   * @throws UserInputException for one whose network replays cannot have
   */
  public VirtualReplay(ExperimentSpec spec) {
    this.spec = spec;
    Topology named = spec.buildTopology();
    topology = FailedLinks.apply(spec.buildWorkload(named), named);
    paths = new PathProfiles(topology, spec.packets());
    if (spec.lossless()) {
      throw new UserInputException(
          "pause frames (pfc.use, scheme "
              + spec.scheme().name()
              + ") stop senders, which a replay cannot; say --set pfc.use=off --set scheme=smartt");
    }
  }

  /** How long a full packet takes on the slowest of the hosts' links. */
  public long fullPacketPs() {
    return topology.hosts().stream()
        .mapToLong(host ->
            Serialisation.ps(spec.packets().mtuBytes(), topology.access(host).link().rateBps()))
        .max()
        .orElse(0);
  }

  @Override
  public void run(Iterator<ReplayFrame> frames, Arrivals arrivals) {
    StationNetwork network = new StationNetwork(LinkWatch.NONE);
    List<EmbeddedSwitch> switches = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      switches.add(add(network, sw));
    }
    Map<Integer, LinkEnd.OfStation> hosts = new HashMap<>();
    for (Host host : topology.hosts()) {
      hosts.put(
          host.ipv4(),
          new LinkEnd.OfStation(
              host.name(),
              (nowPs, packet) ->
                  arrivals.arrived(
                      nowPs, host.ipv4(), packet.bytes(), packet.headLength(), packet.length())));
    }
    for (Link link : topology.links()) {
      if (topology.isUp(link)) {
        network.link(
            end(link.a(), hosts, switches),
            end(link.b(), hosts, switches),
            link.rateBps(),
            link.latencyPs() + latencyPs(link.b()),
            link.latencyPs() + latencyPs(link.a()));
      }
    }
    PipelineConfig program = SwitchProgram.load(spec.program());
    try (ControlPlane control =
        ControlPlane.start(devices(switches), new ProgramCache(Bmv2Program::load))) {
      control.program(
          ControllerView.of(topology, this::plan, spec.trimming(), spec.trimBytes()),
          program,
          spec.seed());
      Packet packet = new Packet(256);
      while (frames.hasNext()) {
        ReplayFrame frame = frames.next();
        LinkEnd.OfStation host = hosts.get(frame.source());
        if (host == null) {
          throw new UserInputException(
              "the trace has packets of %s, which is no host of topology %s"
                  .formatted(new Ipv4(frame.source()), topology.name()));
        }
        network.runUntil(frame.timePs());
        packet.set(frame.bytes(), 0, frame.bytes().length, frame.wireBytes());
        network.send(host, packet);
      }
      network.runToRest(Long.MAX_VALUE);
    }
  }

  private EmbeddedSwitch add(StationNetwork network, Switch sw) {
    BitSet ports = new BitSet();
    List<Adjacency> adjacencies = topology.adjacencies(sw);
    adjacencies.forEach(adjacency -> ports.set(adjacency.port()));
    List<QueueConfig> standard =
        adjacencies.isEmpty() ? List.of(QueueConfig.packets(1)) : queues(adjacencies.getFirst());
    EmbeddedSwitch device = network.addSwitch(sw.name(), ports, standard);
    for (Adjacency adjacency : adjacencies) {
      List<QueueConfig> queues = queues(adjacency);
      for (int i = 0; i < queues.size(); i++) {
        device.trafficManager().configure(adjacency.port(), i, queues.get(i));
      }
    }
    return device;
  }

  private PortPlan plan(Adjacency port) {
    return new SwitchPorts(spec, paths).plan(port);
  }

  private List<QueueConfig> queues(Adjacency port) {
    return plan(port).queues(spec.trimming(), spec.trimBytes());
  }

  private List<EmbeddedDevice> devices(List<EmbeddedSwitch> switches) {
    SplittableRandom random = new SplittableRandom(~spec.seed());
    List<EmbeddedDevice> devices = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      SplittableRandom own = random.split();
      devices.add(new EmbeddedDevice(sw.id(), switches.get(sw.id() - 1), own::split));
    }
    return devices;
  }

  private static LinkEnd end(
      Port port, Map<Integer, LinkEnd.OfStation> hosts, List<EmbeddedSwitch> switches) {
    return switch (port.node()) {
      case Host host -> Objects.requireNonNull(hosts.get(host.ipv4()));
      case Switch sw -> new LinkEnd.OfSwitch(switches.get(sw.id() - 1), port.number());
    };
  }

  private static long latencyPs(Port to) {
    return switch (to.node()) {
      case Host _ -> 0;
      case Switch sw -> sw.latencyPs();
    };
  }
}
