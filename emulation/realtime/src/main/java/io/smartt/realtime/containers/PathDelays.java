package io.smartt.realtime.containers;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.topology.Link;
import io.smartt.realtime.partition.Partition;

/**
 * The time that the ways between machines take, and what comes off the latency of links for it.
 *
 * @param delayPs one way, by link that is cut
 * @param notes what is to be said of each pair of machines
 */
public record PathDelays(Map<Link, Long> delayPs, List<String> notes) {
  private static final long PS_PER_NS = 1_000;

  /**
   * A way between two machines, as it was measured.
   *
   * @param one name of a machine
   * @param other that of the other
   * @param links that go over it
   * @param oneWayNs median
   * @param sent packets there and back
   * @param answered how many came back
   */
  public record Way(
      String one, String other, List<Link> links, long oneWayNs, int sent, int answered) {
    /** Copies. */
    public Way {
      links = List.copyOf(links);
    }
  }

  /** Copies. */
  public PathDelays {
    delayPs = Map.copyOf(delayPs);
    notes = List.copyOf(notes);
  }

  /** Returns the delays of these ways; links of other ways keep their latency. */
  public static PathDelays of(List<Way> ways) {
    Map<Link, Long> delays = new HashMap<>();
    List<String> notes = new ArrayList<>();
    for (Way way : ways) {
      way.links().forEach(link -> delays.put(link, way.oneWayNs() * PS_PER_NS));
      notes.add(note(way));
    }
    return new PathDelays(delays, notes);
  }

  private static String note(Way way) {
    long delayPs = way.oneWayNs() * PS_PER_NS;
    List<Link> longer = way.links().stream().filter(link -> tooLongPs(link, delayPs) > 0).toList();
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
            way.one(),
            way.other(),
            Quantities.formatPicoseconds(delayPs),
            way.sent(),
            way.sent() - way.answered(),
            way.links().size(),
            Quantities.formatBitsPerSecond(Partition.rateBps(way.links())),
            made);
  }

  /** Returns what is left of the way's time when the link's own latency is used up. */
  private static long tooLongPs(Link link, long delayPs) {
    // The end that a packet arrives at adds the time that its switch takes.
    long least = Math.min(link.a().node().latencyPs(), link.b().node().latencyPs());
    return Math.max(0, delayPs - link.latencyPs() - least);
  }
}
