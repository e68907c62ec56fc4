package io.smartt.p4.info;

/** The match kind of a table's field. */
public enum MatchKind {
  EXACT,
  LPM,
  TERNARY,
  RANGE,
  OPTIONAL,
  /** A kind of the architecture's own that P4Runtime does not know. */
  OTHER;

  /** Returns whether entries of a table with such a field carry a priority (P4Runtime 9.1.1). */
  public boolean needsPriority() {
    return this == TERNARY || this == RANGE || this == OPTIONAL;
  }
}
