package io.smartt.realtime.containers;

import module java.base;

import io.smartt.base.topology.Node;

/**
 * Hosts and switches that another tool runs, such as Compose: each is found by its name and listens
 * at the default port. That tool restarts it.
 */
public record NamedNodes() implements FabricNodes {
  @Override
  public InetSocketAddress at(Node node, int tcpPort) {
    return InetSocketAddress.createUnresolved(node.name(), tcpPort);
  }

  @Override
  public Optional<String> ended(Node node) {
    return Optional.of("it does not answer");
  }

  @Override
  public void restart(Node node) {}
}
