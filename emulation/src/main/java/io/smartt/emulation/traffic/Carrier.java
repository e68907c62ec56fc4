package io.smartt.emulation.traffic;

import io.smartt.emulation.report.FlowCounters;
import io.smartt.emulation.topology.Host;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;

/** What carries traffic: the transports of hosts. For the thread of each host. */
public interface Carrier {
  /** Begins a message on a connection of its own; gives its number. */
  long send(Host from, long nowPs, Destination to, long bytes, PathParameters path);

  /** The connection of a message of that host. */
  int connection(Host from, long message);

  /** What the sender of a connection has counted. */
  FlowCounters counters(Host from, int connection, long bytesDelivered);

  /** Lets a host send what it has been given. */
  void wake(Host host);
}
