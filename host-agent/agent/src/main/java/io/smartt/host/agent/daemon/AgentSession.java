package io.smartt.host.agent.daemon;

import module java.base;

import io.grpc.stub.ServerCallStreamObserver;
import io.netty.channel.EventLoop;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.PatternPayload;
import io.smartt.host.agent.daemon.FrameTap.Captures;
import io.smartt.host.agent.v1.CapturedFrames;
import io.smartt.host.agent.v1.ConfigureRequest;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.Flow;
import io.smartt.host.agent.v1.FlowOrder;
import io.smartt.host.agent.v1.Incoming;
import io.smartt.host.agent.v1.Report;
import io.smartt.host.own.OwnClasses;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.NumberShare;
import io.smartt.host.transport.TransportEndpoint;

/**
 * One experiment on an agent: fresh transports, its flows, and those who watch. Flows go to the
 * shards alternately. Thread safe, but for what names the first shard's loop.
 */
final class AgentSession implements AutoCloseable {
  private static final int CONNECTION_NUMBERS = 1 << 16;

  private final List<AgentShard> shards;
  private final Reports reports;
  private final Captures captures;
  private final boolean endUnwatched;
  private final Set<Long> orders = new LinkedHashSet<>();

  private AgentSession(
      List<AgentShard> shards, Reports reports, Captures captures, boolean endUnwatched) {
    this.shards = List.copyOf(shards);
    this.reports = reports;
    this.captures = captures;
    this.endUnwatched = endUnwatched;
  }

