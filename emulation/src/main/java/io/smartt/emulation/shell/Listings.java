package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;

/** A network in words, in the forms that Mininet's prompt has. */
final class Listings {
  private final Topology topology;

  Listings(Topology topology) {
    this.topology = topology;
  }

  List<String> nodes() {
    return List.of("available nodes are:", all().map(Node::name).collect(Collectors.joining(" ")));
  }

  List<String> net() {
    return all()
        .map(node ->
            node.name()
                + " "
                + topology.adjacencies(node).stream()
                    .map(out ->
                        new Port(node, out.port()).interfaceName()
                            + ":"
                            + out.peer().interfaceName())
                    .collect(Collectors.joining(" ")))
        .toList();
  }

  List<String> links() {
    return topology.links().stream()
        .map(link ->
            "%s<->%s (%s)"
                .formatted(
                    link.a().interfaceName(),
                    link.b().interfaceName(),
                    topology.isUp(link) ? "OK" : "down"))
        .toList();
  }

  List<String> dump() {
    return all()
        .map(node ->
            switch (node) {
              case Host host ->
                  "<Host %s: %s:%s mac=%s>"
                      .formatted(host.name(), interfaces(host), host.ipv4Text(), host.macText());
              case Switch sw ->
                  "<Switch %s: %s device=%d>".formatted(sw.name(), interfaces(sw), sw.id());
            })
        .toList();
  }

  List<String> ports() {
    return topology.switches().stream()
        .map(sw ->
            sw.name()
                + " "
                + topology.adjacencies(sw).stream()
                    .map(out -> new Port(sw, out.port()).interfaceName() + ":" + out.port())
                    .collect(Collectors.joining(" ")))
        .toList();
  }

  List<String> intfs() {
    return all().map(node -> node.name() + ": " + interfaces(node)).toList();
  }

  private String interfaces(Node node) {
    return topology.adjacencies(node).stream()
        .map(Adjacency::port)
        .map(port -> new Port(node, port).interfaceName())
        .collect(Collectors.joining(","));
  }

  private Stream<Node> all() {
    return Stream.concat(topology.hosts().stream(), topology.switches().stream());
  }
}
