package io.smartt.emulation.fabric.netns;

import java.util.List;
import java.util.Optional;

/**
 * What a network of namespaces is made of: hosts, each in a namespace of its own, and cables
 * between hosts and switch ports, which are all in one.
 *
 * @param mtuBytes of every interface: bytes of the longest IP packet
 * @param hosts each with one interface
 * @param pairs in any order
 */
public record VethLayout(int mtuBytes, List<HostSpec> hosts, List<VethPair> pairs) {
  /** Characters of the longest interface name that Linux takes. */
  static final int MAX_INTERFACE_NAME = 15;

  /** With copies of the lists. */
  public VethLayout {
    hosts = List.copyOf(hosts);
    pairs = List.copyOf(pairs);
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
   * An end of a cable.
   *
   * @param host whose it is; empty: of the switches
   * @param interfaceName unique within its namespace
   * @param mac address; empty: the kernel's choice
   */
  public record VethEnd(Optional<String> host, String interfaceName, Optional<String> mac) {}
}
