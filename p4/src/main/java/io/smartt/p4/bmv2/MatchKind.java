package io.smartt.p4.bmv2;

/** How a key field, or a whole table, matches. {@code VALID} is for fields of old programs. */
public enum MatchKind {
  EXACT,
  LPM,
  TERNARY,
  RANGE,
  VALID
}
