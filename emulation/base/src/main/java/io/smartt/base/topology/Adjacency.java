package io.smartt.base.topology;

/**
 * A way out of a node.
 *
 * @param port of the node
 * @param link on that port
 * @param peer the port at the far end
 */
public record Adjacency(int port, Link link, Port peer) {
  /** Bits per second that leave the node here. */
  public long rateBps() {
    return direction() % 2 == 0 ? link.rateBps() : link.backBps();
  }

  /** Bits per second that arrive at the node here. */
  public long arrivingBps() {
    return direction() % 2 == 0 ? link.backBps() : link.rateBps();
  }

  /** Number of this direction of the link: twice its index, plus 1 from b to a. */
  public int direction() {
    return 2 * link.index() + (link.b().equals(peer) ? 0 : 1);
  }
}
