package io.smartt.controller.sonic.change;

import java.time.Duration;

/**
 * How long a switch is waited for.
 *
 * @param step between two looks at it
 * @param quiet CONFIG_DB must have stood still for so long before a Set counts as ended: the patch
 *     sorter thinks before it changes anything, some ten seconds for a stage
 * @param most after which it is given up as unknown
 */
public record Patience(Duration step, Duration quiet, Duration most) {
  /**
   * What suits a switch: its gNMI server waits 600 s for the configuration updater, then 60 s for
   * the configuration to be saved.
   */
  public static final Patience STANDARD = ofMost(Duration.ofMinutes(15));

  /** The usual, with another end. */
  public static Patience ofMost(Duration most) {
    return new Patience(Duration.ofSeconds(2), Duration.ofSeconds(60), most);
  }
}
