package io.smartt.virtual;

import module java.base;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkLoss;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.experiment.run.FailureTimeline;
import io.smartt.experiment.settings.HostDelay;
import io.smartt.experiment.traffic.LinkLoadSampler;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.TrafficManager.PauseThresholds;
import io.smartt.virtual.SimplexLink.HostPort;
import io.smartt.virtual.simulation.Simulation;

/**
 * A network in this JVM and in virtual time: hosts, embedded switches and links in the event queues
 * of one {@link Simulation}. The switches come up without a program; a controller gives them one
 * over P4Runtime before traffic starts.
 */
public final class VirtualFabric {
  /** Locally administered; switch and port in the low bytes. */
  private static final long SWITCH_MACS = 0x060000000000L;

  /** Keeps the draws of losses apart from others of the same seed. */
  private static final long LOSSES = 0x6c6f_7373_6573L;

  /** Keeps the draws of phases apart from others of the same seed. */
  private static final long PHASES = 0x7068_6173_6573L;

  private final FabricWatch watch;
  private final FabricLedger ledger;
  private final Partitioning partitioning;
  private final List<HostPort> hosts;
  private final List<SwitchNode> switches = new ArrayList<>();
  private final List<SimplexLink> links = new ArrayList<>();
  private final List<SampleSubject.Port> leaving = new ArrayList<>();
  private final List<SimplexLink.Impairment> impairments = new ArrayList<>();
  private LinkLoss everywhere = LinkLoss.NONE;
  private int pausingEnds;

  /**
   * Builds the links and switches of a network. Links that are down in it carry nothing.
   *
   * @param hosts by index
   * @param plan how switches are made
   * @param samples series of queues and links, unless {@link #sampleInto} changes that
   */
  VirtualFabric(
      VirtualNetwork network,
      List<? extends HostPort> hosts,
      SwitchSetup plan,
      SampleRecorder samples,
      FabricCapture capture,
      FabricWatch watch) {
    Topology topology = network.topology();
    Simulation simulation = network.simulation();
    this.watch = watch;
    partitioning = network.partitioning();
    this.hosts = List.copyOf(hosts);
    for (Switch sw : topology.switches()) {
      List<Adjacency> adjacencies = topology.adjacencies(sw);
      BitSet ports = new BitSet();
      adjacencies.forEach(adjacency -> ports.set(adjacency.port()));
      plan.cpuPort(sw).ifPresent(ports::set);
      SwitchNode node =
          new SwitchNode(
              partitioning.of(sw),
              sw.name(),
              ports,
              plan.queues(sw, adjacencies),
              plan.controller(sw),
              samples,
              capture.isOn());
      for (Adjacency adjacency : adjacencies) {
        List<QueueConfig> configs = plan.queues(adjacency);
        for (int i = 0; i < configs.size(); i++) {
          node.device().trafficManager().configure(adjacency.port(), i, configs.get(i));
        }
      }
      switches.add(node);
    }
    for (Link link : topology.links()) {
      connect(link.a(), link.b(), link.rateBps(), link, topology.isUp(link), capture);
      connect(link.b(), link.a(), link.backBps(), link, topology.isUp(link), capture);
    }
    sampleInto(samples, 0);
    List<Link> between = topology.links().stream().filter(partitioning::isBetweenParts).toList();
    for (Link link : between.isEmpty() ? topology.links() : between) {
      simulation.arrivesAfter(links.get(2 * link.index()).leastFlightPs());
      simulation.arrivesAfter(links.get(2 * link.index() + 1).leastFlightPs());
    }
    for (Switch sw : topology.switches()) {
      for (Adjacency adjacency : topology.adjacencies(sw)) {
        plan.pauses(adjacency)
            .ifPresent(thresholds -> flowControl(sw, adjacency, thresholds, plan, network));
      }
    }
    ledger = new FabricLedger(topology, switches, links, sw -> plan.cpuPort(sw).isPresent());
  }

  private void connect(
      Port from, Port to, long rateBps, Link link, boolean up, FabricCapture capture) {
    SimplexLink simplex =
        new SimplexLink(
            links.size(),
            partitioning.end(from.node()),
            partitioning.end(to.node()),
            rateBps,
            link.latencyPs(),
            to.node().latencyPs(),
            source(from),
            sink(to),
            watch.tap(from, to, capture.tap(from, to, remarks(from))));
    simplex.setUp(up);
    leaving.add(new SampleSubject.Port(from.node().name(), from.number()));
    links.add(simplex);
    switch (from.node()) {
      case Host host -> hosts.get(host.index()).connect(simplex);
      case Switch sw -> switches.get(sw.id() - 1).connect(from.number(), simplex);
    }
  }

