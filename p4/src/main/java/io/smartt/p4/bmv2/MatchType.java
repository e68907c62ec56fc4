package io.smartt.p4.bmv2;

/**
 * The match type of a key field or of a whole table. {@code VALID} is for fields of old programs.
 */
public enum MatchType {
  EXACT,
  LPM,
  TERNARY,
  RANGE,
  VALID
}
