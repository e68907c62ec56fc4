package io.smartt.experiment.report;

import module java.base;

/**
 * A network as a reader of the report sees it.
 *
 * @param nodes hosts and switches, in the order in which they should be drawn within their tier
 * @param links cables between two ports
 * @param limits of queues, where they are known
 */
public record TopologyView(List<Node> nodes, List<Link> links, List<QueueLimits> limits) {

  /** The kinds of node. */
  public enum Kind {
    /** A server with one NIC. */
    HOST,
    /** A switch. */
    SWITCH
  }

  /**
   * One host or switch.
   *
   * @param name unique in the network
   * @param kind what it is
   * @param tier 0 for hosts, 1 for the switches above them, and so on upwards
   */
  public record Node(String name, Kind kind, int tier) {}

  /**
   * One cable, both directions.
   *
   * @param a one end
   * @param aPort port number at that end
   * @param b the other end
   * @param bPort port number at that end
   * @param rateBps bits per second in each direction
   * @param latencyPs one way, picoseconds
   * @param condition whether it carries packets
   */
  public record Link(
      String a,
      int aPort,
      String b,
      int bPort,
      long rateBps,
      long latencyPs,
      Condition condition) {}

  /** The condition of a cable, which says if it carries packets. */
  public enum Condition {
    /** The cable carries packets at all times. */
    UP,
    /** The cable carries no packets in this run. */
    DOWN,
    /** It failed while traffic ran. */
    FAILED
  }

  /**
   * Depths, in bytes, at which a switch treats packets of one queue differently.
   *
   * @param node the switch
   * @param kminBytes up to which RED marks nothing
   * @param kmaxBytes from which RED marks everything
   * @param capacityBytes most that fits, while no other queue of shared memory holds anything
   */
  public record QueueLimits(
      String node, int port, int queue, long kminBytes, long kmaxBytes, long capacityBytes) {}

  /** Copies the lists. */
  public TopologyView {
    nodes = List.copyOf(nodes);
    links = List.copyOf(links);
    limits = List.copyOf(limits);
  }

  /** A look-up of who is at the far end of a port. */
  public Peers peers() {
    Map<PortKey, String> peers = new HashMap<>();
    for (Link link : links) {
      peers.put(new PortKey(link.a, link.aPort), link.b);
      peers.put(new PortKey(link.b, link.bPort), link.a);
    }
    return new Peers(peers);
  }

  private record PortKey(String node, int port) {}

  /** The peers at the far ends of ports. */
  public static final class Peers {
    private final Map<PortKey, String> peers;

    private Peers(Map<PortKey, String> peers) {
      this.peers = peers;
    }

    /** The node at the far end; empty if no cable is in that port. */
    public Optional<String> of(String node, int port) {
      return Optional.ofNullable(peers.get(new PortKey(node, port)));
    }
  }
}
