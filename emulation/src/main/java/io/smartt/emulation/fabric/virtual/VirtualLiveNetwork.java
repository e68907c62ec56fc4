package io.smartt.emulation.fabric.virtual;

import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.emulation.fabric.virtual.station.LinkEnd;
import io.smartt.emulation.fabric.virtual.station.StationNetwork;
import io.smartt.emulation.fabric.virtual.station.VirtualHost;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.report.Progress;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.report.RunStatus;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.run.ControlPlane;
import io.smartt.emulation.run.LiveCaptureFile;
import io.smartt.emulation.softswitch.backend.SwitchCounts;
import io.smartt.emulation.run.LiveNetwork;
import io.smartt.emulation.run.LivePlan;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.softswitch.EmbeddedSwitch;
import io.smartt.emulation.softswitch.SwitchCounters;
import io.smartt.emulation.softswitch.TrafficManager;
import io.smartt.emulation.softswitch.backend.QueueStatus;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Node;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.traffic.ProcessCost;
import io.smartt.emulation.traffic.Traffic;
import io.smartt.emulation.workload.Workload;
import io.smartt.emulation.workload.ideal.IdealModel;
import io.smartt.host.transport.Destination;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * A live network in virtual time, without root: hosts answer ARP and ICMP and have the transport,
 * and time goes on only while something is asked for.
 */
public final class VirtualLiveNetwork implements LiveNetwork {
  private static final List<String> ROUTES =
      List.of("route add default gw 169.254.0.1", "arp -s 169.254.0.1 02:01:00:00:00:00");
  private static final long PING_PS = 5_000_000_000_000L;
  private static final long LEAST_PATIENCE_PS = 1_000_000_000_000L;
  private static final long PATIENCE_FACTOR = 1000;
  private static final long PS_PER_NS = 1_000;
  private static final int STEPS_BETWEEN_LOOKS = 512;

  private final LivePlan plan;
  private final Clock clock;
  private final StationCapture capture = new StationCapture();
  private final StationNetwork network = new StationNetwork(capture);
  private final List<VirtualHost> hosts = new ArrayList<>();
  private final List<EmbeddedSwitch> switches = new ArrayList<>();
  private final ControlPlane control;
  private Optional<LiveCaptureFile> file = Optional.empty();
  private int pings;

