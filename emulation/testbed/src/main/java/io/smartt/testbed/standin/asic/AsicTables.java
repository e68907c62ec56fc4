package io.smartt.testbed.standin.asic;

import module java.base;

import io.smartt.testbed.standin.asic.RouteTable.NextHop;
import org.jspecify.annotations.Nullable;

/** The tables that the chip forwards by. Immutable but for what ARP learns. */
public final class AsicTables {
  /** A chip that nobody has configured. */
  public static final AsicTables NOTHING = new AsicTables(0, 0, Map.of(), List.of());

  private static final int MAX_PORT = 511;

  private final long routerMac;
  private final int salt;
  private final @Nullable AsicPort[] ports = new AsicPort[MAX_PORT + 1];
  private final List<NextHop> hops;

  /**
   * Tables.
   *
   * @param routerMac what is addressed to it is routed, and nothing else
   * @param salt of the choice among equal-cost paths
   * @param ports by number
   * @param hops of all routes
   */
  public AsicTables(long routerMac, int salt, Map<Integer, AsicPort> ports, List<NextHop> hops) {
    this.routerMac = routerMac;
    this.salt = salt;
    this.hops = List.copyOf(hops);
    ports.forEach((number, port) -> this.ports[number] = port);
  }

  /** Returns the MAC address of the router. */
  public long routerMac() {
    return routerMac;
  }

  /** Returns all next hops. */
  public List<NextHop> hops() {
    return hops;
  }

  int salt() {
    return salt;
  }

  @Nullable AsicPort port(long number) {
    return number >= 0 && number <= MAX_PORT ? ports[(int) number] : null;
  }

  void learn(int port, int address, long mac) {
    for (NextHop hop : hops) {
      boolean isConfigured = hop.mac() != NextHop.UNKNOWN && !hop.isLearnt();
      if (hop.port() == port && hop.address() == address && !isConfigured) {
        hop.learn(mac);
      }
    }
  }
}
