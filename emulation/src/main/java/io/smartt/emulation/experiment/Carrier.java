package io.smartt.emulation.experiment;

import io.smartt.emulation.topology.Host;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;

/** What carries traffic: the endpoints of hosts. For the thread of each host. */
interface Carrier {
  /** A host's end. */
  TransportEndpoint endpoint(Host host);

  /** Begins a message on a connection of its own; gives its number. */
  long send(Host from, long nowPs, Destination to, long bytes, PathParameters path);

  /** Lets a host send what it has been given. */
  void wake(Host host);
}
