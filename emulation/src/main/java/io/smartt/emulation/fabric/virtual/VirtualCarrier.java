package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.topology.Host;
import io.smartt.emulation.traffic.EndpointCarrier;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;

/** Carries traffic over the virtual fabric, its payload only counted. */
record VirtualCarrier(VirtualFabric fabric) implements EndpointCarrier {
  @Override
  public TransportEndpoint endpoint(Host host) {
    return fabric.endpoint(host);
  }

  @Override
  public long send(Host from, long nowPs, Destination to, long bytes, PathParameters path) {
    return fabric.endpoint(from).send(nowPs, to, bytes, path);
  }

  @Override
  public void wake(Host host) {
    fabric.wake(host);
  }
}
