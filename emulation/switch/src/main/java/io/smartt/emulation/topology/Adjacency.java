package io.smartt.emulation.topology;

/**
 * A way out of a node.
 *
 * @param port of the node
 * @param link on that port
 * @param peer the port at the far end
 */
public record Adjacency(int port, Link link, Port peer) {
  /** Number of this direction of the link: twice its index, plus 1 from b to a. */
  public int direction() {
    return 2 * link.index() + (link.b().equals(peer) ? 0 : 1);
  }
}
