package io.smartt.p4.info;

import module java.base;

import org.p4.config.v1.P4DataTypeSpec;
import org.p4.config.v1.P4Info;

/**
 * The names, ids and widths of one program, with every reference resolved. Immutable.
 *
 * @param message what it was made of
 * @param counters arrays and direct counters
 * @param meters arrays and direct meters
 */
public record P4InfoIndex(
    P4Info message,
    P4Objects<TableInfo> tables,
    P4Objects<ActionInfo> actions,
    P4Objects<ActionProfileInfo> actionProfiles,
    P4Objects<CounterInfo> counters,
    P4Objects<MeterInfo> meters,
    P4Objects<RegisterInfo> registers,
    P4Objects<ValueSetInfo> valueSets,
    P4Objects<DigestInfo> digests,
    P4Objects<ControllerHeaderInfo> controllerHeaders) {

  /**
   * Indexes a program.
   *
   * @throws InvalidP4InfoException where it contradicts itself: an id given twice, a reference to
   *     nothing, a width below zero
   */
  public static P4InfoIndex of(P4Info message) {
    return new P4InfoIndexer(message).index();
  }

  /** The metadata that goes with packet-in or packet-out, in header order. */
  public record ControllerHeaderInfo(
      int id, String name, String alias, P4Objects<ActionInfo.ParamInfo> metadata)
      implements P4Object {}

  /**
   * A counter array, or the counter that each entry of a table has.
   *
   * @param size cells of the array; 0 for a direct counter
   * @param directTableId the table whose entries it counts; empty for an array
   */
  public record CounterInfo(
      int id,
      String name,
      String alias,
      CounterInfo.Unit unit,
      long size,
      OptionalInt directTableId)
      implements P4Object {
    /** The unit that a counter counts. */
    public enum Unit {
      UNSPECIFIED,
      BYTES,
      PACKETS,
      BOTH
    }
  }

  /**
   * A digest that the data plane sends.
   *
   * @param type of one message
   */
  public record DigestInfo(int id, String name, String alias, P4DataTypeSpec type)
      implements P4Object {}

  /**
   * A meter array, or the meter that each entry of a table has.
   *
   * @param size cells of the array; 0 for a direct meter
   * @param directTableId the table whose entries it meters; empty for an array
   */
  public record MeterInfo(
      int id,
      String name,
      String alias,
      MeterInfo.Unit unit,
      Type type,
      long size,
      OptionalInt directTableId)
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

  /**
   * A register array.
   *
   * @param type of a cell
   * @param size cells of the array
   */
  public record RegisterInfo(int id, String name, String alias, P4DataTypeSpec type, long size)
      implements P4Object {

    /** Width of a cell in bits, where a cell is a {@code bit<W>} or {@code int<W>}. */
    public OptionalInt width() {
      if (!type.hasBitstring()) {
        return OptionalInt.empty();
      }
      return switch (type.getBitstring().getTypeSpecCase()) {
        case BIT -> OptionalInt.of(type.getBitstring().getBit().getBitwidth());
        case INT -> OptionalInt.of(type.getBitstring().getInt().getBitwidth());
        case VARBIT, TYPESPEC_NOT_SET -> OptionalInt.empty();
      };
    }

    /** Returns whether a cell is an {@code int<W>}. */
    public boolean signed() {
      return type.hasBitstring() && type.getBitstring().hasInt();
    }
  }

  /**
   * A parser value set.
   *
   * @param size most members
   */
  public record ValueSetInfo(
      int id, String name, String alias, P4Objects<TableInfo.MatchFieldInfo> matchFields, int size)
      implements P4Object {}

  /**
   * An action profile, or an action selector where it has groups.
   *
   * @param tableIds the tables that use it
   * @param size members of a profile; what a selector's size counts is {@code sizeSemantics}
   * @param maxGroupSize most members (or weights) of a group; 0 where the program does not say
   * @param maxMemberWeight most weight of one member, where sizes count members
   */
  public record ActionProfileInfo(
      int id,
      String name,
      String alias,
      List<Integer> tableIds,
      boolean withSelector,
      long size,
      int maxGroupSize,
      SizeSemantics sizeSemantics,
      OptionalInt maxMemberWeight,
      boolean weightsDisallowed)
      implements P4Object {
    /** The things that sizes of a selector count. */
    public enum SizeSemantics {
      SUM_OF_WEIGHTS,
      SUM_OF_MEMBERS
    }

    /** Copies the tables. */
    public ActionProfileInfo {
      tableIds = List.copyOf(tableIds);
    }
  }
}
