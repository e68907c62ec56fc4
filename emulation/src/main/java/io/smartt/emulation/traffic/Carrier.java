package io.smartt.emulation.traffic;

import io.smartt.emulation.report.FlowCounters;
import io.smartt.emulation.topology.Host;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.IncomingMessages;
import io.smartt.host.transport.PathParameters;

/** Carries messages between hosts: the hosts' transports. For the thread of each host. */
public interface Carrier {
  /** Begins a message on a connection of its own; returns its number. */
  long send(Host from, long nowPs, Destination to, long bytes, PathParameters path);

  /** Returns the connection of a host's message. */
  int connection(Host from, long message);

  /** Returns the counters of a connection's sender. */
  FlowCounters counters(Host from, int connection, long bytesDelivered);

  /** Tells of each message that has begun to arrive at a host and is not whole. */
  void incoming(Host to, IncomingMessages visitor);

  /** Whether a host can still be asked: its counters are not known otherwise. */
  default boolean isKnown(Host host) {
    return true;
  }

  /** Has a host send the messages that it was given. */
  void wake(Host host);
}
