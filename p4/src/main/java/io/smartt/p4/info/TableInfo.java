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
    Optional<ActionProfileInfo> implementation,
    Optional<CounterInfo> directCounter,
    Optional<MeterInfo> directMeter,
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
}
