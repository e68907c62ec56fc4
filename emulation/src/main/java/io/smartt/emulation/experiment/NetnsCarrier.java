package io.smartt.emulation.experiment;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.smartt.emulation.topology.Host;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.PatternPayload;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Carries traffic over raw sockets, its payload a pattern that receivers check. */
final class NetnsCarrier implements Carrier {
  private static final long PS_PER_NS = 1_000;

  private final EventLoop loop;
  private final List<HostAgent> agents;
  private final LongSupplier clockPs;
  private final LongConsumer onCall;
  private @Nullable Future<?> pending;
  private long pendingPs;

  /**
   * @param loop of all agents
   * @param agents by host
   * @param onCall the traffic's {@code startDue}
   */
  NetnsCarrier(EventLoop loop, List<HostAgent> agents, LongSupplier clockPs, LongConsumer onCall) {
    this.loop = loop;
    this.agents = agents;
    this.clockPs = clockPs;
    this.onCall = onCall;
  }

  @Override
  public TransportEndpoint endpoint(Host host) {
    return agents.get(host.index()).endpoint();
  }

  @Override
  public long nowPs(Host host) {
    return agents.get(host.index()).nowPs();
  }

  @Override
  public void wake(Host host) {
    // Not at once: whoever asks may be inside the endpoint.
    loop.execute(agents.get(host.index())::wake);
  }

  @Override
  public long send(Host from, Destination to, long bytes, PathParameters path) {
    TransportEndpoint endpoint = endpoint(from);
    long nowPs = nowPs(from);
    PatternPayload.Source payload = new PatternPayload.Source(from.ipv4());
    int connection = endpoint.open(nowPs, to, path);
    long message = endpoint.send(nowPs, connection, bytes, payload);
    payload.numberAs(message);
    endpoint.close(nowPs, connection);
    return message;
  }

  @Override
  public void callAt(long timePs) {
    if (pending != null) {
      if (pendingPs <= timePs) {
        return;
      }
      pending.cancel(false);
    }
    pendingPs = timePs;
    long waitNs = timePs == Long.MIN_VALUE ? 0 : (timePs - clockPs.getAsLong()) / PS_PER_NS;
    pending = loop.schedule(this::call, Math.max(0, waitNs), TimeUnit.NANOSECONDS);
  }

  private void call() {
    pending = null;
    onCall.accept(Math.max(pendingPs, clockPs.getAsLong()));
  }
}
