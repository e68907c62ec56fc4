package io.smartt.emulation.run;

import io.smartt.emulation.topology.Link;

/** Takes links down and up. */
@FunctionalInterface
public interface LinkSwitch {
  /** Sets a link up or down in both directions; a link that is down loses what is sent into it. */
  void setUp(Link link, boolean up);
}
