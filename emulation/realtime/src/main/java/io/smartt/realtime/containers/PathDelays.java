package io.smartt.realtime.containers;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Switch;
import io.smartt.realtime.partition.Partition;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;
import io.smartt.softswitch.backend.Wire;

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

  /** Puts what shortens the wires of cut links around a switch. */
  public SwitchBackend around(Partition partition, Switch sw, SwitchBackend backend) {
    Map<Integer, Long> ports = new TreeMap<>();
    for (Adjacency adjacency : partition.topology().adjacencies(sw)) {
      Long delay = delayPs.get(adjacency.link());
      if (delay != null) {
        ports.put(adjacency.port(), delay);
      }
    }
    return ports.isEmpty() ? backend : new CutLinkSwitch(backend, ports);
  }

  /**
   * A switch with ports whose cables lead to another machine: what the way between the machines
   * takes is not emulated a second time.
   *
   * @param delayPs one way, by port
   */
  record CutLinkSwitch(SwitchBackend inner, Map<Integer, Long> delayPs) implements SwitchBackend {
    CutLinkSwitch {
      delayPs = Map.copyOf(delayPs);
    }

    private Wire shortened(int port, Wire wire) {
      long less = delayPs.getOrDefault(port, 0L);
      return less == 0
          ? wire
          : new Wire(
              Math.max(0, wire.outPs() - less),
              wire.fromHost() ? Math.max(0, wire.inPs() - less) : 0,
              wire.fromHost(),
              wire.loss(),
              wire.jitterPs(),
              wire.up());
    }

    @Override
    public void setUp(Map<Integer, PortSetup> ports) {
      Map<Integer, PortSetup> all = new TreeMap<>();
      ports.forEach((number, setup) ->
          all.put(
              number,
              new PortSetup(setup.rateBps(), shortened(number, setup.wire()), setup.queues())));
      inner.setUp(all);
    }

    @Override
    public void setLink(int port, long rateBps, Wire wire) {
      inner.setLink(port, rateBps, shortened(port, wire));
    }

    @Override
    public void requireLinkChanges() {
      inner.requireLinkChanges();
    }

    @Override
    public Map<Integer, Long> rates() {
      return inner.rates();
    }

    @Override
    public List<SwitchBackend.QueueStatus> queues() {
      return inner.queues();
    }

    @Override
    public SwitchCounts counts() {
      return inner.counts();
    }

    @Override
    public void clearCounters() {
      inner.clearCounters();
    }

    @Override
    public SwitchLateness lateness() {
      return inner.lateness();
    }

    @Override
    public Set<Integer> portsDown() {
      return inner.portsDown();
    }

    @Override
    public Map<Integer, Map<String, Long>> refused() {
      return inner.refused();
    }

    @Override
    public Optional<String> difference(Map<Integer, PortSetup> planned) {
      return inner.difference(planned);
    }

    @Override
    public void close() {
      inner.close();
    }
  }
}
