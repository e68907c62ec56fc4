package io.smartt.tests.sonic;

import io.smartt.testbed.sonic.change.Pace;
import io.smartt.testbed.standin.sonic.SonicServer;
import io.smartt.testbed.standin.sonic.SwitchTime;
import java.time.Duration;
import java.time.Instant;

/** Waits in the virtual time of a switch. */
record VirtualPace(SwitchTime time, SonicServer server) implements Pace {
  @Override
  public Instant now() {
    return Instant.EPOCH.plus(time.now());
  }

  @Override
  public void pause(Duration some) {
    server.updater().pass(some);
  }
}
