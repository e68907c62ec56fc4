package io.smartt.realtime;

import module java.base;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.PacketLedger.PortDrops;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.RunResult.ReorderPeak;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.Carrier;
import io.smartt.experiment.traffic.JobRecords.ResultRecords;
import io.smartt.experiment.traffic.RefusedFrames;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.host.agent.HostAgent.SendLateness;
import io.smartt.host.agent.daemon.CounterMessages;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.FlowOrder;
import io.smartt.host.agent.v1.Frames;
import io.smartt.host.agent.v1.ListFlowsResponse;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportListener.IncomingMessages;
import org.jspecify.annotations.Nullable;

/**
 * Hosts that have an agent each, in another process or on another machine. Agents' reports arrive
 * on a thread of this object, which is the thread of the traffic.
 */
public final class RemoteHosts implements RealTimeHosts, Carrier {
  private static final long PREPARE_NS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long LAST_FRAMES_S = 5;
  private static final Duration SIGN = Duration.ofSeconds(30);
  private static final long PREPARE_EACH_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private final RunInputs in;
  private final List<AttachedHost> attached;
  private final AgentSetup setup;
  private final KernelClock clock;
  private final Optional<AgentCapture> capture;
  private final Function<Host, Optional<String>> exitReason;
  private final EventLoop loop =
      new DefaultEventLoop(new DefaultThreadFactory("smartt-agents", true));
  private final List<RemoteHost> hosts = new ArrayList<>();
  private final Map<Integer, String> lost = new LinkedHashMap<>();
  private final List<CompletableFuture<Void>> captures = new ArrayList<>();
  private final Deliveries deliveries = new Deliveries();

  /** Written by those who ask for signs of life. */
  private final Set<Host> cutOff = ConcurrentHashMap.newKeySet();

  private @Nullable Traffic traffic;

  /**
   * @param attached by index
   * @param clock of the experiment, set by this
   * @param capture of the frames that agents see
   * @param exitReason how a host's agent ended, where that is known
   */
  public RemoteHosts(
      RunInputs in,
      List<AttachedHost> attached,
      KernelClock clock,
      Optional<AgentCapture> capture,
      Function<Host, Optional<String>> exitReason) {
    this.in = in;
    this.attached = List.copyOf(attached);
    setup = new AgentSetup(in.spec(), in.topology(), in.hosts());
    this.clock = clock;
    this.capture = capture;
    this.exitReason = exitReason;
  }

  @Override
  public Traffic.FlowClock clock() {
    return LoopClock.early(loop, clock::nowPs);
  }

  @Override
  public long nowPs() {
    return clock.nowPs();
  }

  @Override
  public void connect(Traffic newTraffic) {
    traffic = newTraffic;
    for (Host host : in.topology().hosts()) {
      hosts.add(new RemoteHost(host, in.topology(), newTraffic, deliveries));
    }
  }

  @Override
  public void begin() {
    Traffic connected = Objects.requireNonNull(traffic, "not connected");
    // Twice: what agents do for the first time may take them longer than all have together.
    setup.configure(attached, 0);
    long nowNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    long epochNs = nowNs + PREPARE_NS + attached.size() * PREPARE_EACH_NS;
    setup.configure(attached, epochNs);
    clock.restartAt(epochNs);
    for (Host host : in.topology().hosts()) {
      RemoteAgent agent = agent(host);
      RemoteHost remote = hosts.get(host.index());
      agent.watch(
          report ->
              inLoop(() -> {
                remote.onReport(report);
                if (!report.getAlgorithmFailure().isEmpty()) {
                  lost.putIfAbsent(host.index(), report.getAlgorithmFailure());
                }
              }),
          why -> inLoop(() -> onLost(host, why)));
      capture.ifPresent(tap ->
          captures.add(
              agent.capture(AgentCapture.SNAP_BYTES, frames -> tap.onFrames(host, frames))));
    }
    call(() -> {
      connected.begin(this);
      return true;
    });
  }

  /** Runs a task that an agent caused at any time. Behind the network's end it concerns nobody. */
  private void inLoop(Runnable task) {
    try {
      if (!loop.isShuttingDown()) {
        loop.execute(task);
      }
    } catch (RejectedExecutionException e) {
      // The end came in between.
    }
  }

  private RemoteAgent agent(Host host) {
    return attached.get(host.index()).agent();
  }

  /** Notes a lost host; who knows what became of it says more than the connection that broke. */
  private void onLost(Host host, String why) {
    if (!lost.containsKey(host.index())) {
      lost.put(
          host.index(),
          became(host)
              .map(cause -> "the agent of %s is gone: %s".formatted(host.name(), cause))
              .orElse(why));
    }
  }

