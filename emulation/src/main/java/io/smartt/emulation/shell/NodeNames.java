package io.smartt.emulation.shell;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import java.util.List;

/** The nodes of a network by name, for who types them. */
public record NodeNames(List<String> hosts, List<String> switches) {
  /** Returns the names of a network's nodes. */
  public static NodeNames of(Topology topology) {
    return new NodeNames(
        topology.hosts().stream().map(Host::name).toList(),
        topology.switches().stream().map(Switch::name).toList());
  }

  boolean isHost(String name) {
    return hosts.contains(name);
  }

  boolean isSwitch(String name) {
    return switches.contains(name);
  }

  static Host host(Topology topology, String name) {
    return topology
        .node(name)
        .filter(Host.class::isInstance)
        .map(Host.class::cast)
        .orElseThrow(() -> unknown("host", name, of(topology).hosts()));
  }

  static Host hostOrAddress(Topology topology, String name) {
    return topology.hosts().stream()
        .filter(host -> host.ipv4Text().equals(name))
        .findFirst()
        .orElseGet(() -> host(topology, name));
  }

  static Switch device(Topology topology, String name) {
    return topology
        .node(name)
        .filter(Switch.class::isInstance)
        .map(Switch.class::cast)
        .orElseThrow(() -> unknown("switch", name, of(topology).switches()));
  }

  static Node node(Topology topology, String name) {
    NodeNames names = of(topology);
    return topology
        .node(name)
        .orElseThrow(() ->
            new UserInputException(
                "there is no node '%s'; hosts: %s; switches: %s"
                    .formatted(
                        name,
                        String.join(" ", names.hosts()),
                        String.join(" ", names.switches()))));
  }

  private static UserInputException unknown(String kind, String name, List<String> there) {
    return new UserInputException(
        "there is no %s '%s'; %s".formatted(kind, name, NearNames.hint(name, there)));
  }
}
