package io.smartt.testbed.standin.sonic;

import java.time.Duration;
import java.util.Locale;

/**
 * The fate of a Set.
 *
 * @param time how much longer it takes, or how long the power is off; of no matter to the others
 */
public record Fate(Kind kind, Duration time) {
  /** Nothing particular. */
  public static final Fate AS_USUAL = new Fate(Kind.AS_USUAL, Duration.ZERO);

  /** It takes longer than any client waits, and comes. */
  public static final Fate SLOW = new Fate(Kind.SILENT, Duration.ofMinutes(9));

  /** It takes longer than the server waits, and comes without being saved. */
  public static final Fate TOO_SLOW = new Fate(Kind.LONGER, Duration.ofSeconds(620));

  /** The connection breaks before the switch has it. */
  public static final Fate LOST = new Fate(Kind.LOST, Duration.ZERO);

  /** The power goes while the updater works, and comes back at once. */
  public static final Fate POWER_CUT = new Fate(Kind.POWER_CUT, Duration.ZERO);

  /** The power goes, and comes back after a minute. */
  public static final Fate LONG_POWER_CUT = new Fate(Kind.POWER_CUT, Duration.ofMinutes(1));

  /** The updater ends half-way. */
  public static final Fate HALF = new Fate(Kind.HALF, Duration.ZERO);

  /** The kinds of what can happen. */
  public enum Kind {
    /** Nothing particular. */
    AS_USUAL,
    /** It takes a given time, and the client stops waiting at once. */
    SILENT,
    /** It takes so much longer. */
    LONGER,
    /** The connection breaks before the switch has it. */
    LOST,
    /** The power goes while the updater works: what was not saved is lost. */
    POWER_CUT,
    /** The updater ends half-way. */
    HALF
  }

  @Override
  public String toString() {
    String word = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return time.isZero() ? word : word + " " + time.toSeconds() + " s";
  }
}
