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
    P4Objects<P4InfoIndex.TableInfo> tables,
    P4Objects<P4InfoIndex.ActionInfo> actions,
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
   * @throws P4InfoReader.InvalidP4InfoException where it contradicts itself: an id given twice, a
   *     reference to nothing, a width below zero
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
  public record CounterInfo(int id, String name, String alias, long size, OptionalInt directTableId)
      implements P4Object {}

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
      int id, String name, String alias, Type type, long size, OptionalInt directTableId)
      implements P4Object {
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

  /** An action and its parameters in declaration order. */
  public record ActionInfo(int id, String name, String alias, P4Objects<ParamInfo> params)
      implements P4Object {

    /**
     * A parameter that the control plane gives to an action.
     *
     * @param width in bits; 0 where the control plane gives an opaque string
     * @param typeName the P4 type that the controller's values are translated to, if any
     */
    public record ParamInfo(int id, String name, int width, Optional<String> typeName)
        implements P4Object {}
  }

  /** Something of a P4 program that the control plane calls by name or by id. */
  public interface P4Object {
    /** P4Runtime id; unsigned where it is that of an extern. */
    int id();

    /** Full P4 name. */
    String name();

    /** The short name that P4Info gives it, or the full name where it gives none. */
    default String alias() {
      return name();
    }
  }

  /**
   * A match-action table.
   *
   * @param size how many entries the program asks for; 0 where it does not say
   * @param implementation the action profile or selector through which entries name their actions
   * @param perEntry what each entry may have
   * @param defaultAction the program's
   * @param given which entries the program gave
   */
  public record TableInfo(
      int id,
      String name,
      String alias,
      P4Objects<MatchFieldInfo> matchFields,
      P4Objects<ActionRefInfo> actionRefs,
      long size,
      Optional<P4InfoIndex.ActionProfileInfo> implementation,
      TableInfo.PerEntry perEntry,
      TableInfo.DefaultAction defaultAction,
      TableInfo.GivenEntries given)
      implements P4Object {

    /** Returns whether entries carry a priority above 0 (P4Runtime 9.1.1). */
    public boolean needsPriority() {
      return matchFields.stream().anyMatch(field -> field.kind().needsPriority());
    }

    /** Returns whether there is only a default entry. */
    public boolean keyless() {
      return matchFields.size() == 0;
    }

    /** The entries that a program gives a table. */
    public enum GivenEntries {
      /** The table starts empty. */
      NONE,
      /** The table starts with some, which may be changed. */
      INITIAL,
      /** The program gave all entries once and for all. */
      CONSTANT
    }

    /**
     * The state and limits that each entry of a table may have.
     *
     * @param counter its direct counter
     * @param meter its direct meter
     * @param idleTimeout whether it may age
     */
    public record PerEntry(
        Optional<CounterInfo> counter, Optional<MeterInfo> meter, boolean idleTimeout) {}

    /**
     * The default action of a table's program.
     *
     * @param constant where the program forbids to change it
     * @param initial that the program starts with
     */
    public record DefaultAction(Optional<ActionInfo> constant, Optional<ActionInfo> initial) {}

    /** Returns whether the program gave all entries once and for all. */
    public boolean isConst() {
      return given == GivenEntries.CONSTANT;
    }

    /** An action that a table offers; it answers to the action's id and names. */
    public record ActionRefInfo(ActionInfo action, Scope scope) implements P4Object {
      /** The places in the table where the action may be used. */
      public enum Scope {
        TABLE_AND_DEFAULT,
        TABLE_ONLY,
        DEFAULT_ONLY
      }

      @Override
      public int id() {
        return action.id();
      }

      @Override
      public String name() {
        return action.name();
      }

      @Override
      public String alias() {
        return action.alias();
      }

      /** Returns whether an ordinary entry may use it. */
      public boolean allowedInEntry() {
        return scope != Scope.DEFAULT_ONLY;
      }

      /** Returns whether it may be the default action. */
      public boolean allowedAsDefault() {
        return scope != Scope.TABLE_ONLY;
      }
    }

    /**
     * A field of a table's key or of a parser value set.
     *
     * @param width in bits; 0 where the control plane gives an opaque string
     * @param typeName the P4 type that the controller's values are translated to, if any
     */
    public record MatchFieldInfo(
        int id, String name, int width, MatchKind kind, Optional<String> typeName)
        implements P4Object {

      /** The match kind of a table's field. */
      public enum MatchKind {
        EXACT,
        LPM,
        TERNARY,
        RANGE,
        OPTIONAL,
        /** A kind of the architecture's own that P4Runtime does not know. */
        OTHER;

        /**
         * Returns whether entries of a table with such a field carry a priority (P4Runtime 9.1.1).
         */
        public boolean needsPriority() {
          return this == TERNARY || this == RANGE || this == OPTIONAL;
        }
      }
    }
  }
}
