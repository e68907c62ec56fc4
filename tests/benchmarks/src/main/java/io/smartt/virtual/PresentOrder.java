package io.smartt.virtual;

import module java.base;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.PathProfiles;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.TrafficManager;
import io.smartt.softswitch.p4runtime.LocalController;
import io.smartt.softswitch.p4runtime.P4RuntimeService;
import io.smartt.virtual.SimplexLink.LinkEnd;
import io.smartt.virtual.SwitchWindows.Site;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.Simulation;

/**
 * The product's way through recorded windows: its switch, links and event engine, one frame after
 * the other. There are copies of the switch, each with an event queue, which take turns a window.
 * What comes in is put on the links between two windows, and what goes out is taken off them then.
 */
public final class PresentOrder {
  /** Numbers of events that no link has. */
  private static final int BEHIND_LINKS = 1 << 30;

  private static final int FRAME_CAPACITY = 256;

  private final SwitchWindows windows;
  private final Simulation simulation;
  private final Simulation around;
  private final EventQueue.Event tick;
  private final EventQueue outside;
  private final List<Copy> copies = new ArrayList<>();
  private final NextFrame next = new NextFrame();

  /** A copy of the switch with its links, by port. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares or prints it
  private record Copy(
      SwitchNode node, SimplexLink[] in, long[] flightPs, Taken taken, PipelineControl control) {}

  /** The frame that is being put on a link. */
  private final class NextFrame implements SimplexLink.FrameSource {
    private int frame;

    @Override
    public boolean next(long nowPs, Packet out) {
      windows.copyTo(frame, out);
      return true;
    }

    @Override
    public boolean mayHaveMore() {
      return false;
    }
  }

  /** The frames that came out of a copy: how many, and a sum that depends on all of them. */
  public static final class Taken {
    private final long[] sums;
    private long frames;

    /** Nothing of a switch with so many ports. */
    public Taken(int ports) {
      sums = new long[ports + 1];
    }

    /** A frame came out. */
    public void add(int port, long arrivalPs, Packet packet) {
      frames++;
      long sum = sums[port] * 31 + arrivalPs;
      sum = (sum * 31 + packet.id()) * 31 + packet.length();
      for (int i = 0; i < packet.headLength(); i++) {
        sum = sum * 31 + packet.bytes()[i];
      }
      sums[port] = sum * 31 + packet.sentLength();
    }

    /** Returns the sums by port. */
    public List<Long> sums() {
      return Arrays.stream(sums).boxed().toList();
    }

    /** Returns how many frames came out. */
    public long frames() {
      return frames;
    }
  }

  /** Makes copies of a switch, programmed as in the run. */
  public PresentOrder(Site site, SwitchWindows windows, int count) {
    this.windows = windows;
    simulation = new Simulation(TaskRunner.SEQUENTIAL, site.spec().seed(), 1);
    simulation.arrivesAfter(windows.windowPs());
    around = new Simulation(TaskRunner.SEQUENTIAL, site.spec().seed(), 1);
    around.arrivesAfter(windows.windowPs());
    LinkEnd before = new LinkEnd(simulation.newEventQueue(), new Packet(FRAME_CAPACITY));
    outside = around.newEventQueue();
    tick =
        new EventQueue.Event(outside, BEHIND_LINKS) {
          @Override
          protected void fire(long nowPs) {
            // Only to make a window in which the links are looked at.
          }
        };
    LinkEnd behind = new LinkEnd(outside, new Packet(FRAME_CAPACITY));
    SwitchPorts plan =
        new SwitchPorts(site.spec(), new PathProfiles(site.topology(), site.spec().packets()));
    FabricModel model = plan.model(site.topology());
    for (int i = 0; i < count; i++) {
      copies.add(copy(site, plan, model, before, behind));
    }
  }

