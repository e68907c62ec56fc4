package io.smartt.emulation.fabric.testbed;

import io.smartt.emulation.fabric.realtime.AttachedHost;
import io.smartt.emulation.failure.LinkChange;
import io.smartt.emulation.softswitch.backend.SwitchCounts;
import io.smartt.emulation.topology.Link;
import java.time.Duration;
import java.util.List;

/** A testbed that is ready for an experiment, until closed. */
public interface TestbedSession extends AutoCloseable {
  /** By index of the topology's hosts. */
  List<AttachedHost> hosts();

  /** Returns what switches have counted since they began to. */
  SwitchCounts counted();

  /** Returns how late counts are: what happened before is in them only after so long. */
  Duration countsLag();

  /**
   * Changes a link until it is changed again or the session ends.
   *
   * @throws io.smartt.emulation.input.UserInputException naming the switch that cannot
   * @throws io.smartt.emulation.failure.RunFailedException naming the switch that did not
   */
  void change(Link link, List<LinkChange> changes);

  /** Leaves switches as they were found, and lets all go. */
  @Override
  void close();
}