  private Optional<String> became(Host host) {
    try {
      return exitReason.apply(host);
    } catch (RunFailedException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public List<SignOfLife> signs() {
    return in.topology().hosts().stream()
        .map(host ->
            new SignOfLife(
                "agent of " + host.name(),
                host.name(),
                () -> noteCarrier(host, agent(host).describeNow(SIGN).getUp()),
                () -> became(host)))
        .toList();
  }

  private void noteCarrier(Host host, boolean up) {
    if (up) {
      cutOff.remove(host);
    } else {
      cutOff.add(host);
    }
  }

  @Override
  public boolean isCutOff(Host host) {
    return cutOff.contains(host);
  }

  @Override
  public long send(
      Host from, long nowPs, Destination to, long bytes, PathParameters path, String scheme) {
    RemoteHost remote = hosts.get(from.index());
    long flow = remote.newFlow();
    agent(from)
        .start(
            FlowOrder.newBuilder()
                .setFlowId(flow)
                .setStartPs(nowPs)
                .setDestinationIpv4(to.ipv4())
                .setDestinationMac(attached.get(from.index()).gatewayMac())
                .setSizeBytes(bytes)
                .setBaseRttPs(path.baseRttPs())
                .setBottleneckBps(path.linkBps())
                .setDscp(path.dscp())
                .setScheme(scheme)
                .build(),
            why -> inLoop(() -> onLost(from, why)));
    return flow;
  }

  @Override
  public int connection(Host from, long message) {
    // Flows have a connection each, and are called the same.
    return (int) message;
  }

  @Override
  public FlowCounters counters(Host from, int connection, long bytesDelivered) {
    return hosts.get(from.index()).counters(connection, bytesDelivered);
  }

  @Override
  public void incoming(Host to, IncomingMessages visitor) {
    hosts.get(to.index()).incoming(visitor);
  }

  @Override
  public boolean isKnown(Host host) {
    return !lost.containsKey(host.index());
  }

  @Override
  public void wake(Host host) {}

  @Override
  public <T> T call(Supplier<T> task) {
    return loop.submit(task::get).syncUninterruptibly().getNow();
  }

  @Override
  public Totals totals() {
    return call(() -> {
      long delivered = 0;
      long verified = 0;
      long mismatches = 0;
      for (RemoteHost host : hosts) {
        Counters counters = host.counters();
        delivered += counters.getBytesDelivered();
        verified += counters.getBytesVerified();
        mismatches += counters.getPayloadMismatches();
      }
      return new Totals(delivered, verified, mismatches);
    });
  }

  @Override
  public RefusedFrames refused() {
    return call(
        () -> RefusedFrames.sum(hosts.stream().map(host -> host.counters().getRefusedMap())));
  }

  @Override
  public Totals settled() {
    for (Host host : in.topology().hosts()) {
      if (call(() -> lost.containsKey(host.index()))) {
        continue;
      }
      try {
        Counters counters = agent(host).counters();
        call(() -> hosts.get(host.index()).settled(counters));
        if (!call(() -> Objects.requireNonNull(traffic, "not connected").isDone())) {
          ListFlowsResponse underWay = agent(host).underWay();
          call(() -> hosts.get(host.index()).underWay(underWay));
        }
      } catch (RunFailedException e) {
        call(() -> {
          onLost(host, String.valueOf(e.getMessage()));
          return true;
        });
      }
    }
    return totals();
  }

  @Override
  public PacketLedger packets() {
    settled();
    return call(() -> {
      PacketLedger sum = PacketLedger.UNKNOWN;
      for (Host host : in.topology().hosts()) {
        Counters counters = hosts.get(host.index()).counters();
        if (lost.containsKey(host.index()) || !counters.hasFrames()) {
          return PacketLedger.UNKNOWN;
        }
        Frames frames = counters.getFrames();
        sum = sum.plus(ledger(host, frames.getSent(), frames.getReceived(), frames.getLost()));
      }
      return sum;
    });
  }

  @Override
  public List<Long> lostFrames() {
    return call(() -> hosts.stream().map(host -> host.counters().getFrames().getLost()).toList());
  }

  @Override
  public SendLateness lateness() {
    return call(() ->
        hosts.stream()
            .map(host -> CounterMessages.lateness(host.counters().getLateness()))
            .reduce(SendLateness.NONE, SendLateness::plus));
  }

  @Override
  public Optional<ReorderPeak> mostKept() {
    return call(() ->
        ResultRecords.mostKept(
            in.spec(),
            in.topology(),
            host -> hosts.get(host.index()).counters().getReorderPeakPackets()));
  }

  @Override
  public Optional<Lost> lost() {
    return call(() -> lost.isEmpty() ? Optional.empty() : Optional.of(new Lost(lost)));
  }

  /** Makes agents end the experiment; their processes go on. */
  @Override
  public void close() {
    setup.stop(attached);
    captures.forEach(one -> one.completeOnTimeout(null, LAST_FRAMES_S, TimeUnit.SECONDS).join());
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /**
   * Returns the frames of one host as a ledger.
   *
   * @param sent handed to the kernel
   * @param received of any kind
   * @param lost refused by the kernel, or lost in it
   */
  public static PacketLedger ledger(Host host, long sent, long received, long lost) {
    Drops drops = Drops.of(DropReason.KERNEL, lost);
    return new PacketLedger(
        Map.of(PacketLedger.Source.HOSTS, sent),
        Map.of(PacketLedger.End.HOSTS, received),
        drops,
        lost == 0 ? List.of() : List.of(new PortDrops(host.name(), Host.NIC_PORT, drops)));
  }
}
