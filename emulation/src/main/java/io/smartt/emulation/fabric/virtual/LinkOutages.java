package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.fabric.virtual.simulation.Simulation;
import io.smartt.emulation.report.RunEvents;
import io.smartt.emulation.run.PlannedOutage;
import io.smartt.emulation.settings.LinkOutage;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Topology;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/** Takes links of the virtual fabric down and up again when their time comes. */
final class LinkOutages {
  private LinkOutages() {}

  /**
   * Schedules them on a network that stands, for the time of one run. Links that a failure has
   * taken down when the run ends are as before again.
   *
   * @param dilation by which times are multiplied
   * @param topology the network as it is without them
   * @param clock of the run
   * @return what ends them
   */
  static Runnable during(
      List<LinkOutage> outages,
      double dilation,
      Topology topology,
      AgendaClock clock,
      VirtualFabric fabric) {
    Set<Link> failing = new LinkedHashSet<>();
    AtomicBoolean ended = new AtomicBoolean();
    for (LinkOutage outage : outages) {
      for (Link link : outage.place().links(topology, SettingKeys.LINK_FAILURES)) {
        failing.add(link);
        BiConsumer<Long, Boolean> change =
            (timePs, up) ->
                clock
                    .agenda()
                    .at(
                        clock.basePs() + Math.round(timePs * dilation),
                        () -> {
                          if (!ended.get()) {
                            fabric.setUp(link, up && topology.isUp(link));
                          }
                        });
        change.accept(outage.fromPs(), false);
        outage.toPs().ifPresent(to -> change.accept(to, true));
      }
    }
    return () -> {
      ended.set(true);
      failing.forEach(link -> fabric.setUp(link, topology.isUp(link)));
    };
  }

  /**
   * Schedules them all.
   *
   * @param dilation by which times are multiplied
   * @param events gets each when it happens
   */
  static void schedule(
      List<LinkOutage> outages,
      double dilation,
      Topology topology,
      Simulation simulation,
      VirtualFabric fabric,
      RunEvents events) {
    for (LinkOutage outage : outages) {
      for (Link link : outage.place().links(topology, SettingKeys.LINK_FAILURES)) {
        change(link, false, Math.round(outage.fromPs() * dilation), simulation, fabric, events);
        outage
            .toPs()
            .ifPresent(
                to -> change(link, true, Math.round(to * dilation), simulation, fabric, events));
      }
    }
  }

  private static void change(
      Link link,
      boolean up,
      long timePs,
      Simulation simulation,
      VirtualFabric fabric,
      RunEvents events) {
    simulation.at(
        timePs,
        () -> {
          fabric.setUp(link, up);
          PlannedOutage.note(events, timePs, link, up);
        });
  }
}
