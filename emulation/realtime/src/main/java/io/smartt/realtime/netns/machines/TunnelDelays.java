package io.smartt.realtime.netns.machines;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.realtime.containers.PathDelays;
import io.smartt.realtime.partition.Partition;

/** Measures the ways between workers by tunnels that carry nothing else. */
final class TunnelDelays {
  private static final int PACKETS = 20;

  /**
   * The number of packets that are sent first: one in each direction is late without a core to
   * spare.
   */
  private static final int FIRST = 3;

  private TunnelDelays() {}

  /**
   * Measures all, one after the other, with packets as long as the experiment's.
   *
   * @throws RunFailedException naming two workers that do not reach each other
   */
  static PathDelays measure(Shares shares, WorkerFleet fleet) {
    Partition partition = shares.partition();
    List<PathDelays.Way> ways = new ArrayList<>();
    for (int one = 0; one < partition.machines().size(); one++) {
      for (int other : shares.peers(one)) {
        if (other > one) {
          WayMeasurement way = measure(shares, fleet, one, other);
          ways.add(
              new PathDelays.Way(
                  fleet.address(one),
                  fleet.address(other),
                  partition.cutBetween(one, other),
                  way.oneWayNs(),
                  way.sent(),
                  way.rttNs().size()));
        }
      }
    }
    return PathDelays.of(ways);
  }

  private static WayMeasurement measure(Shares shares, WorkerFleet fleet, int from, int to) {
    String peer = Shares.address(to, from);
    var _ = fleet.worker(from).measure(peer, FIRST, shares.mtuBytes());
    WayMeasurement way = fleet.worker(from).measure(peer, PACKETS, shares.mtuBytes());
    if (way.rttNs().isEmpty()) {
      throw new RunFailedException(
          "worker %s gets nothing back from worker %s over VXLAN (UDP port 4789, IP packets of %d bytes): %s"
              .formatted(
                  fleet.address(from),
                  fleet.address(to),
                  shares.mtuBytes(),
                  way.said().isEmpty() ? "no answer" : way.said()));
    }
    return way;
  }
}
