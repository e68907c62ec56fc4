package io.smartt.emulation.fabric.netns.machines;

import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.partition.Partition;
import io.smartt.emulation.softswitch.backend.SwitchBackend;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Switch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the ways between machines take, and what comes off the latency of links for it.
 *
 * @param delayPs one way, by link that is cut
 * @param notes what is to be said of each pair of machines
 */
record CutWays(Map<Link, Long> delayPs, List<String> notes) {
  private static final int PACKETS = 20;
  private static final long PS_PER_NS = 1_000;

  /** Without a core to spare, a first packet in each direction is late. */
  private static final int FIRST = 3;

  /**
   * Measures all, one after the other, with packets as long as the experiment's.
   *
   * @throws RunFailedException naming two workers that do not reach each other
   */
  static CutWays measure(Shares shares, WorkerFleet fleet) {
    Partition partition = shares.partition();
    Map<Link, Long> delays = new HashMap<>();
    List<String> notes = new java.util.ArrayList<>();
    for (int one = 0; one < partition.machines().size(); one++) {
      for (int other : shares.peers(one)) {
        if (other > one) {
          WayMeasurement way = measure(shares, fleet, one, other);
          List<Link> links = partition.cutBetween(one, other);
          links.forEach(link -> delays.put(link, way.oneWayNs() * PS_PER_NS));
          notes.add(note(fleet.address(one), fleet.address(other), way, links));
        }
      }
    }
    return new CutWays(delays, notes);
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

  private static String note(String one, String other, WayMeasurement way, List<Link> links) {
    long delayPs = way.oneWayNs() * PS_PER_NS;
    List<Link> longer = links.stream().filter(link -> tooLongPs(link, delayPs) > 0).toList();
    String made =
        longer.isEmpty()
            ? "taken off the latency of all"
            : "more than the latency of %d, which are too long by %s at most"
                .formatted(
                    longer.size(),
                    Quantities.formatPicoseconds(
                        longer.stream()
                            .mapToLong(link -> tooLongPs(link, delayPs))
                            .max()
                            .orElse(0)));
    return "from %s to %s: %s one way (median of %d, %d lost), under %d links of %s both ways; %s"
        .formatted(
            one,
            other,
            Quantities.formatPicoseconds(delayPs),
            way.sent(),
            way.sent() - way.rttNs().size(),
            links.size(),
            Quantities.formatBitsPerSecond(Partition.rateBps(links)),
            made);
  }

  /** What is left of the way's time when the link's own latency is used up. */
  private static long tooLongPs(Link link, long delayPs) {
    // The end that a packet arrives at adds the time that its switch takes.
    long least =
        Math.min(
            link.a().node() instanceof Switch sw ? sw.latencyPs() : 0,
            link.b().node() instanceof Switch sw ? sw.latencyPs() : 0);
    return Math.max(0, delayPs - link.latencyPs() - least);
  }

  /** Puts what shortens the wires of cut links around a switch. */
  SwitchBackend around(Partition partition, Switch sw, SwitchBackend backend) {
    Map<Integer, Long> ports = new TreeMap<>();
    for (Adjacency adjacency : partition.topology().adjacencies(sw)) {
      Long delay = delayPs.get(adjacency.link());
      if (delay != null) {
        ports.put(adjacency.port(), delay);
      }
    }
    return ports.isEmpty() ? backend : new CutLinkSwitch(backend, ports);
  }
}
