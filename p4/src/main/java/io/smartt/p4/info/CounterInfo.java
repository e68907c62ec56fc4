package io.smartt.p4.info;

import java.util.OptionalInt;

/**
 * A counter array, or the counter that each entry of a table has.
 *
 * @param size cells of the array; 0 for a direct counter
 * @param directTableId the table whose entries it counts; empty for an array
 */
public record CounterInfo(
    int id, String name, String alias, Unit unit, long size, OptionalInt directTableId)
    implements P4Object {
  /** The unit that a counter counts. */
  public enum Unit {
    UNSPECIFIED,
    BYTES,
    PACKETS,
    BOTH
  }
}
