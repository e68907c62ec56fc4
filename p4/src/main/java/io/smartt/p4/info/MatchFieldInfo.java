package io.smartt.p4.info;

import java.util.Optional;

/**
 * A field of a table's key or of a parser value set.
 *
 * @param width in bits; 0 where the control plane gives an opaque string
 * @param typeName the P4 type that the controller's values are translated to, if any
 */
public record MatchFieldInfo(
    int id, String name, int width, MatchKind kind, Optional<String> typeName) implements P4Object {

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
}
