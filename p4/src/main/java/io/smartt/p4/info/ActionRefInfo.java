package io.smartt.p4.info;

/** An action that a table offers; it answers to the action's id and names. */
public record ActionRefInfo(ActionInfo action, Scope scope) implements P4Object {
  /** Where in the table the action may be used. */
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
