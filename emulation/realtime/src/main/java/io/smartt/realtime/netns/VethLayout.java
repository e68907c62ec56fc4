package io.smartt.realtime.netns;

import module java.base;

/**
 * The parts of a network of namespaces: hosts, each in a namespace of its own, cables between hosts
 * and switch ports, which are all in one, and tunnels to other machines.
 *
 * @param mtuBytes of every interface: bytes of the longest IP packet
 * @param hosts each with one interface
 * @param pairs in any order
 * @param tunnels of links whose other end is on another machine
 */
public record VethLayout(
    int mtuBytes, List<HostSpec> hosts, List<VethPair> pairs, List<Tunnel> tunnels) {
  /** Characters of the longest interface name that Linux takes. */
  static final int MAX_INTERFACE_NAME = 15;

  /** Copies the lists. */
  public VethLayout {
    hosts = List.copyOf(hosts);
    pairs = List.copyOf(pairs);
    tunnels = List.copyOf(tunnels);
  }

  /**
   * A host.
   *
   * @param name fit for a namespace's name
   * @param setup commands of iproute2's {@code ip} once its interface is up
   */
  public record HostSpec(String name, List<String> setup) {}

  /** A veth pair. */
  public record VethPair(VethEnd a, VethEnd b) {}

  /**
   * This machine's end of a unicast VXLAN (RFC 7348) that stands for a cable.
   *
   * @param vni its number, the same at both ends and no other tunnel's
   * @param local this machine's address
   * @param remote the other machine's
   */
  public record Tunnel(VethEnd end, int vni, InetAddress local, InetAddress remote) {
    /** UDP port of VXLAN. */
    public static final int UDP_PORT = 4789;

    /** The bytes by which a packet in a tunnel is longer: Ethernet, VXLAN, UDP and IPv4 headers. */
    public static final int OVERHEAD_BYTES = 50;
  }

  /**
   * An end of a cable.
   *
   * @param host whose it is; empty: of the switches
   * @param interfaceName unique within its namespace
   * @param mac address; empty: the kernel's choice
   */
  public record VethEnd(Optional<String> host, String interfaceName, Optional<String> mac) {}
}
