package io.smartt.tests.sonic;

import io.smartt.testbed.standin.sonic.SwitchTime;
import java.time.Duration;

/** Time that passes when it is asked to, so that a switch that takes minutes takes none. */
final class VirtualTime implements SwitchTime {
  private Duration now = Duration.ZERO;

  @Override
  public synchronized Duration now() {
    return now;
  }

  @Override
  public synchronized void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public Duration of(Duration wall) {
    return wall;
  }
}
