package io.smartt.testbed;

import module java.base;

import io.smartt.base.failure.LinkChange;
import io.smartt.base.topology.Link;
import io.smartt.realtime.AttachedHost;
import io.smartt.softswitch.backend.SwitchCounts;

/** A testbed that is ready for an experiment, until closed. */
public interface TestbedSession extends AutoCloseable {
  /** Returns the hosts by index of the topology's hosts. */
  List<AttachedHost> hosts();

  /** Returns what switches have counted since they began to. */
  SwitchCounts counted();

  /** Returns how late counts are: what happened before is in them only after so long. */
  Duration countsLag();

  /**
   * Changes a link until it is changed again or the session ends.
   *
   * @throws io.smartt.base.input.UserInputException naming the switch that cannot
   * @throws io.smartt.base.failure.RunFailedException naming the switch that did not
   */
  void change(Link link, List<LinkChange> changes);

  /** Leaves switches as they were found, and lets all go. */
  @Override
  void close();
}
