package io.smartt.emulation.docker;

import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Node;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Hosts and switches that somebody else runs, such as a Compose tool: each is found by its name and
 * listens at the standard port, and whoever runs it brings it back.
 */
public record NamedNodes() implements FabricNodes {
  @Override
  public InetSocketAddress api(Node node) {
    return InetSocketAddress.createUnresolved(
        node.name(), node instanceof Host ? NodeCommands.AGENT_PORT : NodeCommands.SWITCH_PORT);
  }

  @Override
  public Optional<String> ended(Node node) {
    return Optional.of("it does not answer");
  }

  @Override
  public void restart(Node node) {}
}
