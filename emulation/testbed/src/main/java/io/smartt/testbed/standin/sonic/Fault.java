package io.smartt.testbed.standin.sonic;

import module java.base;

import io.smartt.testbed.standin.fault.FaultText;

/**
 * A fault that somebody asks of a stand-in, {@code slow-set=30s@3}: what it is, how long or about
 * which table, and at which Set.
 */
public sealed interface Fault {
  /** The written forms of faults. */
  String FORMS =
      "slow-set=30s, drop-connection, restart, restart=20s, half-set, each with @3 for the third"
          + " Set, refuse-table=QUEUE, skip-table=WRED_PROFILE or trim-keeps-checksum";

  /**
   * A Set that meets a fate.
   *
   * @param set counted from 1
   */
  record AtSet(int set, SetFault fate) implements Fault {}

  /** A table that nobody may change. */
  record RefusedTable(String table) implements Fault {}

  /** A table of which CONFIG_DB takes everything and the daemons nothing. */
  record SkippedTable(String table) implements Fault {}

  /** A chip that leaves the IP checksum of what it trims as it was. */
  record TrimKeepsChecksum() implements Fault {}

  /**
   * Parses a fault.
   *
   * @throws io.smartt.base.input.UserInputException naming the text and what is accepted
   */
  static Fault parse(String text) {
    FaultText fault = FaultText.parse(text, FORMS);
    if (fault.kind().equals("refuse-table") && fault.at().isEmpty()) {
      return new RefusedTable(fault.required());
    }
    if (fault.kind().equals("skip-table") && fault.at().isEmpty()) {
      return new SkippedTable(fault.required());
    }
    if (fault.kind().equals("trim-keeps-checksum") && fault.at().isEmpty()) {
      fault.requireNoValue();
      return new TrimKeepsChecksum();
    }
    SetFault fate =
        switch (fault.kind()) {
          case "slow-set" -> new SetFault(SetFault.Kind.LONGER, fault.time());
          case "restart" -> new SetFault(SetFault.Kind.POWER_CUT, fault.timeOr("20s"));
          case "drop-connection" -> withoutValue(fault, SetFault.LOST);
          case "half-set" -> withoutValue(fault, SetFault.HALF);
          default -> throw fault.wrong();
        };
    return new AtSet(fault.at().orElse(1), fate);
  }

  private static SetFault withoutValue(FaultText fault, SetFault fate) {
    fault.requireNoValue();
    return fate;
  }

  /**
   * The fate of a Set.
   *
   * @param time how much longer it takes, or how long the power is off; of no matter to the others
   */
  record SetFault(Kind kind, Duration time) {
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
    public static final SetFault LONG_POWER_CUT =
        new SetFault(Kind.POWER_CUT, Duration.ofMinutes(1));

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
}
