package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.fabric.virtual.simulation.Simulation;
import io.smartt.emulation.settings.LinkOutage;
import io.smartt.emulation.settings.SettingKeys;
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
        simulation.at(Math.round(outage.fromPs() * dilation), () -> fabric.setUp(link, false));
        outage
            .toPs()
            .ifPresent(
                to -> simulation.at(Math.round(to * dilation), () -> fabric.setUp(link, true)));
      }
    }
  }
}
