package io.smartt.controller.sonic.change;

import io.smartt.controller.sonic.SonicException;
import java.time.Duration;
import java.time.Instant;

/** A clock and a way to wait by it. */
public interface Pace {
  /** Returns what the time is. */
  Instant now();

  /**
   * Waits.
   *
   * @throws SonicException if the thread is interrupted; it stays so
   */
  void pause(Duration time);

  /** That of this machine. */
  static Pace ofThisMachine() {
    return new Pace() {
      @Override
      public Instant now() {
        return Instant.now();
      }

      @Override
      public void pause(Duration time) {
        try {
          Thread.sleep(time);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new SonicException("interrupted while waiting for a switch", e);
        }
      }
    };
  }
}
