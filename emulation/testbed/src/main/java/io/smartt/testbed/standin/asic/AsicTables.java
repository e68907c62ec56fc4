package io.smartt.testbed.standin.asic;

import module java.base;

import io.smartt.testbed.standin.asic.RouteTable.NextHop;
import org.jspecify.annotations.Nullable;

/**
 * The tables that the chip forwards by. Immutable but for what ARP learns.
 *
 * @param routerMac what is addressed to it is routed, and nothing else
 * @param salt of the choice among equal-cost paths
 * @param ports by number
 * @param hops of all routes
 */
public record AsicTables(
    long routerMac, int salt, Map<Integer, AsicPort> ports, List<NextHop> hops) {
  /** A chip that nobody has configured. */
  public static final AsicTables NOTHING = new AsicTables(0, 0, Map.of(), List.of());

  /** Copies the collections. */
  public AsicTables {
    ports = Map.copyOf(ports);
    hops = List.copyOf(hops);
  }

  @Nullable AsicPort port(long number) {
    return ports.get((int) number);
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
