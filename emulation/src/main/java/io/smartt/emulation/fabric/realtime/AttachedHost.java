package io.smartt.emulation.fabric.realtime;

import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.traffic.Traffic;
import java.util.List;

/**
 * A host whose agent is elsewhere, with what it needs to know of the network that it is on.
 *
 * @param mac what its frames come from, low 48 bits
 * @param gatewayMac what its frames are sent to: the first hop's
 * @param clockOffsetNs how much its clock is ahead of ours; 0 if that is within the error of
 *     finding out
 */
public record AttachedHost(RemoteAgent agent, long mac, long gatewayMac, long clockOffsetNs) {
  /** Where switches route whatever they get and clocks are one. */
  public static List<AttachedHost> nearby(Topology topology, List<RemoteAgent> agents) {
    return topology.hosts().stream()
        .map(host -> of(agents.get(host.index()), host.mac(), 0))
        .toList();
  }

  /**
   * Where switches route whatever they get.
   *
   * @param mac what its frames come from, low 48 bits
   */
  public static AttachedHost of(RemoteAgent agent, long mac, long clockOffsetNs) {
    return new AttachedHost(agent, mac, Traffic.GATEWAY_MAC, clockOffsetNs);
  }

  /** The same behind this router. */
  public AttachedHost behind(long routerMac) {
    return new AttachedHost(agent, mac, routerMac, clockOffsetNs);
  }
}