  private void flowControl(
      Switch sw,
      Adjacency port,
      PauseThresholds thresholds,
      SwitchSetup plan,
      VirtualNetwork network) {
    PacketNumbers numbers = network.numbers();
    SwitchNode node = switches.get(sw.id() - 1);
    SimplexLink out = links.get(port.direction());
    // Pauses are counted in bit times; both ends have to mean the same.
    long rateBps = port.link().fasterBps();
    long mac = SWITCH_MACS | ((long) sw.id() << 16) | port.port();
    int dataQueues = plan.dscp().controlQueue();
    node.flowControl(
        port.port(),
        thresholds,
        new PfcPort(
            partitioning.of(sw),
            network.numberOfPauses(pausingEnds++),
            out,
            rateBps,
            mac,
            dataQueues,
            (queue, on) -> node.device().trafficManager().pause(port.port(), queue, on),
            numbers.of(sw)));
    if (port.peer().node() instanceof Host host) {
      HostPort end = hosts.get(host.index());
      SimplexLink back = links.get(port.direction() ^ 1);
      end.obeyPauses(
          new PfcPort(
              partitioning.of(host),
              network.numberOfPauses(pausingEnds++),
              back,
              rateBps,
              host.mac(),
              dataQueues,
              (queue, on) -> end.pause(plan.dscp().ofQueue(queue), on),
              numbers.of(host)));
    }
  }

  /** Lets every frame take so many bytes' time more than its own on each link. */
  void setOverhead(int bytes) {
    links.forEach(link -> link.setOverhead(bytes));
  }

  /**
   * Makes every link lose packets at random, in each direction by itself.
   *
   * @param share of packets, 0 to 1
   * @param seed of the draws
   */
  void lose(double share, long seed) {
    everywhere = LinkLoss.ofShare(share);
    if (share > 0) {
      List<SimplexLink.Impairment> all = impairments(seed);
      for (int direction = 0; direction < links.size(); direction++) {
        all.get(direction).change(everywhere, 0);
        links.get(direction).impair(all.get(direction));
      }
    }
  }

  /** Makes every host take longer with one frame than with another. */
  void spread(HostDelay delay, Topology topology, long seed) {
    if (delay.spreadPs() > 0) {
      for (Host host : topology.hosts()) {
        // To the host: a link's two directions are numbers that differ in the last bit.
        int direction = topology.access(host).direction() ^ 1;
        SimplexLink.Impairment impairment = impairments(seed).get(direction);
        impairment.spread(delay);
        links.get(direction).impair(impairment);
      }
    }
  }

  /**
   * Gets ready for failures while the network runs.
   *
   * @param simulation of this network
   * @param seed of what they draw
   */
  void prepare(FailurePlan plan, Simulation simulation, long seed) {
    for (FailurePlan.PlannedFailure failure : plan.failures()) {
      Link link = failure.link();
      LinkCondition condition = failure.kind().condition(link.rateBps());
      if (!condition.loss().isNone() || condition.jitterPs() > 0) {
        impairments(seed);
      }
      // A link that becomes faster shortens the time in which nothing can arrive.
      condition
          .rateBps()
          .ifPresent(bps -> {
            simulation.arrivesAfter(links.get(2 * link.index()).leastFlightPs(bps));
            simulation.arrivesAfter(links.get(2 * link.index() + 1).leastFlightPs(bps));
          });
    }
  }

  /**
   * Returns the impairment of every direction, each with draws of its own: no order of threads
   * changes them.
   */
  private List<SimplexLink.Impairment> impairments(long seed) {
    if (impairments.isEmpty()) {
      SplittableRandom random = new SplittableRandom(seed ^ LOSSES);
      for (SimplexLink ignored : links) {
        impairments.add(new SimplexLink.Impairment(random.split()));
      }
    }
    return impairments;
  }

  /**
   * Makes each host's link begin its frames at an instant of its own, less than a full packet after
   * those of the others: network cards share no clock.
   *
   * @param mtuBytes the longest packet
   * @param seed of the draws
   */
  void shiftPhases(Topology topology, int mtuBytes, long seed) {
    SplittableRandom random = new SplittableRandom(seed ^ PHASES);
    for (Host host : topology.hosts()) {
      SimplexLink link = links.get(topology.access(host).direction());
      link.startAt(random.nextLong(link.serialisationPs(mtuBytes)));
    }
  }

