package io.smartt.emulation.fabric.testbed;

import io.smartt.emulation.softswitch.backend.SwitchCounts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A real switch during a run: read, never changed. */
interface SwitchUnderTest extends AutoCloseable {
  /** Which it is. */
  TestbedSwitch box();

  /** What is not as planned, in a few words; empty: it is as 'smartt apply' leaves it. */
  Optional<String> difference();

  /** What speaks against it, though it runs. */
  List<String> warnings();

  /** What it has counted. */
  SwitchCounts counted();

  /** How late counts are. */
  Duration countsLag();

  /** The MAC address that it routes for; empty: all frames. */
  OptionalLong routerMac();

  @Override
  void close();
}