  /**
   * Opens the interface and begins to receive. Not on an event loop.
   *
   * @param loops one a shard
   * @throws IllegalArgumentException if the request is wrong; nothing is open then
   * @throws io.smartt.host.packetio.PacketIoException if the interface cannot be opened
   */
  static AgentSession begin(
      ConfigureRequest request,
      AgentInterface on,
      List<EventLoop> loops,
      EndpointRequest.EndpointFactory factory) {
    int count = loops.size();
    Destination address =
        new Destination(request.getIpv4(), request.getMac() == 0 ? on.mac() : request.getMac());
    // All shards together leave no faster than the link.
    long linkBps = (request.getLinkBps() + count - 1) / count;
    long epochNs = request.getEpochUnixNs() == 0 ? KernelClock.unixNs() : request.getEpochUnixNs();
    Reports reports = new Reports(loops.getFirst(), count);
    Captures captures = new Captures(loops.getFirst());
    List<FlowEvents> events = new ArrayList<>();
    List<Map<Long, AgentFlow>> flows = new ArrayList<>();
    List<TransportEndpoint> endpoints = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      flows.add(new LinkedHashMap<>());
      events.add(
          new FlowEvents(loops.get(i), flows.get(i), request.getSampleIntervalPs(), reports, i));
      EndpointRequest wanted =
          new EndpointRequest(
              address,
              linkBps,
              request.getNetworkRttPs(),
              request.getSeed() + i,
              request.getSettingsMap(),
              algorithms(request));
      endpoints.add(factory.create(wanted, events.get(i)));
      endpoints.get(i).payloadSink(PatternPayload.checker());
    }
    // What the session before sent may still come, and must not be taken for this one's.
    int turn = new SplittableRandom().nextInt(CONNECTION_NUMBERS);
    List<PacketChannel> channels = on.open(count);
    List<AgentShard> shards = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      KernelClock clock = new KernelClock();
      clock.restartAt(epochNs);
      FrameTap tap = new FrameTap(clock, captures);
      HostAgent host =
          HostAgent.start(
              channels.get(i),
              loops.get(i),
              endpoints.get(i),
              new NumberShare(i, count, turn),
              address.ipv4(),
              linkBps,
              clock,
              List.of(tap));
      events.get(i).connect(host);
      shards.add(
          new AgentShard(
              loops.get(i), clock, host, tap, events.get(i), address.ipv4(), flows.get(i)));
    }
    return new AgentSession(shards, reports, captures, request.getEndUnwatched());
  }

  private static List<EndpointRequest.Algorithm> algorithms(ConfigureRequest request) {
    return request.getOwnAlgorithmsList().stream()
        .map(own -> {
          SortedMap<String, byte[]> classes = new TreeMap<>();
          own.getClassesMap().forEach((name, file) -> classes.put(name, file.toByteArray()));
          return new EndpointRequest.Algorithm(
              own.getRole(), new OwnClasses(own.getFile(), classes));
        })
        .toList();
  }

  /**
   * Starts flows when their time comes.
   *
   * @throws IllegalArgumentException if one cannot be; none begins then
   * @throws IllegalStateException if one is there already; none begins then
   */
  synchronized void start(List<FlowOrder> wanted) {
    wanted.forEach(this::check);
    List<List<FlowOrder>> parts = new ArrayList<>();
    shards.forEach(_ -> parts.add(new ArrayList<>()));
    for (FlowOrder order : wanted) {
      parts.get(orders.size() % shards.size()).add(order);
      orders.add(order.getFlowId());
    }
    for (int i = 0; i < shards.size(); i++) {
      AgentShard shard = shards.get(i);
      List<FlowOrder> part = parts.get(i);
      if (!part.isEmpty()) {
        shard.call(() -> {
          shard.start(part);
          return part;
        });
      }
    }
  }

  private void check(FlowOrder order) {
    String flow = "flow " + Long.toUnsignedString(order.getFlowId());
    if (orders.contains(order.getFlowId())) {
      throw new IllegalStateException(flow + " is there already");
    }
    if (order.getSizeBytes() <= 0) {
      throw new IllegalArgumentException(flow + ": size_bytes is positive");
    }
    try {
      var _ = AgentShard.path(order);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(flow + ": " + e.getMessage(), e);
    }
  }

  /** Returns the flows in the order in which they were asked for. */
  synchronized List<Flow> flows() {
    Map<Long, Flow> byId = new HashMap<>();
    for (AgentShard shard : shards) {
      shard.call(shard::flows).forEach(flow -> byId.put(flow.getOrder().getFlowId(), flow));
    }
    return orders.stream().map(byId::get).toList();
  }

  /** Returns what has begun to arrive and is not whole. */
  List<Incoming> incoming() {
    return shards.stream().flatMap(shard -> shard.call(shard::incoming).stream()).toList();
  }

  Counters counters() {
    return CounterMessages.sum(
        shards.stream().map(shard -> shard.call(shard::counters)).toArray(Counters[]::new));
  }

  /** Begins reports to a caller; called on the first shard's loop. */
  void watch(ServerCallStreamObserver<Report> call) {
    AgentShard first = shards.getFirst();
    first.report();
    reports.watch(call, first.nowPs());
  }

  /**
   * Returns whether that was the last, and the experiment is to end with it. On the first shard's
   * loop.
   */
  boolean unwatch(ServerCallStreamObserver<Report> call) {
    reports.unwatch(call);
    return endUnwatched && reports.watchers() == 0;
  }

  /** The number of watchers. */
  int watchers() {
    return reports.watchers();
  }

  /** Begins a caller's capture; called on the first shard's loop. */
  void capture(ServerCallStreamObserver<CapturedFrames> call, int snapBytes) {
    captures.begin(call, snapBytes);
  }

  /** Ends a caller's capture; called on the first shard's loop. */
  void endCapture(ServerCallStreamObserver<CapturedFrames> call) {
    captures.end(call);
  }

  /** Ends the session: watchers receive the reports so far. Not on an event loop. */
  @Override
  public void close() {
    for (AgentShard shard : shards.reversed()) {
      shard.call(() -> {
        shard.end();
        return shard;
      });
    }
    // The others' last reports are before this one on the first shard's loop.
    AgentShard first = shards.getFirst();
    first.call(() -> {
      reports.complete();
      captures.complete();
      return first;
    });
    shards.forEach(AgentShard::close);
  }
}