  private Copy copy(
      Site site, SwitchPorts plan, FabricModel model, LinkEnd before, LinkEnd behind) {
    LinkEnd here = new LinkEnd(simulation.newEventQueue(), new Packet(FRAME_CAPACITY));
    SwitchSetup setup = SwitchSetup.of(plan);
    List<Adjacency> adjacencies = site.topology().adjacencies(site.at());
    BitSet ports = new BitSet();
    adjacencies.forEach(adjacency -> ports.set(adjacency.port()));
    SwitchNode node =
        new SwitchNode(
            here.eventQueue(),
            site.at().name(),
            ports,
            setup.queues(site.at(), adjacencies),
            SwitchSetup.NO_CONTROLLER,
            new SampleRecorder(SampleRecorder.SampleResolution.NOTHING),
            false);
    SimplexLink[] in = new SimplexLink[ports.length()];
    long[] flightPs = new long[ports.length()];
    Taken taken = new Taken(ports.length());
    for (Adjacency port : adjacencies) {
      int number = port.port();
      List<QueueConfig> configs = setup.queues(port);
      for (int i = 0; i < configs.size(); i++) {
        node.device().trafficManager().configure(number, i, configs.get(i));
      }
      in[number] =
          new SimplexLink(
              port.direction() ^ 1,
              before,
              here,
              port.arrivingBps(),
              port.link().latencyPs(),
              site.at().latencyPs(),
              next,
              node.sink(number),
              SimplexLink.LinkTap.NONE);
      flightPs[number] = port.link().latencyPs() + site.at().latencyPs();
      SimplexLink out =
          new SimplexLink(
              port.direction(),
              here,
              behind,
              port.rateBps(),
              port.link().latencyPs(),
              port.peer().node().latencyPs(),
              node.source(number),
              (packet, nowPs) -> taken.add(number, nowPs, packet),
              SimplexLink.LinkTap.NONE);
      in[number].setOverhead(site.spec().packets().overheadBytes());
      out.setOverhead(site.spec().packets().overheadBytes());
      node.connect(number, out);
    }
    return new Copy(node, in, flightPs, taken, program(site, model, node));
  }

  private static PipelineControl program(Site site, FabricModel model, SwitchNode node) {
    int id = site.at().id();
    P4RuntimeService service =
        new P4RuntimeService(
            List.of(new EmbeddedDevice(id, node.device(), () -> random(site))),
            site.in().programs(),
            P4RuntimeService.P4RuntimeSettings.lenient());
    service.preload(id, site.in().program().toMessage());
    ForwardingPlanner planner =
        new ForwardingPlanner(model, site.in().program().info(), site.spec().seed());
    LocalController controller = service.local(id);
    List<LocalController.Refused> refused = controller.insert(planner.plan(id - 1).entities());
    if (!refused.isEmpty()) {
      throw new IllegalStateException(refused.toString());
    }
    return controller.control().orElseThrow();
  }

  /** The source of each copy's draws. */
  public static RandomGenerator random(Site site) {
    return new SplittableRandom(site.spec().seed());
  }

  /** Returns the tables of the copies, which are alike. */
  public PipelineControl tables() {
    return copies.getFirst().control();
  }

  /** Returns the bounds of a port's queues. */
  public QueueConfig[] bounds(int port) {
    TrafficManager queues = copies.getFirst().node().device().trafficManager();
    return IntStream.range(0, queues.queuesPerPort())
        .mapToObj(queue -> queues.config(port, queue))
        .toArray(QueueConfig[]::new);
  }

  /** Puts what comes in a window on the links of a copy. */
  public void put(int copy, int window, long startPs) {
    Copy to = copies.get(copy);
    for (int frame = windows.first(window); frame < windows.first(window + 1); frame++) {
      next.frame = frame;
      int port = windows.port(frame);
      SimplexLink link = to.in()[port];
      link.kick(
          startPs
              + windows.offsetPs(frame)
              - to.flightPs()[port]
              - link.serialisationPs(windows.length(frame)));
    }
  }

  /** Runs all copies through a window. */
  public void run(long endPs) {
    while (simulation.step(endPs - 1)) {
      // A window may end early.
    }
  }

  /** Takes what has arrived at the far ends of the links. */
  public void take(long untilPs) {
    outside.schedule(tick, Math.max(untilPs, outside.nowPs()));
    around.runUntil(untilPs);
  }

  /** Returns what came out of a copy. */
  public Taken taken(int copy) {
    return copies.get(copy).taken();
  }

  /** Returns what all queues of a copy have seen, as text. */
  public String counters(int copy) {
    TrafficManager queues = copies.get(copy).node().device().trafficManager();
    long[] sums = new long[12];
    for (int port = 1; port <= queues.ports(); port++) {
      for (int queue = 0; queue < queues.queuesPerPort(); queue++) {
        QueueCounters seen = queues.counters(port, queue);
        add(sums, 0, seen.enqueued());
        add(sums, 2, seen.dequeued());
        add(sums, 4, seen.dropped());
        add(sums, 6, seen.trimmed());
        add(sums, 8, seen.marked());
        sums[10] += seen.maxDepthBytes();
        sums[11] += seen.maxDepthPackets();
      }
    }
    return Arrays.stream(sums).mapToObj(String::valueOf).collect(Collectors.joining(" "));
  }

  private static void add(long[] sums, int place, PacketByteCount count) {
    sums[place] += count.packets();
    sums[place + 1] += count.bytes();
  }
}
