package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.experiment.report.EntropyTrace;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportCounters;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener.IncomingMessages;

/** Carries messages between hosts: the hosts' transports. For the thread of each host. */
public interface Carrier {
  /**
   * Begins a message on a connection of its own; returns its number.
   *
   * @param scheme its congestion control; {@link
   *     io.smartt.host.transport.TransportEndpoint#OWN_SCHEME} for the host's
   */
  long send(Host from, long nowPs, Destination to, long bytes, PathParameters path, String scheme);

  /** Returns the connection of a host's message. */
  int connection(Host from, long message);

  /** Returns the counters of a connection's sender. */
  FlowCounters counters(Host from, int connection, long bytesDelivered);

  /** Returns what tells how many bytes of a connection nobody answered yet; empty if none does. */
  default Optional<LongSupplier> inFlightBytes(Host from, int connection) {
    return Optional.empty();
  }

  /** Returns what tells how many entropies a connection would use again; empty if none does. */
  default Optional<IntSupplier> reusableEntropies(Host from, int connection) {
    return Optional.empty();
  }

  /** Returns what tells which entropies a connection uses; empty if it keeps none. */
  default Optional<EntropyTrace.Reader> entropyValues(Host from, int connection) {
    return Optional.empty();
  }

  /** Returns what tells how many entropies a connection keeps out of use; empty if none does. */
  default Optional<IntSupplier> avoidedEntropies(Host from, int connection) {
    return Optional.empty();
  }

  /** Tells of each message that has begun to arrive at a host and is not whole. */
  void incoming(Host to, IncomingMessages visitor);

  /** Returns whether a host can still be asked: its counters are not known otherwise. */
  default boolean isKnown(Host host) {
    return true;
  }

  /** Makes a host send the messages that it was given. */
  void wake(Host host);

  /** Carries traffic by endpoints in this process. */
  public interface EndpointCarrier extends Carrier {
    TransportEndpoint endpoint(Host host);

    @Override
    default int connection(Host from, long message) {
      return endpoint(from).connectionOf(message);
    }

    @Override
    default Optional<LongSupplier> inFlightBytes(Host from, int connection) {
      TransportEndpoint endpoint = endpoint(from);
      return Optional.of(() -> endpoint.inFlightBytes(connection));
    }

    @Override
    default Optional<IntSupplier> reusableEntropies(Host from, int connection) {
      TransportEndpoint endpoint = endpoint(from);
      return kept(() -> endpoint.reusableEntropies(connection));
    }

    @Override
    default Optional<IntSupplier> avoidedEntropies(Host from, int connection) {
      TransportEndpoint endpoint = endpoint(from);
      return kept(() -> endpoint.avoidedEntropies(connection));
    }

    @Override
    default Optional<EntropyTrace.Reader> entropyValues(Host from, int connection) {
      if (reusableEntropies(from, connection).isEmpty()
          && avoidedEntropies(from, connection).isEmpty()) {
        return Optional.empty();
      }
      TransportEndpoint endpoint = endpoint(from);
      return Optional.of((state, into) ->
          switch (state) {
            case IN_FLIGHT -> endpoint.inFlightEntropies(connection, into);
            case REUSABLE -> endpoint.reusableEntropies(connection, into);
            case AVOIDED -> endpoint.avoidedEntropies(connection, into);
          });
    }

    private static Optional<IntSupplier> kept(IntSupplier number) {
      return Optional.of(number).filter(asked -> asked.getAsInt() != PathSelector.NOT_KEPT);
    }

    @Override
    default void incoming(Host to, IncomingMessages visitor) {
      endpoint(to).forEachIncoming(visitor);
    }

    @Override
    default FlowCounters counters(Host from, int connection, long bytesDelivered) {
      TransportCounters sent = endpoint(from).counters(connection);
      return new FlowCounters(
          sent.dataFramesSent(),
          sent.retransmissions(),
          sent.timeouts(),
          sent.trimsNotified(),
          sent.marksReceived(),
          bytesDelivered,
          bytesDelivered,
          0,
          FlowEnds.BOTH);
    }
  }
}
