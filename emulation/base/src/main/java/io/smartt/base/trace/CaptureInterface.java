package io.smartt.base.trace;

import module java.base;

import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Topology;

/**
 * A switch port or host NIC that is captured. Its place in the list that the sink is made with is
 * its interface number.
 *
 * @param name as Mininet names it: {@code leaf1-eth3}, {@code h5-eth0}; empty if unknown
 * @param description for a person: {@code leaf1 port 3 to spine2}; empty if unknown
 * @param rateBps bits per second; 0 if unknown
 */
public record CaptureInterface(String name, String description, long rateBps) {
  /** An interface of which a file says nothing. */
  public static final CaptureInterface UNKNOWN = new CaptureInterface("", "", 0);

  /** The same under another name. */
  public CaptureInterface named(String other) {
    return new CaptureInterface(other, description, rateBps);
  }

  /** Describes every host NIC and switch port, in the order of their numbers in a capture. */
  public static List<CaptureInterface> of(Topology topology) {
    List<CaptureInterface> described = new ArrayList<>();
    for (Link link : topology.links()) {
      described.add(describe(link.a(), link.b(), link));
      described.add(describe(link.b(), link.a(), link));
    }
    return described;
  }

  /** Maps every host NIC and switch port to its number in a capture. */
  public static Map<Port, Integer> numbers(Topology topology) {
    Map<Port, Integer> numbers = new HashMap<>();
    for (Link link : topology.links()) {
      numbers.put(link.a(), numbers.size());
      numbers.put(link.b(), numbers.size());
    }
    return numbers;
  }

  /** Returns the number of a node's end of a link. */
  public static int number(Link link, Node node) {
    return 2 * link.index() + (link.a().node().equals(node) ? 0 : 1);
  }

  /** Returns the number of the other end of the cable. */
  public static int farEnd(int number) {
    return number ^ 1;
  }

  private static CaptureInterface describe(Port port, Port peer, Link link) {
    String description =
        port.node().name() + " port " + port.number() + " to " + peer.node().name();
    return new CaptureInterface(port.interfaceName(), description, link.rateBps());
  }

  /** The unit of a capture file's stamps. */
  public enum StampUnit {
    /** The unit of older files. */
    MICROSECOND(1_000),
    /** The unit of files of today. */
    NANOSECOND(1);

    private final long ns;

    StampUnit(long ns) {
      this.ns = ns;
    }

    /** Nanoseconds of one. */
    public long ns() {
      return ns;
    }

    /** A stamp without what a file of this unit cannot hold. */
    public long cut(long timeNs) {
      return timeNs / ns * ns;
    }
  }
}
