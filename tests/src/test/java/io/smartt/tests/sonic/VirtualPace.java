package io.smartt.tests.sonic;

import io.smartt.testbed.sonic.change.Pace;
import io.smartt.testbed.standin.sonic.SonicServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Waits in the virtual time of switches. */
record VirtualPace(List<SonicServer> switches) implements Pace {
  @Override
  public Instant now() {
    return Instant.EPOCH.plus(switches.getFirst().updater().clock());
  }

  @Override
  public void pause(Duration time) {
    switches.forEach(server -> server.updater().pass(time));
  }
}
