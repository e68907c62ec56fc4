package io.smartt.host.agent.daemon;

import io.grpc.stub.ServerCallStreamObserver;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.smartt.agent.v1.CapturedFrames;
import io.smartt.agent.v1.ConfigureRequest;
import io.smartt.agent.v1.Counters;
import io.smartt.agent.v1.Flow;
import io.smartt.agent.v1.FlowOrder;
import io.smartt.agent.v1.Incoming;
import io.smartt.agent.v1.Report;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.PatternPayload;
import io.smartt.host.own.OwnAlgorithmException;
import io.smartt.host.own.OwnClasses;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One experiment on an agent: a fresh transport, its flows, and those who watch. All but {@link
 * #begin} and {@link #close} is for the event loop.
 */
final class AgentSession implements AutoCloseable {
  private static final long REPORT_MS = 50;
  private static final long PS_PER_NS = 1_000;

  private final EventLoop loop;
  private final KernelClock clock;
  private final HostAgent host;
  private final FrameTap tap;
  private final FlowEvents events;
  private final int ipv4;
  private final Map<Long, AgentFlow> flows;
  private final boolean endUnwatched;
  private final Future<?> reporting;

  private AgentSession(
      EventLoop loop,
      KernelClock clock,
      HostAgent host,
      FrameTap tap,
      FlowEvents events,
      int ipv4,
      Map<Long, AgentFlow> flows,
      boolean endUnwatched) {
    this.endUnwatched = endUnwatched;
    this.loop = loop;
    this.clock = clock;
    this.host = host;
    this.tap = tap;
    this.events = events;
    this.ipv4 = ipv4;
    this.flows = flows;
    reporting = loop.scheduleAtFixedRate(this::report, REPORT_MS, REPORT_MS, TimeUnit.MILLISECONDS);
  }

  /**
   * Opens the interface and begins to receive. Not on the event loop.
   *
   * @throws IllegalArgumentException if the request is wrong; nothing is open then
   * @throws io.smartt.host.packetio.PacketIoException if the interface cannot be opened
   */
  static AgentSession begin(
      ConfigureRequest request, AgentInterface on, EventLoop loop, EndpointFactory factory) {
    Destination address =
        new Destination(request.getIpv4(), request.getMac() == 0 ? on.mac() : request.getMac());
    EndpointRequest wanted =
        new EndpointRequest(
            address,
            request.getLinkBps(),
            request.getNetworkRttPs(),
            request.getSeed(),
            request.getSettingsMap(),
            algorithms(request));
    KernelClock clock = new KernelClock();
    if (request.getEpochUnixNs() != 0) {
      clock.restartAt(request.getEpochUnixNs());
    }
    Map<Long, AgentFlow> flows = new LinkedHashMap<>();
    FlowEvents events = new FlowEvents(loop, flows, request.getSampleIntervalPs());
    TransportEndpoint endpoint = factory.create(wanted, events);
    endpoint.payloadSink(PatternPayload.checker());
    PacketChannel channel = on.open();
    FrameTap tap = new FrameTap(clock);
    HostAgent host =
        HostAgent.start(
            channel, loop, endpoint, address.ipv4(), request.getLinkBps(), clock, List.of(tap));
    events.connect(host);
    return new AgentSession(
        loop, clock, host, tap, events, address.ipv4(), flows, request.getEndUnwatched());
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

  private static String dotted(int ipv4) {
    return "%d.%d.%d.%d".formatted(ipv4 >>> 24, ipv4 >> 16 & 255, ipv4 >> 8 & 255, ipv4 & 255);
  }

  /**
   * Starts flows when their time comes.
   *
   * @throws IllegalArgumentException if one cannot be; none begins then
   * @throws IllegalStateException if one is there already; none begins then
   */
  void start(List<FlowOrder> orders) {
    for (FlowOrder order : orders) {
      check(order);
    }
    for (FlowOrder order : orders) {
      AgentFlow flow = new AgentFlow(order);
      flows.put(flow.id(), flow);
      // Not the host's time, which is never before 0.
      long waitNs = (order.getStartPs() - clock.nowPs()) / PS_PER_NS;
      if (waitNs <= 0) {
        send(flow);
      } else {
        var _ =
            loop.schedule(
                () -> {
                  send(flow);
                  host.wake();
                },
                waitNs,
                TimeUnit.NANOSECONDS);
      }
    }
    host.wake();
  }

  private void check(FlowOrder order) {
    String flow = "flow " + Long.toUnsignedString(order.getFlowId());
    if (flows.containsKey(order.getFlowId())) {
      throw new IllegalStateException(flow + " is there already");
    }
    if (order.getSizeBytes() <= 0) {
      throw new IllegalArgumentException(flow + ": size_bytes is positive");
    }
    try {
      path(order);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(flow + ": " + e.getMessage(), e);
    }
  }

  private static PathParameters path(FlowOrder order) {
    return new PathParameters(order.getBaseRttPs(), order.getBottleneckBps());
  }

  private void send(AgentFlow flow) {
    if (flow.state != Flow.State.WAITING || reporting.isCancelled()) {
      return;
    }
    try {
      begin(flow);
    } catch (OwnAlgorithmException e) {
      host.fail(e);
    }
  }

  private void begin(AgentFlow flow) {
    TransportEndpoint endpoint = host.endpoint();
    FlowOrder order = flow.order;
    long nowPs = host.nowPs();
    PatternPayload.Source payload = new PatternPayload.Source(ipv4);
    int connection =
        endpoint.open(
            nowPs,
            new Destination(order.getDestinationIpv4(), order.getDestinationMac()),
            path(order));
    long message = endpoint.send(nowPs, connection, order.getSizeBytes(), payload);
    payload.numberAs(message);
    endpoint.close(nowPs, connection);
    events.started(flow, nowPs, connection, message);
  }

  List<Flow> flows() {
    return flows.values().stream().map(flow -> flow.message(countersOf(flow))).toList();
  }

  /** What has begun to arrive and is not whole. */
  List<Incoming> incoming() {
    List<Incoming> all = new ArrayList<>();
    host.endpoint()
        .forEachIncoming((source, message, bytes) ->
            all.add(
                Incoming.newBuilder()
                    .setSourceIpv4(source)
                    .setMessageId(message)
                    .setPlacedBytes(bytes)
                    .build()));
    return all;
  }

  private Counters countersOf(AgentFlow flow) {
    return flow.state == Flow.State.RUNNING
        ? CounterMessages.of(host.endpoint().counters(flow.connection))
        : flow.counters;
  }

  Counters counters() {
    return CounterMessages.of(host);
  }

  void watch(ServerCallStreamObserver<Report> call) {
    events.watch(call);
  }

  /** Whether that was the last, and the experiment is to end with it. */
  boolean unwatch(ServerCallStreamObserver<Report> call) {
    events.unwatch(call);
    return endUnwatched && events.watchers() == 0;
  }

  /** The number of watchers, for any thread. */
  int watchers() {
    return events.watchers();
  }

  void capture(ServerCallStreamObserver<CapturedFrames> call, int snapBytes) {
    tap.begin(call, snapBytes);
  }

  void endCapture(ServerCallStreamObserver<CapturedFrames> call) {
    tap.end(call);
  }

  private void report() {
    host.failure(AgentSession::dotted).ifPresent(events::failed);
    events.report();
    tap.flush();
  }

  /** Ends the session: watchers receive the reports so far. Not on the event loop. */
  @Override
  public void close() {
    loop.submit(
            () -> {
              reporting.cancel(false);
              events.report();
              events.complete();
              tap.complete();
            })
        .syncUninterruptibly();
    host.close();
  }
}
