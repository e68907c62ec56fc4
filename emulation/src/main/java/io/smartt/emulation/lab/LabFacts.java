package io.smartt.emulation.lab;

import java.util.List;

/**
 * {@code lab.json}: what a lab is.
 *
 * @param name of the lab
 * @param profile it was built of
 * @param fabric it runs on
 * @param topology in words
 * @param process number of the process that holds it, switches included
 * @param begun when, ISO 8601
 * @param socket where it takes requests
 * @param page address of its live page; empty without one
 * @param p4Runtime address of its P4Runtime server; empty where the switches have none
 * @param nodes hosts, then switches
 * @param links ends, rate and whether it is up
 */
public record LabFacts(
    String name,
    String profile,
    String fabric,
    String topology,
    long process,
    String begun,
    String socket,
    String page,
    String p4Runtime,
    List<LabFacts.LabNode> nodes,
    List<String> links) {
  /** Copies the lists. */
  public LabFacts {
    nodes = List.copyOf(nodes);
    links = List.copyOf(links);
  }

  /** Names of its nodes of a kind. */
  public List<String> names(String kind) {
    return nodes.stream().filter(node -> node.kind().equals(kind)).map(LabNode::name).toList();
  }

  /**
   * A node of a lab.
   *
   * @param name of the node
   * @param kind {@code host} or {@code switch}
   * @param address IPv4 address of a host; of a switch its device id of P4Runtime
   * @param place network namespace that it is in; empty where there is none
   */
  public record LabNode(String name, String kind, String address, String place) {}
}
