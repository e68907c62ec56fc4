package io.smartt.testbed.standin.asic;

import module java.base;

import org.jspecify.annotations.Nullable;

/** The routes of a VRF: the longest prefix decides. Immutable; looking up allocates nothing. */
public final class RouteTable {
  private static final int BITS = 32;

  private final List<Length> lengths = new ArrayList<>();

  /**
   * A route.
   *
   * @param prefix IPv4, its bits behind the length 0
   * @param length in bits
   * @param hops equal-cost
   */
  public record Route(int prefix, int length, List<NextHop> hops) {
    /** Copies. */
    public Route {
      hops = List.copyOf(hops);
    }
  }

  /** The prefixes of one length, sorted. */
  private static final class Length {
    private final int mask;
    private final int[] prefixes;
    private final NextHop[][] hops;

    Length(int bits, Map<Integer, List<NextHop>> routes) {
      mask = mask(bits);
      prefixes = routes.keySet().stream().mapToInt(Integer::intValue).toArray();
      hops =
          routes.values().stream()
              .map(all -> all.toArray(NextHop[]::new))
              .toArray(NextHop[][]::new);
    }
  }

  /** A table of routes. */
  public RouteTable(List<Route> routes) {
    Map<Integer, Map<Integer, List<NextHop>>> byLength = new TreeMap<>((a, b) -> b - a);
    for (Route route : routes) {
      byLength
          .computeIfAbsent(route.length(), length -> new TreeMap<>())
          .put(route.prefix() & mask(route.length()), route.hops());
    }
    byLength.forEach((length, prefixes) -> lengths.add(new Length(length, prefixes)));
  }

  private static int mask(int length) {
    return length == 0 ? 0 : -1 << (BITS - length);
  }

  /**
   * Returns one of the next hops to an address whose MAC addresses are known; null if there is
   * none.
   *
   * @param hash of the flow, which decides among equals
   */
  @Nullable NextHop find(int address, int hash) {
    for (int i = 0; i < lengths.size(); i++) {
      Length length = lengths.get(i);
      int at = Arrays.binarySearch(length.prefixes, address & length.mask);
      if (at >= 0) {
        return choose(length.hops[at], hash);
      }
    }
    return null;
  }

  /** SONiC has no member in a group whose neighbour is not resolved. */
  private static @Nullable NextHop choose(NextHop[] hops, int hash) {
    int known = 0;
    for (NextHop hop : hops) {
      known += hop.mac() == NextHop.UNKNOWN ? 0 : 1;
    }
    if (known == 0) {
      return null;
    }
    int chosen = Integer.remainderUnsigned(hash, known);
    for (NextHop hop : hops) {
      if (hop.mac() != NextHop.UNKNOWN && chosen-- == 0) {
        return hop;
      }
    }
    return null;
  }

  /** Returns all next hops. */
  public List<NextHop> hops() {
    return lengths.stream()
        .flatMap(length -> Arrays.stream(length.hops))
        .flatMap(Arrays::stream)
        .toList();
  }

  /** A neighbour that packets are sent to. Its MAC address may come later, by ARP. */
  public static final class NextHop {
    /** No MAC address yet. */
    public static final long UNKNOWN = 0;

    private final int port;
    private final int address;
    private volatile long mac;
    private volatile boolean learnt;

    /**
     * A neighbour.
     *
     * @param port number
     * @param address IPv4
     * @param mac or {@link #UNKNOWN}
     */
    public NextHop(int port, int address, long mac) {
      this.port = port;
      this.address = address;
      this.mac = mac;
    }

    /** Returns the number of the port to it. */
    public int port() {
      return port;
    }

    /** Returns its IPv4 address. */
    public int address() {
      return address;
    }

    /** Returns its MAC address, or {@link #UNKNOWN}. */
    public long mac() {
      return mac;
    }

    /** Returns whether ARP found out its MAC address. */
    public boolean isLearnt() {
      return learnt;
    }

    /** Takes what ARP found out. */
    public void learn(long newMac) {
      learnt = true;
      mac = newMac;
    }
  }
}
