package io.smartt.realtime.netns;

import io.netty.channel.EventLoop;
import io.smartt.base.topology.Host;
import io.smartt.experiment.traffic.EndpointCarrier;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.agent.PatternPayload;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;
import java.util.List;

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
