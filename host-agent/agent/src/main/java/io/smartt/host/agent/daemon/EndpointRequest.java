package io.smartt.host.agent.daemon;

import module java.base;

import io.smartt.host.own.OwnClasses;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;

/**
 * A request for a host's transport.
 *
 * @param address the host's own
 * @param linkBps what it sends at most, bits a second; 0: as fast as it goes
 * @param networkRttPs the network's longest base round-trip time
 * @param seed of its randomness
 * @param settings of the experiment, those that differ from their default
 * @param algorithms of the user's, which bring settings of their own
 */
public record EndpointRequest(
    Destination address,
    long linkBps,
    long networkRttPs,
    long seed,
    Map<String, String> settings,
    List<Algorithm> algorithms) {
  /**
   * An algorithm of the user's that the settings name.
   *
   * @param role name of the setting: {@code scheme} or {@code load-balancer}
   * @param classes compiled
   */
  public record Algorithm(String role, OwnClasses classes) {}

  /** Checks the numbers. */
  public EndpointRequest {
    settings = Map.copyOf(settings);
    algorithms = List.copyOf(algorithms);
    if (linkBps < 0) {
      throw new IllegalArgumentException("link_bps is " + linkBps + "; 0 or more is accepted");
    }
    if (networkRttPs <= 0) {
      throw new IllegalArgumentException("network_rtt_ps is " + networkRttPs + "; it is positive");
    }
  }

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
}
