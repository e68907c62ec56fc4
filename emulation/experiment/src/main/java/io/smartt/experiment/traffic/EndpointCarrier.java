package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.experiment.report.EntropyTrace;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.transport.IncomingMessages;
import io.smartt.host.transport.TransportCounters;
import io.smartt.host.transport.TransportEndpoint;

/** Carries traffic by endpoints in this process. */
public interface EndpointCarrier extends Carrier {
  /** Returns the transport endpoint of a host. */
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
        FlowEnds.BOTH);
  }
}
