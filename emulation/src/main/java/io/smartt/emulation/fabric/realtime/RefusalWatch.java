package io.smartt.emulation.fabric.realtime;

import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.report.RunEvent;
import io.smartt.emulation.report.RunEvents;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.topology.Switch;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Notices frames that the kernel refuses to send, such as those above an MTU that somebody else has
 * cut. It asks switches for what their ports count, and makes one event of a port and a reason.
 */
public final class RefusalWatch {
  private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final double PS_PER_S = 1e12;

  private final List<Switch> switches;
  private final Function<Switch, Map<Integer, Map<String, Long>>> refused;
  private final LongSupplier nowNs;
  private final Map<Place, Long> counted = new HashMap<>();
  private final Map<Place, Seen> seen = new HashMap<>();
  private long lookedNs;

  private record Place(Switch sw, int port, String why) {
    String where() {
      return sw.name() + " port " + port;
    }
  }

  private record Seen(long firstPs, long lastPs, long frames) {}

  /**
   * @param refused frames of a switch that were refused until now, by port and reason
   * @param nowNs paces how often they are asked for
   */
  public RefusalWatch(
      List<Switch> switches,
      Function<Switch, Map<Integer, Map<String, Long>>> refused,
      LongSupplier nowNs) {
    this.switches = List.copyOf(switches);
    this.refused = refused;
    this.nowNs = nowNs;
    lookedNs = nowNs.getAsLong() - INTERVAL_NS;
  }

  /** Looks, if the last look was a quarter of a second ago; a port's first refusal is told. */
  public void look(long timePs, RunMonitor monitor) {
    if (nowNs.getAsLong() - lookedNs < INTERVAL_NS) {
      return;
    }
    switches.forEach(sw -> {
      try {
        refused
            .apply(sw)
            .forEach((port, reasons) ->
                reasons.forEach(
                    (why, frames) -> note(new Place(sw, port, why), frames, timePs, monitor)));
      } catch (RunFailedException e) {
        // The poll of the switches says so.
      }
    });
    lookedNs = nowNs.getAsLong();
  }

  private void note(Place place, long frames, long timePs, RunMonitor monitor) {
    long before = counted.getOrDefault(place, 0L);
    counted.put(place, frames);
    // A switch that was started again counts from 0; what was refused before the run is no event.
    long more = frames < before ? frames : frames - before;
    if (more == 0 || timePs <= 0) {
      return;
    }
    Seen last = seen.get(place);
    if (last == null) {
      monitor.stage("the kernel refuses frames at %s: %s".formatted(place.where(), place.why()));
    }
    seen.put(
        place,
        new Seen(
            last == null ? timePs : last.firstPs(),
            timePs,
            more + (last == null ? 0 : last.frames())));
  }

  /** Adds what was seen to the events. */
  public void end(RunEvents events) {
    seen.forEach((place, what) ->
        events.add(
            what.firstPs(),
            RunEvent.Kind.FRAMES_REFUSED,
            String.format(
                Locale.ROOT,
                "the kernel refused %d frames at port %d of %s, the last at %.2f s: %s",
                what.frames(),
                place.port(),
                place.sw().name(),
                what.lastPs() / PS_PER_S,
                place.why()),
            place.where()));
    seen.clear();
  }
}
