package io.smartt.testbed.standin.sonic;

import java.time.Duration;

/** The time that a switch takes. */
public interface SwitchTime {
  /** Returns the time since some moment, never backwards. */
  Duration now();

  /** Lets time pass, without a lock on the switch held. */
  void pass(Duration time);

  /** Returns what a time on the wall is by this clock. */
  Duration of(Duration wall);

  /**
   * The time of a clock on the wall.
   *
   * @param speed how many times as quick as a real switch this one is: its clock goes so much
   *     faster
   */
  record RealTime(double speed) implements SwitchTime {
    /** Checks the speed. */
    public RealTime {
      if (!(speed > 0)) {
        throw new IllegalArgumentException("speed " + speed + ": give a number above 0");
      }
    }

    @Override
    public Duration now() {
      return Duration.ofNanos(Math.round(System.nanoTime() * speed));
    }

    @Override
    public void pass(Duration time) {
      try {
        // Rounding must not end it before its time.
        Thread.sleep(Duration.ofNanos(Math.round(time.toNanos() / speed)).plusMillis(1));
      } catch (InterruptedException e) {
        // The server stops.
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public Duration of(Duration wall) {
      return Duration.ofNanos(Math.round(wall.toNanos() * speed));
    }
  }
}
