package io.smartt.p4.pipeline;

/** One field of a table entry's key. A don't-care of any kind is {@link Any}, never spelt out. */
public sealed interface MatchValue {
  /** Equal. */
  record Exact(Bits value) implements MatchValue {}

  /** The first {@code prefixLength} bits equal; the rest of {@code value} is zero. */
  record Lpm(Bits value, int prefixLength) implements MatchValue {}

  /** {@code field & mask == value}. */
  record Ternary(Bits value, Bits mask) implements MatchValue {}

  /** {@code low <= field <= high}. */
  record Range(Bits low, Bits high) implements MatchValue {}

  /** An {@code optional} field that is given. */
  record Optional(Bits value) implements MatchValue {}

  /** Don't care. */
  record Any() implements MatchValue {}
}
