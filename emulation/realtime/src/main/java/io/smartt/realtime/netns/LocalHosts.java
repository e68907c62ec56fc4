package io.smartt.realtime.netns;

import module java.base;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.experiment.report.RunResult.ReorderPeak;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.Carrier.EndpointCarrier;
import io.smartt.experiment.traffic.JobRecords.ResultRecords;
import io.smartt.experiment.traffic.RefusedFrames;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.HostAgent.SendLateness;
import io.smartt.host.agent.PatternPayload;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.NumberShare;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportCounters;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.realtime.LoopClock;
import io.smartt.realtime.RealTimeHosts;
import io.smartt.realtime.RemoteHosts;
import org.jspecify.annotations.Nullable;

/** Hosts in network namespaces whose agents share one event loop of this process. */
final class LocalHosts implements RealTimeHosts {
  private final RunInputs in;
  private final NamespaceNetwork network;
  private final EventLoop loop;
  private final KernelClock clock;
  private final Function<Port, List<ChannelHandler>> taps;
  private final List<HostAgent> agents = new ArrayList<>();
  private @Nullable Traffic traffic;

  /**
   * @param taps see each frame that a host receives first
   */
  LocalHosts(
      RunInputs in,
      NamespaceNetwork network,
      EventLoop loop,
      KernelClock clock,
      Function<Port, List<ChannelHandler>> taps) {
    this.in = in;
    this.network = network;
    this.loop = loop;
    this.clock = clock;
    this.taps = taps;
  }

  @Override
  public Traffic.FlowClock clock() {
    return LoopClock.punctual(loop, clock::nowPs);
  }

  @Override
  public long nowPs() {
    return clock.nowPs();
  }

  @Override
  public void connect(Traffic newTraffic) {
    traffic = newTraffic;
    SplittableRandom random = new SplittableRandom(in.spec().seed());
    for (Host host : in.topology().hosts()) {
      agents.add(agent(host, newTraffic, random.split()));
    }
  }

  private HostAgent agent(Host host, Traffic to, SplittableRandom random) {
    long linkBps = in.topology().access(host).link().rateBps();
    TransportEndpoint endpoint =
        in.hosts()
            .endpoint(new Destination(host.ipv4(), host.mac()), linkBps, to.listener(host), random);
    endpoint.payloadSink(PatternPayload.checker());
    Port nic = new Port(host, Host.NIC_PORT);
    PacketChannel channel =
        network
            .namespace(host)
            .call(
                () -> PacketChannel.open(NamespaceNetwork.interfaceName(nic), PacketOptions.HOST));
    return HostAgent.start(
        channel, loop, endpoint, NumberShare.ALL, host.ipv4(), linkBps, clock, taps.apply(nic));
  }

  @Override
  public void begin() {
    Traffic connected = Objects.requireNonNull(traffic, "not connected");
    clock.restart();
    call(() -> {
      connected.begin(new NetnsCarrier(loop, agents));
      return true;
    });
  }

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
      for (HostAgent agent : agents) {
        TransportCounters counters = agent.endpoint().counters();
        delivered += counters.bytesDelivered();
        verified += counters.bytesVerified();
        mismatches += counters.payloadMismatches();
      }
      return new Totals(delivered, verified, mismatches);
    });
  }

  @Override
  public Totals settled() {
    return totals();
  }

  @Override
  public PacketLedger packets() {
    return call(() -> {
      PacketLedger sum = PacketLedger.UNKNOWN;
      for (Host host : in.topology().hosts()) {
        HostAgent.FrameCounts frames = agents.get(host.index()).frames();
        sum = sum.plus(RemoteHosts.ledger(host, frames.sent(), frames.received(), frames.lost()));
      }
      return sum;
    });
  }

  @Override
  public RefusedFrames refused() {
    return call(() -> RefusedFrames.of(agents.stream().map(HostAgent::endpoint)));
  }

  @Override
  public List<Long> lostFrames() {
    return call(() -> agents.stream().map(agent -> agent.frames().lost()).toList());
  }

  @Override
  public SendLateness lateness() {
    return call(() ->
        agents.stream().map(HostAgent::lateness).reduce(SendLateness.NONE, SendLateness::plus));
  }

  @Override
  public Optional<ReorderPeak> mostKept() {
    return call(() ->
        ResultRecords.mostKeptHere(
            in.spec(), in.topology(), host -> agents.get(host.index()).endpoint().counters()));
  }

  @Override
  public Optional<Lost> lost() {
    Map<Integer, String> failed =
        call(() -> {
          Map<Integer, String> reasons = new LinkedHashMap<>();
          for (Host host : in.topology().hosts()) {
            agents
                .get(host.index())
                .failure(in.topology()::hostName)
                .ifPresent(why -> reasons.put(host.index(), why));
          }
          return reasons;
        });
    return failed.isEmpty() ? Optional.empty() : Optional.of(new Lost(failed));
  }

  @Override
  public void close() {
    agents.forEach(HostAgent::close);
  }

  /**
   * Carries traffic over raw sockets, its payload a pattern that receivers check.
   *
   * @param loop of all agents
   * @param agents by host
   */
  record NetnsCarrier(EventLoop loop, List<HostAgent> agents) implements EndpointCarrier {
    @Override
    public TransportEndpoint endpoint(Host host) {
      return agents.get(host.index()).endpoint();
    }

    @Override
    public void wake(Host host) {
      // Not at once: the caller may be inside the endpoint.
      loop.execute(agents.get(host.index())::wake);
    }

    @Override
    public long send(
        Host from, long startPs, Destination to, long bytes, PathParameters path, String scheme) {
      TransportEndpoint endpoint = endpoint(from);
      // The endpoint may have seen a later time than its start.
      long nowPs = agents.get(from.index()).nowPs();
      PatternPayload.Source payload = new PatternPayload.Source(from.ipv4());
      int connection = endpoint.open(nowPs, to, path, scheme);
      long message = endpoint.send(nowPs, connection, bytes, payload);
      payload.numberAs(message);
      endpoint.close(nowPs, connection);
      return message;
    }
  }
}
