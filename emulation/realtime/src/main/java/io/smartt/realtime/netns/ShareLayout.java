package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.realtime.netns.NetworkShare.Way;
import io.smartt.realtime.netns.VethLayout.HostSpec;
import io.smartt.realtime.netns.VethLayout.Tunnel;

/**
 * The namespaces and cables of a share. Hosts have their IPv4 address and one static neighbour that
 * stands for all others, since switches route.
 */
final class ShareLayout {
  private static final String GATEWAY = "169.254.0.1";
  private static final String GATEWAY_MAC = "02:01:00:00:00:00";

  private ShareLayout() {}

  static VethLayout of(NetworkShare share) {
    List<HostSpec> hosts = new ArrayList<>();
    share.hosts().forEach(host -> hosts.add(hostSpec(host)));
    List<Tunnel> ways = share.ways().stream().map(Way::tunnel).toList();
    if (!ways.isEmpty()) {
      hosts.add(
          new HostSpec(
              NetworkShare.WAYS,
              share.ways().stream()
                  .map(way ->
                      "addr add %s peer %s dev %s"
                          .formatted(way.own(), way.peer(), way.tunnel().end().interfaceName()))
                  .toList()));
    }
    return new VethLayout(
        share.mtuBytes(),
        hosts,
        share.pairs(),
        Stream.concat(share.tunnels().stream(), ways.stream()).toList());
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

  static String interfaceName(Port port) {
    String name = port.interfaceName();
    if (name.length() <= VethLayout.MAX_INTERFACE_NAME) {
      return name;
    }
    return switch (port.node()) {
      case Host host -> "h" + (host.index() + 1) + "-eth" + port.number();
      case Switch sw -> "s" + sw.id() + "-eth" + port.number();
    };
  }
}
