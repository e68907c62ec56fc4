package io.smartt.host.agent.daemon;

import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;

/** Makes the transport that an experiment asks for. */
@FunctionalInterface
public interface EndpointFactory {
  /**
   * Makes the endpoint of a request.
   *
   * @throws IllegalArgumentException naming the setting that is unknown or wrong
   */
  TransportEndpoint create(EndpointRequest request, TransportListener listener);
}
