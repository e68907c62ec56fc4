package io.smartt.emulation.fabric.realtime;

import io.smartt.emulation.report.RunEvents;
import io.smartt.emulation.run.LinkSwitch;
import io.smartt.emulation.run.PlannedOutage;
import io.smartt.emulation.settings.LinkOutage;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Topology;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Takes links down and up again when their time has come, to the accuracy of being asked. */
final class RealTimeOutages {
  private final LinkSwitch switches;
  private final PriorityQueue<Change> changes =
      new PriorityQueue<>(Comparator.comparingLong(Change::atPs));

  private record Change(Link link, boolean up, long atPs) {}

  /**
   * @param dilation by which times are multiplied
   */
  RealTimeOutages(
      List<LinkOutage> outages, double dilation, Topology topology, LinkSwitch switches) {
    this.switches = switches;
    for (LinkOutage outage : outages) {
      for (Link link : outage.place().links(topology, SettingKeys.LINK_FAILURES)) {
        changes.add(new Change(link, false, Math.round(outage.fromPs() * dilation)));
        outage
            .toPs()
            .ifPresent(to -> changes.add(new Change(link, true, Math.round(to * dilation))));
      }
    }
  }

  /** Makes the changes that are due. */
  void apply(long nowPs, RunEvents events) {
    for (Change next = changes.peek();
        next != null && next.atPs() <= nowPs;
        next = changes.peek()) {
      changes.remove();
      switches.setUp(next.link(), next.up());
      PlannedOutage.note(events, nowPs, next.link(), next.up());
    }
  }
}
