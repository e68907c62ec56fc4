package io.smartt.emulation.experiment;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.target.EmbeddedTarget;
import io.smartt.controller.target.SwitchProgrammer;
import io.smartt.controller.target.SwitchSession;
import io.smartt.emulation.docker.FabricAccess;
import io.smartt.emulation.docker.FabricNodes;
import io.smartt.emulation.report.Metric;
import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.report.SampleSeries;
import io.smartt.emulation.report.SampleSubject;
import io.smartt.emulation.report.Tally;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.ctl.RemoteSwitch;
import io.smartt.emulation.softswitch.standalone.Wire;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.switchctl.v1.Count;
import io.smartt.switchctl.v1.ListPortsResponse;
import io.smartt.switchctl.v1.Queue;
import io.smartt.switchctl.v1.Unqueued;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Switches in containers: set up by their control service, programmed over P4Runtime, started again
 * when their container ends. What one counted before that is lost.
 */
final class DockerSwitches implements RealTimeSwitches, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int MAX_MESSAGE_BYTES = 64 << 20;
  private static final int DATA_QUEUE = 0;

  private final RunInputs in;
  private final FabricNodes nodes;
  private final FabricAccess access;
  private final LongSupplier clockPs;
  private final SwitchPorts ports;
  private final ForwardingPlanner planner;
  private final SwitchProgrammer programmer = new SwitchProgrammer(ElectionId.of(1), DEADLINE);
  private final List<Running> running = new ArrayList<>();
  private final Set<Link> down = new HashSet<>();
  private final Map<Port, SampleSeries> series = new HashMap<>();
  private Optional<SampleRecorder> samples = Optional.empty();
  private long lookedNs = System.nanoTime();

  private record Running(
      Switch device, ManagedChannel channel, RemoteSwitch control, SwitchSession session) {
    void close() {
      session.close();
      channel.shutdownNow();
    }
  }

  /**
   * @param clockPs time of the experiment
   */
  DockerSwitches(RunInputs in, FabricNodes nodes, FabricAccess access, LongSupplier clockPs) {
    this.in = in;
    this.nodes = nodes;
    this.access = access;
    this.clockPs = clockPs;
    ports = new SwitchPorts(in.spec(), new PathProfiles(in.topology(), in.spec().packets()));
    FabricModel model = ports.model(in.topology());
    planner = new ForwardingPlanner(model, in.program().info(), in.spec().seed());
  }

  /**
   * Sets up and programs all.
   *
   * @throws RunFailedException naming the switch that does not answer
   */
  void bringUp() {
    in.topology().switches().forEach(sw -> running.add(bringUp(sw)));
  }

  private Running bringUp(Switch sw) {
    InetSocketAddress api = nodes.api(sw);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(api.getHostString(), api.getPort(), access.credentials())
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .build();
    try {
      RemoteSwitch control = new RemoteSwitch(sw.name(), channel);
      control.await(PATIENCE);
      for (Adjacency adjacency : in.topology().adjacencies(sw)) {
        control.setRate(adjacency.port(), adjacency.link().rateBps());
        control.setWire(adjacency.port(), wire(sw, adjacency));
        List<QueueConfig> queues = ports.queues(adjacency);
        for (int i = 0; i < queues.size(); i++) {
          control.setCapacity(adjacency.port(), i, queues.get(i));
        }
      }
      SwitchSession session =
          programmer.connect(
              new EmbeddedTarget(new SwitchId(sw.name(), sw.id()), in.program(), channel));
      session.reconcile(planner.plan(in.topology().switches().indexOf(sw)));
      return new Running(sw, channel, control, session);
    } catch (RuntimeException e) {
      channel.shutdownNow();
      throw e;
    }
  }

  private Wire wire(Switch sw, Adjacency adjacency) {
    double loss = in.spec().settings().get(SettingKeys.LINK_LOSS) / 100;
    Wire wire = Wire.of(in.topology(), sw, adjacency, loss);
    return down.contains(adjacency.link()) ? wire.withUp(false) : wire;
  }

  @Override
  public void setUp(Link link, boolean up) {
    if (up) {
      down.remove(link);
    } else {
      down.add(link);
    }
    for (Running each : running) {
      for (Adjacency adjacency : in.topology().adjacencies(each.device())) {
        if (adjacency.link().equals(link)) {
          each.control().setWire(adjacency.port(), wire(each.device(), adjacency));
        }
      }
    }
  }

  @Override
  public void watch(SampleRecorder recorder) {
    samples = Optional.of(recorder);
  }

  @Override
  public void unwatch() {
    samples = Optional.empty();
  }

  @Override
  public void look(RunMonitor monitor) {
    if (System.nanoTime() - lookedNs < LOOK_NS) {
      return;
    }
    for (int i = 0; i < running.size(); i++) {
      Running each = running.get(i);
      try {
        sample(each);
      } catch (RunFailedException e) {
        Optional<String> ended = nodes.ended(each.device());
        if (ended.isEmpty()) {
          throw e;
        }
        monitor.stage(
            "switch %s: %s; starting it again".formatted(each.device().name(), ended.get()));
        each.close();
        nodes.restart(each.device());
        running.set(i, bringUp(each.device()));
        monitor.stage("switch " + each.device().name() + " is back and programmed");
      }
    }
    lookedNs = System.nanoTime();
  }

  private void sample(Running each) {
    List<Queue> queues = each.control().queues();
    samples.ifPresent(recorder -> {
      for (Queue queue : queues) {
        if (queue.getQueue() == DATA_QUEUE) {
          sample(each.device(), queue, recorder);
        }
      }
    });
  }

  private void sample(Switch sw, Queue queue, SampleRecorder recorder) {
    Port port = new Port(sw, queue.getPort());
    SampleSeries open = series.get(port);
    if (open == null && queue.getDepthBytes() > 0) {
      open =
          recorder.open(
              Metric.QUEUE_DEPTH, new SampleSubject.Queue(sw.name(), port.number(), DATA_QUEUE));
      series.put(port, open);
    }
    if (open != null) {
      open.record(Math.max(0, clockPs.getAsLong()), queue.getDepthBytes());
    }
  }

  @Override
  public List<QueueRecord> queues() {
    List<QueueRecord> records = new ArrayList<>();
    for (Running each : running) {
      for (Queue queue : each.control().queues()) {
        records.add(
            new QueueRecord(
                each.device().name(),
                queue.getPort(),
                queue.getQueue(),
                tally(queue.getEnqueued()),
                tally(queue.getDequeued()),
                tally(queue.getDropped()),
                tally(queue.getTrimmed()),
                tally(queue.getMarked()),
                queue.getMaxDepthPackets(),
                queue.getMaxDepthBytes()));
      }
    }
    return records;
  }

  private static Tally tally(Count count) {
    return new Tally(count.getPackets(), count.getBytes());
  }

  @Override
  public long unqueuedDrops() {
    long drops = 0;
    for (Running each : running) {
      ListPortsResponse ports = each.control().ports();
      Unqueued unqueued = ports.getUnqueued();
      drops +=
          unqueued.getNoProgramPackets()
              + unqueued.getProgramDropPackets()
              + unqueued.getNoSuchPortPackets()
              + unqueued.getNoSuchQueuePackets()
              + ports.getWireLostPackets();
    }
    return drops;
  }

  @Override
  public long packetHops() {
    return running.stream()
        .flatMap(each -> each.control().ports().getPortsList().stream())
        .mapToLong(port -> port.getReceivedPackets())
        .sum();
  }

  @Override
  public void close() {
    running.forEach(Running::close);
  }
}
