package io.smartt.realtime;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;

/**
 * Notices frames that the kernel refuses to send, such as those above an MTU that somebody else has
 * cut. It reads what switches count, and makes one event of a port and a reason.
 */
final class RefusalWatch {
  private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final double PS_PER_S = 1e12;

  private final Topology topology;
  private final Function<Switch, Map<Integer, Map<String, Long>>> refused;
  private final Supplier<List<Long>> ofHosts;
  private final LongSupplier nowNs;
  private final Map<Place, Seen> seen = new HashMap<>();
  private long lookedNs;
  private boolean begun;

  private record Place(Node node, int port, String why) {}

  /** Frames since the run's beginning, and what the switch has counted in all. */
  private record Seen(long firstPs, long lastPs, long frames, long counted) {}

  /**
   * @param refused frames of a switch that were refused until now, by port and reason
   * @param ofHosts frames of each host that were refused or lost until now
   * @param nowNs paces how often they are asked for
   */
  RefusalWatch(
      Topology topology,
      Function<Switch, Map<Integer, Map<String, Long>>> refused,
      Supplier<List<Long>> ofHosts,
      LongSupplier nowNs) {
    this.topology = topology;
    this.refused = new PromptAnswers<>(refused);
    this.ofHosts = ofHosts;
    this.nowNs = nowNs;
    lookedNs = nowNs.getAsLong() - INTERVAL_NS;
  }

  /** Looks, if the last look was a quarter of a second ago. */
  void look(long timePs) {
    if (nowNs.getAsLong() - lookedNs >= INTERVAL_NS) {
      lookNow(timePs);
      lookedNs = nowNs.getAsLong();
    }
  }

  private void lookNow(long timePs) {
    for (Switch sw : topology.switches()) {
      try {
        refused
            .apply(sw)
            .forEach((port, whys) ->
                whys.forEach((why, frames) -> note(new Place(sw, port, why), frames, timePs)));
      } catch (RunFailedException e) {
        // The poll of the switches says so.
      }
    }
    String why = "interface down or full, frame too long, or not read in time";
    List<Long> lost = ofHosts.get();
    for (Host host : topology.hosts()) {
      note(new Place(host, Host.NIC_PORT, why), lost.get(host.index()), timePs);
    }
    begun = timePs > 0;
  }

  private void note(Place place, long counted, long timePs) {
    Seen last = seen.getOrDefault(place, new Seen(timePs, timePs, 0, 0));
    // A switch that was started again counts from 0; what was refused before the run is no event.
    long more = begun ? counted - (counted < last.counted() ? 0 : last.counted()) : 0;
    seen.put(
        place,
        new Seen(
            last.frames() == 0 ? timePs : last.firstPs(),
            more == 0 ? last.lastPs() : timePs,
            last.frames() + more,
            counted));
  }

  /** Looks a last time, and adds what was seen to the events. */
  void end(long timePs, RunEvents events) {
    lookNow(timePs);
    seen.forEach((place, what) -> {
      if (what.frames() > 0) {
        String name = place.node().name();
        events.add(
            what.firstPs(),
            RunEvent.Kind.FRAMES_REFUSED,
            String.format(
                Locale.ROOT,
                "the kernel refused %d frames at port %d of %s, the last at %.2f s: %s",
                what.frames(),
                place.port(),
                name,
                what.lastPs() / PS_PER_S,
                place.why()),
            name + " port " + place.port());
      }
    });
  }
}
