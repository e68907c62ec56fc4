package io.smartt.testbed.sonic.change;

import module java.base;

import io.smartt.testbed.sonic.SonicException;

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

  /** Returns the pace of this machine. */
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

  /**
   * The times for which a switch is waited for.
   *
   * @param step between two looks at it
   * @param quiet CONFIG_DB must have stood still for so long before a Set counts as ended: the
   *     patch sorter thinks before it changes anything, some ten seconds for a stage
   * @param most after which it is given up as unknown
   */
  record Patience(Duration step, Duration quiet, Duration most) {
    /**
     * The patience that suits a switch: its gNMI server waits 600 s for the configuration updater,
     * then 60 s for the configuration to be saved.
     */
    public static final Patience STANDARD = ofMost(Duration.ofMinutes(15));

    /** The usual, with another end. */
    public static Patience ofMost(Duration most) {
      return new Patience(Duration.ofSeconds(2), Duration.ofSeconds(60), most);
    }
  }
}
