package io.smartt.emulation.experiment;

import io.smartt.emulation.fabric.VirtualFabric;
import io.smartt.emulation.simulation.Event;
import io.smartt.emulation.simulation.Simulation;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Topology;
import java.util.List;

/** Takes links of the virtual fabric down and up again when their time comes. */
final class LinkOutages {
  private LinkOutages() {}

  /**
   * Schedules them all.
   *
   * @param dilation by which times are multiplied
   */
  static void schedule(
      List<LinkOutage> outages,
      double dilation,
      Topology topology,
      Simulation simulation,
      VirtualFabric fabric) {
    for (LinkOutage outage : outages) {
      for (Link link : outage.place().links(topology, SettingKeys.LINK_FAILURES)) {
        simulation.schedule(
            change(simulation, fabric, link, false), Math.round(outage.fromPs() * dilation));
        outage
            .toPs()
            .ifPresent(to ->
                simulation.schedule(
                    change(simulation, fabric, link, true), Math.round(to * dilation)));
      }
    }
  }

  private static Event change(Simulation simulation, VirtualFabric fabric, Link link, boolean up) {
    return new Event(simulation) {
      @Override
      protected void fire(long nowPs) {
        fabric.setUp(link, up);
      }
    };
  }
}
