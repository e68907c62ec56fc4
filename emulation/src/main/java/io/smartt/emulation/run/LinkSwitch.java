package io.smartt.emulation.run;

import io.smartt.emulation.topology.Link;

/** Takes links down and up. */
@FunctionalInterface
public interface LinkSwitch {
  /** In both directions: a link that is down loses what is sent into it. */
  void setUp(Link link, boolean up);
}
