package io.smartt.emulation.fabric.containers;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.target.SwitchProgrammer;
import io.smartt.controller.target.SwitchSession;
import io.smartt.controller.target.SwitchTarget;
import io.smartt.emulation.bmv2.Bmv2Queues;
import io.smartt.emulation.concurrent.StartingServer;
import io.smartt.emulation.concurrent.Workers;
import io.smartt.emulation.experiment.SwitchPorts;
import io.smartt.emulation.fabric.realtime.RealTimeSwitches;
import io.smartt.emulation.report.Metric;
import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.report.SampleSeries;
import io.smartt.emulation.report.SampleSubject;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.settings.SwitchKind;
import io.smartt.emulation.softswitch.ctl.RemoteSwitch;
import io.smartt.emulation.softswitch.standalone.Wire;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.p4.v1.CapabilitiesRequest;
import org.p4.v1.P4RuntimeGrpc;

/**
 * Switches in containers: set up by their control service, programmed over P4Runtime, started again
 * when their container ends. What one counted before that is lost.
 */
public final class DockerSwitches implements RealTimeSwitches, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int DATA_QUEUE = 0;

  /** A switch's own start takes a core; more at once would only share it. */
  private static final int AT_ONCE = 8;

  private final RunInputs in;
  private final FabricNodes nodes;
  private final FabricAccess access;
  private final LongSupplier clockPs;
  private final boolean bmv2;
  private final SwitchPorts ports;
  private final ForwardingPlanner planner;
  private final SwitchProgrammer programmer = new SwitchProgrammer(ElectionId.of(1), DEADLINE);
  private final List<ContainerSwitch> running = new ArrayList<>();
  private final Queue<ManagedChannel> channels = new ConcurrentLinkedQueue<>();
  private final Set<Link> down = new HashSet<>();
  private final Map<Port, SampleSeries> series = new HashMap<>();
  private Optional<SampleRecorder> samples = Optional.empty();
  private long lookedNs = System.nanoTime();

  /**
   * @param clockPs time of the experiment
   */
  public DockerSwitches(
      RunInputs in, FabricNodes nodes, FabricAccess access, LongSupplier clockPs) {
    this.in = in;
    this.nodes = nodes;
    this.access = access;
    this.clockPs = clockPs;
    bmv2 = in.spec().settings().get(SettingKeys.SWITCH_KIND) == SwitchKind.BMV2;
    ports = new SwitchPorts(in.spec(), new PathProfiles(in.topology(), in.spec().packets()));
    FabricModel model = ports.model(in.topology());
    planner = new ForwardingPlanner(model, in.program().info(), in.spec().seed());
  }

  /**
   * Sets up and programs all, side by side.
   *
   * @throws RunFailedException naming the switch that does not answer
   */
  public void bringUp() {
    List<Switch> all = in.topology().switches();
    Workers.forEach(
        all,
        AT_ONCE,
        sw -> {
          ContainerSwitch up = bringUp(sw);
          synchronized (running) {
            running.add(up);
          }
        });
    running.sort(Comparator.comparingInt(each -> all.indexOf(each.device())));
  }

  private ContainerSwitch bringUp(Switch sw) {
    InetSocketAddress api = nodes.api(sw);
    ManagedChannel channel =
        Channels.limited(
                NettyChannelBuilder.forAddress(
                    api.getHostString(), api.getPort(), access.credentials()))
            .build();
    channels.add(channel);
    try {
      return bmv2 ? bringUpBmv2(sw, channel) : bringUpEmbedded(sw, channel);
    } catch (RuntimeException e) {
      channel.shutdownNow();
      throw e;
    }
  }

  private ContainerSwitch bringUpEmbedded(Switch sw, ManagedChannel channel) {
    RemoteSwitch control = new RemoteSwitch(sw.name(), channel);
    control.await(PATIENCE);
    EmbeddedContainer.setUp(
        control,
        in.topology().adjacencies(sw),
        adjacency -> wire(sw, adjacency).withUp(isUp(adjacency)),
        ports::queues);
    return new EmbeddedContainer(
        sw, channel, control, program(sw, channel), adjacency -> wire(sw, adjacency));
  }

  private ContainerSwitch bringUpBmv2(Switch sw, ManagedChannel channel) {
    List<Adjacency> adjacencies = in.topology().adjacencies(sw);
    StartingServer.await(
        channel,
        () ->
            P4RuntimeGrpc.newBlockingStub(channel)
                .withWaitForReady()
                .withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .capabilities(CapabilitiesRequest.getDefaultInstance()));
    InetSocketAddress thrift = nodes.thrift(sw);
    try {
      new Bmv2Queues(ports::queues, in.spec().packets())
          .set(
              sw.name(),
              SocketChannel.open(),
              new InetSocketAddress(thrift.getHostString(), thrift.getPort()),
              adjacencies);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Bmv2Container(sw, adjacencies, channel, program(sw, channel));
  }

  private SwitchSession program(Switch sw, ManagedChannel channel) {
    SwitchSession session =
        programmer.connect(
            SwitchTarget.over(channel, new SwitchId(sw.name(), sw.id()), in.program()));
    session.reconcile(planner.plan(in.topology().switches().indexOf(sw)));
    return session;
  }

  /** Ends what waits for a switch to come up, from another thread. */
  public void giveUp() {
    channels.forEach(ManagedChannel::shutdownNow);
  }

  private Wire wire(Switch sw, Adjacency adjacency) {
    double loss = in.spec().settings().get(SettingKeys.LINK_LOSS) / 100;
    return Wire.of(in.topology(), sw, adjacency, loss);
  }

  private boolean isUp(Adjacency adjacency) {
    return in.topology().isUp(adjacency.link()) && !down.contains(adjacency.link());
  }

  @Override
  public void setUp(Link link, boolean up) {
    if (up) {
      down.remove(link);
    } else {
      down.add(link);
    }
    for (ContainerSwitch each : running) {
      for (Adjacency adjacency : in.topology().adjacencies(each.device())) {
        if (adjacency.link().equals(link)) {
          each.setUp(adjacency, isUp(adjacency));
        }
      }
    }
  }

  /** Has all count anew. */
  public void clearCounters() {
    running.forEach(ContainerSwitch::clearCounters);
    series.clear();
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
      ContainerSwitch each = running.get(i);
      try {
        Map<Integer, Long> depths = each.depths();
        samples.ifPresent(recorder ->
            depths.forEach((port, bytes) -> sample(each.device(), port, bytes, recorder)));
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

  private void sample(Switch sw, int number, long bytes, SampleRecorder recorder) {
    Port port = new Port(sw, number);
    SampleSeries open = series.get(port);
    if (open == null && bytes > 0) {
      open =
          recorder.open(
              Metric.QUEUE_DEPTH, new SampleSubject.Queue(sw.name(), port.number(), DATA_QUEUE));
      series.put(port, open);
    }
    if (open != null) {
      open.record(Math.max(0, clockPs.getAsLong()), bytes);
    }
  }

  @Override
  public List<QueueRecord> queues() {
    return running.stream().flatMap(each -> each.queues().stream()).toList();
  }

  @Override
  public long unqueuedDrops() {
    return running.stream().mapToLong(ContainerSwitch::unqueuedDrops).sum();
  }

  @Override
  public long packetHops() {
    return running.stream().mapToLong(ContainerSwitch::received).sum();
  }

  @Override
  public void close() {
    running.forEach(ContainerSwitch::close);
  }
}
