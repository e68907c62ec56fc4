package io.smartt.emulation.docker;

import io.smartt.emulation.topology.Node;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The hosts and switches of a fabric that runs, as their controller reaches them. */
public interface FabricNodes {
  /** Where a node's API is now. */
  InetSocketAddress api(Node node);

  /** How it ended, if it did, as far as is known. */
  Optional<String> ended(Node node);

  /** Has one that ended come back. */
  void restart(Node node);
}