  /** Returns where packets began and ended; for when no event queue is at work. */
  FabricLedger ledger() {
    return ledger;
  }

  /** Takes a link down or up, in both directions: one that is down loses what is sent into it. */
  public void setUp(Link link, boolean up) {
    links.get(2 * link.index()).setUp(up);
    links.get(2 * link.index() + 1).setUp(up);
  }

  /**
   * Puts a link in a condition from now on. One that loses or delays packets was announced by
   * {@link #prepare}.
   */
  void set(Link link, LinkCondition condition) {
    for (int direction = 2 * link.index(); direction <= 2 * link.index() + 1; direction++) {
      SimplexLink simplex = links.get(direction);
      simplex.setUp(condition.up());
      Port end = direction % 2 == 0 ? link.b() : link.a();
      long ownBps = simplex.ownBps();
      simplex.setRate(condition.rateBps(ownBps, end.node() instanceof Host).orElse(ownBps));
      if (!impairments.isEmpty()) {
        SimplexLink.Impairment impairment = impairments.get(direction);
        impairment.change(everywhere.and(condition.loss()), condition.jitterPs());
        simplex.impair(impairment);
      }
    }
  }

  /**
   * Schedules the failures of links. Before what happens at its instant, each ends the window under
   * way.
   *
   * @param basePs the instant that their times count from
   * @param events gets each when it happens
   */
  void fail(FailureTimeline timeline, long basePs, Simulation simulation, RunEvents events) {
    long atPs = timeline.nextPs();
    if (atPs != Long.MAX_VALUE) {
      simulation.at(
          basePs + atPs,
          () -> {
            timeline.apply(atPs, this::set, events);
            fail(timeline, basePs, simulation, events);
          });
    }
  }

  /**
   * Records the series of queues and links here from now on.
   *
   * @param basePs the instant that the recorder's times count from
   */
  void sampleInto(SampleRecorder samples, long basePs) {
    switches.forEach(node -> node.sampleInto(samples, basePs));
    for (int i = 0; i < links.size(); i++) {
      links.get(i).sampleInto(new LinkLoadSampler(leaving.get(i), samples, basePs));
    }
  }

  /**
   * Lets packets leave a port of a switch no faster than this from now on.
   *
   * @param pps packets a second; 0: no limit
   */
  void setPacketRate(Adjacency port, long pps) {
    links.get(port.direction()).setPacketRate(pps);
  }

  /** A switch by its device id. */
  public EmbeddedSwitch device(int id) {
    return switches.get(id - 1).device();
  }

  /**
   * Returns the switches as P4Runtime servers see them, by id.
   *
   * @param seed of the programs' random numbers
   */
  public List<EmbeddedDevice> devices(long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    List<EmbeddedDevice> devices = new ArrayList<>();
    for (int id = 1; id <= switches.size(); id++) {
      SplittableRandom own = random.split();
      devices.add(new EmbeddedDevice(id, device(id), own::split));
    }
    return devices;
  }

  /** Frames that parts of the network have sent to each other; for when no queue is at work. */
  List<WindowSchedules.Crossing> crossings(Topology topology) {
    List<WindowSchedules.Crossing> crossings = new ArrayList<>();
    for (Link link : topology.links()) {
      if (partitioning.isBetweenParts(link)) {
        int a = partitioning.of(link.a().node()).place();
        int b = partitioning.of(link.b().node()).place();
        int there = 2 * link.index();
        crossings.add(new WindowSchedules.Crossing(a, b, links.get(there).counts().carried()));
        crossings.add(new WindowSchedules.Crossing(b, a, links.get(there + 1).counts().carried()));
      }
    }
    return crossings;
  }

  private SimplexLink.FrameSource source(Port port) {
    return switch (port.node()) {
      case Host host -> hosts.get(host.index());
      case Switch sw -> {
        SwitchNode node = switches.get(sw.id() - 1);
        yield watch.source(port.number(), node.device(), node.source(port.number()));
      }
    };
  }

  private SimplexLink.FrameSink sink(Port port) {
    return switch (port.node()) {
      case Host host -> hosts.get(host.index());
      case Switch sw -> {
        SwitchNode node = switches.get(sw.id() - 1);
        yield watch.sink(port.number(), node.device(), node.sink(port.number()));
      }
    };
  }

  private FabricCapture.Remarks remarks(Port port) {
    return switch (port.node()) {
      case Host host -> FabricCapture.Remarks.NONE;
      case Switch sw -> switches.get(sw.id() - 1)::takeRemark;
    };
  }
}
