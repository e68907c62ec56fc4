package io.smartt.controller.sonic;

import java.util.List;

/**
 * Where a VRF sends packets for a prefix.
 *
 * @param prefix dotted, with its length
 * @param nextHops packets are spread over them
 */
public record StaticRoute(String vrf, String prefix, List<NextHop> nextHops) {
  /**
   * One way out.
   *
   * @param address of the neighbour
   * @param port towards it
   */
  public record NextHop(String address, String port) {}

  /** Copies. */
  public StaticRoute {
    nextHops = List.copyOf(nextHops);
  }
}