  public VirtualLiveNetwork(LivePlan plan, Clock clock, RunMonitor monitor) {
    this.plan = plan;
    this.clock = clock;
    Topology topology = plan.topology();
    for (Host host : topology.hosts()) {
      hosts.add(
          VirtualHost.in(network, host.name(), host.ipv4Text() + "/32", host.macText(), ROUTES));
    }
    SplittableRandom random = new SplittableRandom(~plan.spec().seed());
    List<EmbeddedDevice> devices = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      EmbeddedSwitch device = addSwitch(sw);
      switches.add(device);
      SplittableRandom own = random.split();
      devices.add(new EmbeddedDevice(sw.id(), device, own::split));
    }
    for (Link link : topology.links()) {
      // In the order of CaptureInterfaces.of().
      capture.number(link.a().interfaceName());
      capture.number(link.b().interfaceName());
      network.link(
          end(link.a()),
          end(link.b()),
          link.rateBps(),
          link.latencyPs() + latencyPs(link.b().node()),
          link.latencyPs() + latencyPs(link.a().node()));
      network.setUp(end(link.a()), topology.isUp(link));
    }
    monitor.stage("programming " + devices.size() + " switches over P4Runtime");
    control = ControlPlane.start(devices, plan.programs());
    plan.program(control);
  }

  private EmbeddedSwitch addSwitch(Switch sw) {
    List<Adjacency> adjacencies = plan.topology().adjacencies(sw);
    BitSet ports = new BitSet();
    adjacencies.forEach(adjacency -> ports.set(adjacency.port()));
    EmbeddedSwitch device =
        network.addSwitch(sw.name(), ports, plan.queues(adjacencies.getFirst()));
    for (Adjacency adjacency : adjacencies) {
      for (int i = 0; i < plan.queues(adjacency).size(); i++) {
        device.trafficManager().configure(adjacency.port(), i, plan.queues(adjacency).get(i));
      }
    }
    return device;
  }

  private LinkEnd end(Port port) {
    return switch (port.node()) {
      case Host host -> hosts.get(host.index()).end();
      case Switch sw -> new LinkEnd.OfSwitch(switches.get(sw.id() - 1), port.number());
    };
  }

  private static long latencyPs(Node node) {
    return node instanceof Switch sw ? sw.latencyPs() : 0;
  }

  @Override
  public String fabric() {
    return plan.spec().fabric();
  }

  @Override
  public Topology topology() {
    return plan.topology();
  }

  @Override
  public OptionalLong ping(Host from, Host to) {
    VirtualHost sender = hosts.get(from.index());
    hosts.forEach(VirtualHost::forget);
    int id = ++pings & 0xffff;
    long sentPs = network.nowPs();
    sender.ping(to.ipv4(), id, 1);
    while (sender.answeredPs(id).isEmpty() && network.step(sentPs + PING_PS)) {
      // Until it is answered or lost.
    }
    OptionalLong answeredPs = sender.answeredPs(id);
    return answeredPs.isPresent()
        ? OptionalLong.of(answeredPs.getAsLong() - sentPs)
        : OptionalLong.empty();
  }

  @Override
  public boolean runsPrograms() {
    return false;
  }

  @Override
  public ProcessBuilder program(Host host, String command) {
    throw new UserInputException(
        host.name()
            + " is a virtual host, which runs no programs but answers ping; fabric netns runs any:"
            + " sudo ./smartt shell --profile netns");
  }

  @Override
  public void setUp(Link link, boolean up) {
    plan.setUp(link, up);
    network.setUp(end(link.a()), up);
    plan.program(control);
  }

  @Override
  public Workload workload(String nameOrFile) {
    return plan.workload(nameOrFile);
  }

  @Override
  public RunResult run(Workload workload, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    RunInputs in = plan.inputs(workload);
    SwitchCounts before = counts();
    StationClock since = new StationClock(network, network.nowPs());
    SampleRecorder samples = new SampleRecorder();
    PathProfiles paths = new PathProfiles(in.topology(), in.spec().packets());
    Traffic traffic = new Traffic(in.topology(), _ -> since, workload, paths, samples);
    SplittableRandom random = new SplittableRandom(in.spec().seed());
    List<StationEndpoint> endpoints = new ArrayList<>();
    for (Host host : in.topology().hosts()) {
      VirtualHost station = hosts.get(host.index());
      StationEndpoint endpoint =
          new StationEndpoint(
              station,
              in.hosts()
                  .endpoint(
                      new Destination(host.ipv4(), host.mac()),
                      in.topology().access(host).link().rateBps(),
                      traffic.listener(host),
                      random.split()),
              since);
      station.attach(endpoint);
      endpoints.add(endpoint);
    }
    try {
      traffic.begin(new StationCarrier(endpoints));
      Optional<String> failure = carry(in, traffic, endpoints, since, monitor);
      RunStatus status =
          failure.isEmpty()
              ? RunStatus.COMPLETED
              : monitor.interrupted() ? RunStatus.INTERRUPTED : RunStatus.FAILED;
      return in.result(
          traffic, status, failure, counts().since(before), samples.series(), cost);
    } finally {
      hosts.forEach(VirtualHost::detach);
    }
  }

  /** Returns what kept it from its end; empty if nothing did. */
  private Optional<String> carry(
      RunInputs in,
      Traffic traffic,
      List<StationEndpoint> endpoints,
      StationClock since,
      RunMonitor monitor) {
    long idealPs =
        new IdealModel(in.topology(), in.spec().packets()).times(in.workload()).lastFinishPs();
    long limitPs = since.basePs() + Math.max(LEAST_PATIENCE_PS, PATIENCE_FACTOR * idealPs);
    for (long steps = 1; !traffic.isDone(); steps++) {
      if (traffic.failure().isPresent()) {
        return traffic.failure();
      }
      if (!network.step(limitPs)) {
        return Optional.of(traffic.unfinished() + "nothing is left to happen");
      }
      if (steps % STEPS_BETWEEN_LOOKS == 0) {
        monitor.progress(
            new Progress(
                since.nowPs(),
                delivered(endpoints),
                in.workload().totalBytes(),
                traffic.finishedFlows(),
                traffic.flows().size()));
        if (monitor.interrupted()) {
          return Optional.of("interrupted");
        }
      }
    }
    long delivered = delivered(endpoints);
    return delivered == in.workload().totalBytes()
        ? Optional.empty()
        : Optional.of(
            "delivered " + delivered + " B of " + in.workload().totalBytes() + " B, each once");
  }

  private static long delivered(List<StationEndpoint> endpoints) {
    return endpoints.stream()
        .mapToLong(endpoint -> endpoint.endpoint().counters().bytesDelivered())
        .sum();
  }

  @Override
  public ProgrammedSwitch programmed(Switch sw) {
    return control.programmed(sw.id() - 1);
  }

  @Override
  public List<QueueStatus> queues(Switch sw) {
    TrafficManager manager = switches.get(sw.id() - 1).trafficManager();
    List<QueueStatus> queues = new ArrayList<>();
    for (Adjacency adjacency : plan.topology().adjacencies(sw)) {
      int port = adjacency.port();
      for (int queue = 0; queue < manager.queuesPerPort(); queue++) {
        queues.add(
            new QueueStatus(
                port,
                queue,
                manager.config(port, queue),
                manager.depthPackets(port, queue),
                manager.depthBytes(port, queue),
                manager.counters(port, queue)));
      }
    }
    return queues;
  }

  @Override
  public SwitchCounters counters(Switch sw) {
    return switches.get(sw.id() - 1).counters();
  }

  @Override
  public void capture(Path path) {
    endCapture();
    LiveCaptureFile opened =
        LiveCaptureFile.create(
            path, plan.topology(), clock.instant().minusNanos(network.nowPs() / PS_PER_NS));
    file = Optional.of(opened);
    capture.into(Optional.of(opened));
  }

  @Override
  public long endCapture() {
    capture.into(Optional.empty());
    long frames = file.map(LiveCaptureFile::frames).orElse(0L);
    file.ifPresent(LiveCaptureFile::close);
    file = Optional.empty();
    return frames;
  }

  @Override
  public void close() {
    endCapture();
    control.close();
  }
}
