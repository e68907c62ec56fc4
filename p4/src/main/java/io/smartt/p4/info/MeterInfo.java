package io.smartt.p4.info;

import java.util.OptionalInt;

/**
 * A meter array, or the meter that each entry of a table has.
 *
 * @param size cells of the array; 0 for a direct meter
 * @param directTableId the table whose entries it meters; empty for an array
 */
public record MeterInfo(
    int id, String name, String alias, Unit unit, Type type, long size, OptionalInt directTableId)
    implements P4Object {
  /** The unit that a meter counts. */
  public enum Unit {
    UNSPECIFIED,
    BYTES,
    PACKETS
  }

  /** RFC 2698, RFC 2697, and the latter without yellow. */
  public enum Type {
    TWO_RATE_THREE_COLOR,
    SINGLE_RATE_THREE_COLOR,
    SINGLE_RATE_TWO_COLOR
  }
}
