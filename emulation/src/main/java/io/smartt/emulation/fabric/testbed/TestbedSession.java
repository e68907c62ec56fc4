package io.smartt.emulation.fabric.testbed;

import io.smartt.emulation.fabric.realtime.AttachedHost;
import io.smartt.emulation.softswitch.backend.SwitchCounts;
import java.time.Duration;
import java.util.List;

/** A testbed that is ready for an experiment, until closed. */
public interface TestbedSession extends AutoCloseable {
  /** By index of the topology's hosts. */
  List<AttachedHost> hosts();

  /** What switches have counted since they began to. */
  SwitchCounts counted();

  /** How late counts are: what happened before is in them only after so long. */
  Duration countsLag();

  /** Leaves switches as they were found, and lets all go. */
  @Override
  void close();
}
