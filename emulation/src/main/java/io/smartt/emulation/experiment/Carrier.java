package io.smartt.emulation.experiment;

import io.smartt.emulation.topology.Host;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;

/** What carries traffic: the endpoints of hosts and the clock that flows start by. One thread. */
interface Carrier {
  /** A host's end. */
  TransportEndpoint endpoint(Host host);

  /** The time of a host's end, in picoseconds since the experiment's start. */
  long nowPs(Host host);

  /** Lets a host send what it has been given. */
  void wake(Host host);

  /** Begins a message on a connection of its own; gives its number. */
  long send(Host from, Destination to, long bytes, PathParameters path);

  /**
   * Has {@link Traffic#startDue} called at this time, or now if that has passed. One call is
   * outstanding at most: an earlier time takes the place of a later one.
   */
  void callAt(long timePs);
}
