package io.smartt.testbed.standin.sonic;

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
}
