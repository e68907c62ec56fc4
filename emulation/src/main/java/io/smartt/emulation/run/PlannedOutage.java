package io.smartt.emulation.run;

import io.smartt.emulation.report.RunEvent;
import io.smartt.emulation.report.RunEvents;
import io.smartt.emulation.topology.Link;

/** The events of links that fail because the experiment says so ({@code link.failures}). */
public final class PlannedOutage {
  private PlannedOutage() {}

  /** Notes that a link was taken down or up. */
  public static void note(RunEvents events, long timePs, Link link, boolean up) {
    String name = link.a().node().name() + "-" + link.b().node().name();
    events.add(
        timePs,
        up ? RunEvent.Kind.LINK_UP : RunEvent.Kind.LINK_DOWN,
        up
            ? "link " + name + " is up again, as planned"
            : "link " + name + " went down, as planned");
  }
}
