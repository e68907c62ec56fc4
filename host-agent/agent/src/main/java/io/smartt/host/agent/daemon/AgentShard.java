package io.smartt.host.agent.daemon;

import module java.base;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.PatternPayload;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.Flow;
import io.smartt.host.agent.v1.FlowOrder;
import io.smartt.host.agent.v1.Incoming;
import io.smartt.host.own.CallGuard.OwnAlgorithmException;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;

/**
 * Some connections of an experiment, with a transport, a socket and an event loop of their own.
 * Nothing that a packet needs is another's too. For its event loop.
 */
final class AgentShard {
  private static final long REPORT_MS = 50;
  private static final long PS_PER_NS = 1_000;

  private final EventLoop loop;
  private final KernelClock clock;
  private final HostAgent host;
  private final FrameTap tap;
  private final FlowEvents events;
  private final int ipv4;
  private final Map<Long, AgentFlow> flows;
  private final Future<?> reporting;

  AgentShard(
      EventLoop loop,
      KernelClock clock,
      HostAgent host,
      FrameTap tap,
      FlowEvents events,
      int ipv4,
      Map<Long, AgentFlow> flows) {
    this.loop = loop;
    this.clock = clock;
    this.host = host;
    this.tap = tap;
    this.events = events;
    this.ipv4 = ipv4;
    this.flows = flows;
    reporting = loop.scheduleAtFixedRate(this::report, REPORT_MS, REPORT_MS, TimeUnit.MILLISECONDS);
  }

  /** Runs a task on the shard's loop, and waits for it. For any thread. */
  <T> T call(Callable<T> task) {
    if (loop.inEventLoop()) {
      try {
        return task.call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    return loop.submit(task).syncUninterruptibly().getNow();
  }

  private static String dotted(int ipv4) {
    return "%d.%d.%d.%d".formatted(ipv4 >>> 24, ipv4 >> 16 & 255, ipv4 >> 8 & 255, ipv4 & 255);
  }

  /** Starts flows when their time comes. */
  void start(List<FlowOrder> orders) {
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

  /**
   * The path of an order.
   *
   * @throws IllegalArgumentException if it cannot be
   */
  static PathParameters path(FlowOrder order) {
    return new PathParameters(order.getBaseRttPs(), order.getBottleneckBps(), order.getDscp());
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
            path(order),
            order.getScheme());
    long message = endpoint.send(nowPs, connection, order.getSizeBytes(), payload);
    payload.numberAs(message);
    endpoint.close(nowPs, connection);
    events.started(flow, nowPs, connection, message);
  }

  List<Flow> flows() {
    return flows.values().stream().map(flow -> flow.message(countersOf(flow))).toList();
  }

  /** Returns what has begun to arrive and is not whole. */
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

  long nowPs() {
    return host.nowPs();
  }

  /** Tells what is new. */
  void report() {
    host.failure(AgentShard::dotted).ifPresent(events::failed);
    events.report();
    tap.flush();
  }

  /** The last report is out, and no flow begins any more. */
  void end() {
    reporting.cancel(false);
    report();
    tap.handOn();
  }

  /** Stops receiving. Not on the event loop. */
  void close() {
    host.close();
  }
}
