package io.smartt.virtual;

import io.smartt.base.topology.Host;
import io.smartt.experiment.traffic.EndpointCarrier;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;
import java.util.List;

/**
 * Carries traffic between hosts of a standing network, its payload only counted.
 *
 * @param transports by host
 */
record LiveCarrier(List<LiveTransport> transports) implements EndpointCarrier {
  @Override
  public TransportEndpoint endpoint(Host host) {
    return transports.get(host.index()).endpoint();
  }

  @Override
  public long send(
      Host from, long nowPs, Destination to, long bytes, PathParameters path, String scheme) {
    return endpoint(from).send(nowPs, to, bytes, path, scheme);
  }

  @Override
  public void wake(Host host) {
    transports.get(host.index()).wake();
  }
}
