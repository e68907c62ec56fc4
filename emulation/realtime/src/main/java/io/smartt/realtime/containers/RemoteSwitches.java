package io.smartt.realtime.containers;

import module java.base;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.StartingServer;
import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.target.SwitchProgrammer;
import io.smartt.controller.target.SwitchProgrammer.SwitchSession;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.run.LiveNetwork.LivePlan.ProgrammedNetwork;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.realtime.LinkWatch;
import io.smartt.realtime.PromptAnswers;
import io.smartt.realtime.RealTimeSwitches;
import io.smartt.realtime.SignOfLife;
import io.smartt.realtime.bmv2.Bmv2Switch;
import io.smartt.softswitch.backend.ProgramCounts;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.softswitch.backend.SwitchBackends;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;
import io.smartt.switchd.ctl.RemoteSwitch;
import org.p4.v1.CapabilitiesRequest;
import org.p4.v1.P4RuntimeGrpc;

/**
 * Switches in containers, or on other machines, each with a server: set up by their control
 * service, programmed over P4Runtime, started again when their container ends. What one counted
 * before that is lost.
 */
public final class RemoteSwitches implements RealTimeSwitches, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final long POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);

  /** A switch's own start takes a core; more at once would only share it. */
  private static final int AT_ONCE = 8;

  private final ProgrammedNetwork in;
  private final FabricNodes nodes;
  private final Function<Switch, ManagedChannel> dial;
  private final LongSupplier clockPs;
  private final SwitchPorts ports;
  private volatile ForwardingPlanner planner;
  private final SwitchProgrammer programmer = new SwitchProgrammer(ElectionId.of(1), DEADLINE);
  private final SwitchBackends backends;
  private final LinkWatch links;
  private final PromptAnswers<List<QueueStatus>> queues;
  private final Map<Switch, Connection> connections = new ConcurrentHashMap<>();
  private final Queue<ManagedChannel> channels = new ConcurrentLinkedQueue<>();
  private final QueueDepths depths = new QueueDepths();
  private long lookedNs = System.nanoTime();

  /**
   * Switches that are reached as the fabric is.
   *
   * @param elsewherePs see {@link SwitchBackends}
   * @param clockPs time of the experiment
   */
  public RemoteSwitches(
      ProgrammedNetwork in,
      FabricNodes nodes,
      FabricAccess access,
      Map<Link, Long> elsewherePs,
      LongSupplier clockPs) {
    this(
        in,
        nodes,
        sw ->
            in.spec().switches().own()
                ? access.channel(nodes.api(sw))
                : access.quietChannel(nodes.api(sw)),
        elsewherePs,
        clockPs);
  }

  /**
   * Switches that are reached in a way of one's own.
   *
   * @param dial opens a channel to a switch's server
   * @param elsewherePs see {@link SwitchBackends}
   * @param clockPs time of the experiment
   */
  public RemoteSwitches(
      ProgrammedNetwork in,
      FabricNodes nodes,
      Function<Switch, ManagedChannel> dial,
      Map<Link, Long> elsewherePs,
      LongSupplier clockPs) {
    this.in = in;
    this.nodes = nodes;
    this.dial = dial;
    this.clockPs = clockPs;
    ports = new SwitchPorts(in.spec(), new PathProfiles(in.topology(), in.spec().packets()));
    backends =
        new SwitchBackends(
            in.topology(),
            ports::queues,
            in.spec().settings().get(SettingKeys.LINK_LOSS) / 100,
            elsewherePs);
    links =
        LinkWatch.ofSwitches(in.topology(), sw -> backends.of(sw).portsDown(), System::nanoTime);
    queues = new PromptAnswers<>(sw -> backends.of(sw).queues());
    planner = planner(in.topology());
  }

  private ForwardingPlanner planner(Topology topology) {
    Map<SwitchPort, Long> nextHops = new HashMap<>();
    for (Switch sw : topology.switches()) {
      for (Adjacency at : topology.adjacencies(sw)) {
        nodes
            .nextHop(new Port(sw, at.port()))
            .ifPresent(mac -> nextHops.put(new SwitchPort(sw.id() - 1, at.port()), mac));
      }
    }
    return new ForwardingPlanner(
        ports.model(topology), in.program().info(), in.spec().seed(), nextHops);
  }

  /** Routes every switch over the links that are up in this state of the network. */
  public void route(Topology now) {
    planner = planner(now);
    for (Switch sw : now.switches()) {
      connection(sw).session().reconcile(planner.plan(now.switches().indexOf(sw)));
    }
  }

  /** A switch as its controller sees it. */
  public ProgrammedSwitch programmed(Switch sw) {
    return connection(sw).session().programmed();
  }

  /** A switch as far as P4Runtime does not reach it. */
  public SwitchBackend backend(Switch sw) {
    return backends.of(sw);
  }

  /**
   * Sets up and programs all, side by side.
   *
   * @throws RunFailedException naming the switch that does not answer
   */
  public void bringUp() {
    Workers.forEach(in.topology().switches(), AT_ONCE, this::bringUp);
  }

  /** A connection to a switch that is programmed. */
  private record Connection(ManagedChannel channel, SwitchSession session)
      implements AutoCloseable {
    @Override
    public void close() {
      Closing.all("leaving a switch", List.<AutoCloseable>of(session, channel::shutdownNow));
    }
  }

  private void bringUp(Switch sw) {
    ManagedChannel channel = dial.apply(sw);
    channels.add(channel);
    try {
      SwitchBackend backend =
          switch (in.spec().switches()) {
            case EMBEDDED -> embedded(sw, channel);
            case BMV2 -> bmv2(sw, channel);
          };
      backends.add(sw, backend);
      connections.put(sw, new Connection(channel, program(sw, channel)));
    } catch (RuntimeException e) {
      throw Closing.after(e, channel::shutdownNow);
    }
  }

  private static SwitchBackend embedded(Switch sw, ManagedChannel channel) {
    RemoteSwitch control = new RemoteSwitch(sw.name(), channel);
    control.await(PATIENCE);
    return control;
  }

  private SwitchBackend bmv2(Switch sw, ManagedChannel channel) {
    StartingServer.await(
        channel,
        () ->
            P4RuntimeGrpc.newBlockingStub(channel)
                .withWaitForReady()
                .withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .capabilities(CapabilitiesRequest.getDefaultInstance()));
    InetSocketAddress thrift = nodes.at(sw, NodePrograms.THRIFT_PORT);
    return new Bmv2Switch(
        Bmv2Switch.Thrift.reachable(sw.name(), thrift.getHostString(), thrift.getPort()),
        in.spec().packets(),
        in.topology().adjacencies(sw).stream().map(Adjacency::port).toList(),
        () -> ProgramCounts.of(connection(sw).session().programmed(), ForwardingPlanner.TRIMS));
  }

  private Connection connection(Switch sw) {
    Connection connection = connections.get(sw);
    if (connection == null) {
      throw new IllegalStateException("switch " + sw.name() + " is not connected");
    }
    return connection;
  }

  private SwitchSession program(Switch sw, ManagedChannel channel) {
    SwitchSession session =
        programmer.connect(
            SwitchProgrammer.SwitchTarget.over(
                channel, new SwitchId(sw.name(), sw.id()), in.program()));
    session.reconcile(planner.plan(in.topology().switches().indexOf(sw)));
    return session;
  }

  /** Ends what waits for a switch to come up, from another thread. */
  public void giveUp() {
    channels.forEach(ManagedChannel::shutdownNow);
  }

  @Override
  public void set(Link link, LinkCondition condition) {
    backends.set(link, condition);
  }

  @Override
  public void change(Link link, List<LinkChange> changes) {
    backends.change(link, changes, in.spec().dilation());
  }

  /** Makes every switch count anew. */
  @Override
  public void clearCounters() {
    backends.clearCounters();
  }

  @Override
  public void startSampling(SampleRecorder recorder) {
    depths.into(recorder);
  }

  @Override
  public void stopSampling() {
    depths.stop();
  }

  @Override
  public void poll(long timePs, RunEvents events, RunMonitor monitor) {
    nodes.requireMachines();
    if (System.nanoTime() - lookedNs < POLL_INTERVAL_NS) {
      return;
    }
    for (Switch sw : in.topology().switches()) {
      try {
        requireAnswer(sw);
        depths.sample(clockPs, sw, queues.apply(sw));
      } catch (RunFailedException e) {
        if (e.getCause() instanceof TimeoutException
            || Status.fromThrowable(e).getCode() == Status.Code.DEADLINE_EXCEEDED) {
          // Who looks for life says so, and the flows whether it was for too long.
          continue;
        }
        String ended = nodes.ended(sw).orElseThrow(() -> held(sw, e, timePs, events));
        if (monitor.interrupted()) {
          // It would be waited for, and nobody wants it any more.
          return;
        }
        boolean again = nodes.canRestart(sw);
        String next = again ? "starting it again" : "it cannot be started again";
        String lost = "switch %s: %s; %s".formatted(sw.name(), ended, next);
        events.add(timePs, RunEvent.Kind.SWITCH_LOST, lost, sw.name());
        if (!again) {
          throw new RunFailedException(lost, sw.name(), e);
        }
        monitor.stage(lost);
        connection(sw).close();
        restart(sw, monitor);
        String back = "switch " + sw.name() + " is back and programmed";
        events.add(clockPs.getAsLong(), RunEvent.Kind.SWITCH_RESTARTED, back, sw.name());
        monitor.stage(back);
      }
    }
    links.look(timePs, events, monitor);
    lookedNs = System.nanoTime();
  }

  /** A switch that runs and is out of reach ends the run. */
  private RunFailedException held(Switch sw, RunFailedException e, long timePs, RunEvents events) {
    String lost = e.getMessage() + nodes.held(sw).map(": "::concat).orElse("");
    events.add(timePs, RunEvent.Kind.SWITCH_LOST, lost, sw.name());
    return new RunFailedException(lost, sw.name(), e);
  }

  /** A start takes minutes at worst, in which somebody may ask to stop. */
  private void restart(Switch sw, RunMonitor monitor) {
    int before = channels.size();
    Thread watcher =
        Thread.ofVirtual()
            .start(() -> {
              try {
                while (true) {
                  if (monitor.interrupted()) {
                    channels.stream().skip(before).forEach(ManagedChannel::shutdownNow);
                  }
                  TimeUnit.NANOSECONDS.sleep(POLL_INTERVAL_NS);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    try {
      nodes.restart(sw);
      bringUp(sw);
    } finally {
      watcher.interrupt();
    }
  }

  private void requireAnswer(Switch sw) {
    if (connection(sw).channel().getState(true) == ConnectivityState.TRANSIENT_FAILURE) {
      throw new RunFailedException("switch " + sw.name() + " does not answer");
    }
  }

  @Override
  public List<SignOfLife> signs() {
    List<SignOfLife> machines = nodes.machines(in.spec().packets().ipMtuBytes());
    if (!machines.isEmpty()) {
      return machines;
    }
    return in.topology().switches().stream()
        .map(sw ->
            new SignOfLife(
                "switch " + sw.name(),
                sw.name(),
                () -> backends.of(sw).portsDown(),
                () -> nodes.held(sw)))
        .toList();
  }

  @Override
  public Map<Integer, Map<String, Long>> refused(Switch sw) {
    return backends.of(sw).refused();
  }

  @Override
  public Map<Switch, SwitchLateness> lateness() {
    nodes.requireMachines();
    return backends.lateness();
  }

  @Override
  public SwitchCounts counts() {
    nodes.requireMachines();
    return backends.counts();
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(connections.values());
    all.add(backends);
    Closing.all("leaving the switches", all);
  }
}
