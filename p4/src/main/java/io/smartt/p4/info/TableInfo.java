package io.smartt.p4.info;

import java.util.Optional;

/**
 * A match-action table.
 *
 * @param size how many entries the program asks for; 0 where it does not say
 * @param implementation the action profile or selector through which entries name their actions
 * @param constDefaultAction the default action where the program forbids to change it
 * @param initialDefaultAction the default action that the program starts with
 * @param idleTimeout whether entries may age
 * @param isConst whether the program gave all entries once and for all
 * @param hasInitialEntries whether the program gave entries
 */
public record TableInfo(
    int id,
    String name,
    String alias,
    P4Objects<MatchFieldInfo> matchFields,
    P4Objects<ActionRefInfo> actionRefs,
    long size,
    Optional<P4InfoIndex.ActionProfileInfo> implementation,
    Optional<P4InfoIndex.CounterInfo> directCounter,
    Optional<P4InfoIndex.MeterInfo> directMeter,
    Optional<ActionInfo> constDefaultAction,
    Optional<ActionInfo> initialDefaultAction,
    boolean idleTimeout,
    boolean isConst,
    boolean hasInitialEntries)
    implements P4Object {

  /** Returns whether entries carry a priority above 0 (P4Runtime 9.1.1). */
  public boolean needsPriority() {
    return matchFields.stream().anyMatch(field -> field.kind().needsPriority());
  }

  /** Returns whether there is only a default entry. */
  public boolean keyless() {
    return matchFields.size() == 0;
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
