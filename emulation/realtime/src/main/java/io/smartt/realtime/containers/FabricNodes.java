package io.smartt.realtime.containers;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.realtime.SignOfLife;

/** The hosts and switches of a fabric that runs, as their controller reaches them. */
public interface FabricNodes {
  /** Returns where a server of a node is now that listens at a TCP port inside. */
  InetSocketAddress at(Node node, int tcpPort);

  /** Returns where a node's API is now. */
  default InetSocketAddress api(Node node) {
    return at(node, node instanceof Host ? NodePrograms.AGENT_PORT : NodePrograms.SWITCH_PORT);
  }

  /**
   * The MAC address that frames of a port are sent to, low 48 bits, where its link leads over a
   * network that delivers by it; empty: any will do.
   */
  default OptionalLong nextHop(Port port) {
    return OptionalLong.empty();
  }

  /** Returns how it ended, if it did, as far as is known. */
  Optional<String> ended(Node node);

  /** Returns why a node that has not ended does not answer: it is paused, or its way is cut. */
  default Optional<String> held(Node node) {
    return Optional.empty();
  }

  /** Returns what became of a node that does not answer, as far as is known. */
  default Optional<String> became(Node node) {
    return held(node).or(() -> ended(node));
  }

  /** Returns whether a node that ended can be started again. */
  default boolean canRestart(Node node) {
    return true;
  }

  /**
   * Returns at once where nodes can be reached at all.
   *
   * @throws RunFailedException if a machine that carries some is gone
   */
  default void requireMachines() {}

  /**
   * Returns what can be asked for signs of life in place of switches, which live and end with it;
   * empty: themselves.
   *
   * @param ipBytes of the experiment's longest IP packet
   */
  default List<SignOfLife> machines(int ipBytes) {
    return List.of();
  }

  /** Starts a node again that ended. */
  void restart(Node node);

  /** Hosts and switches that this run has started and removes. */
  interface ContainerFabric extends FabricNodes, AutoCloseable {
    /** Writes what each container has said, if anything, to {@code <node>.log}. */
    void saveLogs(Path folder);

    /** Removes everything. */
    @Override
    void close();
  }

  /**
   * Hosts and switches that another tool runs, such as Compose: each is found by its name and
   * listens at the default port. That tool restarts it.
   */
  record NamedNodes() implements FabricNodes {
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
}
