package io.smartt.testbed.standin.sonic;

import module java.base;

/**
 * The fate of a Set.
 *
 * @param time how much longer it takes, or how long the power is off; of no matter to the others
 */
public record SetFault(Kind kind, Duration time) {
  /** Nothing particular. */
  public static final SetFault AS_USUAL = new SetFault(Kind.AS_USUAL, Duration.ZERO);

  /** It takes longer than any client waits, and comes. */
  public static final SetFault SLOW = new SetFault(Kind.SILENT, Duration.ofMinutes(9));

  /** It takes longer than the server waits, and comes without being saved. */
  public static final SetFault TOO_SLOW = new SetFault(Kind.LONGER, Duration.ofSeconds(620));

  /** The connection breaks before the switch has it. */
  public static final SetFault LOST = new SetFault(Kind.LOST, Duration.ZERO);

  /** The power goes while the updater works, and comes back at once. */
  public static final SetFault POWER_CUT = new SetFault(Kind.POWER_CUT, Duration.ZERO);

  /** The power goes, and comes back after a minute. */
  public static final SetFault LONG_POWER_CUT = new SetFault(Kind.POWER_CUT, Duration.ofMinutes(1));

  /** The updater ends half-way. */
  public static final SetFault HALF = new SetFault(Kind.HALF, Duration.ZERO);

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
