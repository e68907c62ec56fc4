package io.smartt.emulation.trace;

import io.smartt.emulation.topology.Topology;
import java.util.List;

/**
 * A name for an address in the trace.
 *
 * @param ipv4 the address, its first octet in the highest eight bits
 * @param name of the host
 */
public record HostName(int ipv4, String name) {

  /** Returns the names of a network's hosts, in the order of their numbers. */
  public static List<HostName> of(Topology topology) {
    return topology.hosts().stream().map(host -> new HostName(host.ipv4(), host.name())).toList();
  }
}
