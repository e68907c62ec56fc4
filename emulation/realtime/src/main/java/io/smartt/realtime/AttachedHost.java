package io.smartt.realtime;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.traffic.Traffic;

/**
 * A host whose agent is elsewhere, with the network facts that its agent needs.
 *
 * @param mac what its frames come from, low 48 bits
 * @param gatewayMac what its frames are sent to: the first hop's
 * @param clockOffsetNs how much its clock is ahead of this machine's; 0 if that is within the
 *     measurement error
 */
public record AttachedHost(RemoteAgent agent, long mac, long gatewayMac, long clockOffsetNs) {
  /** Attaches hosts on this machine, whose switches route to any MAC address. */
  public static List<AttachedHost> nearby(Topology topology, List<RemoteAgent> agents) {
    return on(topology, agents, _ -> 0);
  }

  /**
   * Attaches hosts on several machines, whose switches route to any MAC address.
   *
   * @param clockOffsetNs how much the clock of a host's machine is ahead of this one's
   */
  public static List<AttachedHost> on(
      Topology topology, List<RemoteAgent> agents, ToLongFunction<Host> clockOffsetNs) {
    return topology.hosts().stream()
        .map(host -> of(agents.get(host.index()), host.mac(), clockOffsetNs.applyAsLong(host)))
        .toList();
  }

  /**
   * Attaches a host whose switches route to any MAC address.
   *
   * @param mac what its frames come from, low 48 bits
   */
  public static AttachedHost of(RemoteAgent agent, long mac, long clockOffsetNs) {
    return new AttachedHost(agent, mac, Traffic.GATEWAY_MAC, clockOffsetNs);
  }

  /** Returns this host behind a router. */
  public AttachedHost behind(long routerMac) {
    return new AttachedHost(agent, mac, routerMac, clockOffsetNs);
  }
}
