package io.smartt.testbed.standin.stratum;

import io.smartt.testbed.standin.fault.FaultText;
import java.time.Duration;

/** A fault that somebody asks of a stand-in for Stratum. */
public sealed interface StratumFault {
  /** The written forms of faults. */
  String FORMS =
      "slow-write=30s, drop-connection, restart, restart=20s, each with @3 for the third Write, or"
          + " refuse-table=egress.red_profile";

  /**
   * A Write that takes longer.
   *
   * @param write counted from 1
   */
  record SlowWrite(int write, Duration time) implements StratumFault {}

  /** A Write whose connection breaks before the switch has it. */
  record LostWrite(int write) implements StratumFault {}

  /** A Write at which the power goes, for a time. The program comes back, its entries do not. */
  record Restart(int write, Duration time) implements StratumFault {}

  /** A table whose every update the SDE refuses. */
  record RefusedTable(String table) implements StratumFault {}

  /**
   * Parses a fault.
   *
   * @throws io.smartt.base.input.UserInputException naming the text and what is accepted
   */
  static StratumFault parse(String text) {
    FaultText fault = FaultText.parse(text, FORMS);
    if (fault.kind().equals("refuse-table") && fault.at().isEmpty()) {
      return new RefusedTable(fault.required());
    }
    int write = fault.at().orElse(1);
    return switch (fault.kind()) {
      case "slow-write" -> new SlowWrite(write, fault.time());
      case "restart" -> new Restart(write, fault.timeOr("20s"));
      case "drop-connection" -> {
        fault.requireNoValue();
        yield new LostWrite(write);
      }
      default -> throw fault.wrong();
    };
  }
}
