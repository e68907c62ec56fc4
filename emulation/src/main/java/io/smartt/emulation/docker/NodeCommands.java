package io.smartt.emulation.docker;

import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Node;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The command line of a host's or switch's container. */
final class NodeCommands {
  static final int AGENT_PORT = 9560;
  static final int SWITCH_PORT = 9559;

  private static final int QUEUES = 2;

  private NodeCommands() {}

  /** Ports of a node that have a link. */
  static List<Port> ports(Node node, Topology topology) {
    return switch (node) {
      case Host host -> List.of(new Port(host, Host.NIC_PORT));
      case Switch sw ->
          topology.adjacencies(sw).stream()
              .map(adjacency -> new Port(sw, adjacency.port()))
              .toList();
    };
  }

  /** Where its API listens inside. */
  static int apiPort(Node node) {
    return node instanceof Host ? AGENT_PORT : SWITCH_PORT;
  }

  /**
   * What it runs.
   *
   * @param interfaces how a port's interface is told
   */
  static List<String> of(Node node, Topology topology, Function<Port, String> interfaces) {
    List<String> command = new ArrayList<>();
    switch (node) {
      case Host host ->
          command.addAll(
              List.of(
                  "agent",
                  "--interface",
                  interfaces.apply(new Port(host, Host.NIC_PORT)),
                  "--listen",
                  "0.0.0.0:" + AGENT_PORT));
      case Switch sw -> {
        command.addAll(
            List.of(
                "switch",
                "--no-p4",
                "--device-id",
                Integer.toString(sw.id()),
                "--priority-queues",
                Integer.toString(QUEUES),
                "--grpc-server-addr",
                "0.0.0.0:" + SWITCH_PORT));
        for (Port port : ports(sw, topology)) {
          command.addAll(List.of("-i", port.number() + "@" + interfaces.apply(port)));
        }
      }
    }
    command.addAll(
        List.of(
            "--tls-cert",
            RunSecrets.CERTIFICATE,
            "--tls-key",
            RunSecrets.KEY,
            "--tls-ca",
            RunSecrets.AUTHORITY));
    return command;
  }
}
