package io.smartt.emulation.fabric.netns;

import io.smartt.emulation.fabric.netns.VethLayout.HostSpec;
import io.smartt.emulation.fabric.netns.VethLayout.VethEnd;
import io.smartt.emulation.fabric.netns.VethLayout.VethPair;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import java.util.List;
import java.util.Optional;

/**
 * The veth pairs of a topology. Hosts have their IPv4 address and one static neighbour that stands
 * for all others, since switches route.
 */
final class TopologyVethLayout {
  private static final String GATEWAY = "169.254.0.1";
  private static final String GATEWAY_MAC = "02:01:00:00:00:00";

  private TopologyVethLayout() {}

  static VethLayout of(Topology topology) {
    return new VethLayout(
        NamespaceNetwork.MTU_BYTES,
        topology.hosts().stream().map(TopologyVethLayout::hostSpec).toList(),
        topology.links().stream().map(link -> new VethPair(end(link.a()), end(link.b()))).toList());
  }

  private static HostSpec hostSpec(Host host) {
    String name = interfaceName(new Port(host, Host.NIC_PORT));
    return new HostSpec(
        host.name(),
        List.of(
            "addr add " + host.ipv4Text() + "/32 dev " + name,
            "neigh add " + GATEWAY + " lladdr " + GATEWAY_MAC + " dev " + name + " nud permanent",
            "route add default via " + GATEWAY + " dev " + name + " onlink"));
  }

  private static VethEnd end(Port port) {
    return port.node() instanceof Host host
        ? new VethEnd(Optional.of(host.name()), interfaceName(port), Optional.of(host.macText()))
        : new VethEnd(Optional.empty(), interfaceName(port), Optional.empty());
  }

  static String interfaceName(Port port) {
    String name = port.interfaceName();
    return name.length() <= VethLayout.MAX_INTERFACE_NAME || !(port.node() instanceof Switch sw)
        ? name
        : "s" + sw.id() + "-eth" + port.number();
  }
}
