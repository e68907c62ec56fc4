package io.smartt.testbed;

import module java.base;

import io.smartt.base.topology.Port;
import io.smartt.softswitch.backend.LinkState;
import io.smartt.softswitch.backend.SwitchCounts;

/** A real switch during a run: read, and changed only where somebody changes a link. */
interface SwitchUnderTest extends AutoCloseable {
  /** Returns which it is. */
  TestbedSwitch box();

  /** Returns what is not as planned, in a few words; empty: it is as 'smartt apply' leaves it. */
  Optional<String> difference();

  /** Returns what speaks against it, though it runs. */
  List<String> warnings();

  /** Returns what it has counted. */
  SwitchCounts counted();

  /** Returns how late counts are. */
  Duration countsLag();

  /** The MAC address that it routes for; empty: all frames. */
  OptionalLong routerMac();

  /**
   * Refuses a link's change that it cannot make.
   *
   * @throws io.smartt.base.input.UserInputException saying what it can
   */
  void requireChange(LinkState before, LinkState after);

  /**
   * Changes a link.
   *
   * @param ends ports of the topology's switches that are this box's
   * @throws io.smartt.base.failure.RunFailedException if it refuses or does not answer
   */
  void change(List<Port> ends, LinkState after);

  @Override
  void close();
}
