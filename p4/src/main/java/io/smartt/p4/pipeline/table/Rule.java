package io.smartt.p4.pipeline.table;

import module java.base;

/**
 * The match of an entry: the key, laid out as the table's words, equals {@code value} under {@code
 * mask}, and each range holds. Immutable.
 */
public final class Rule {
  private final long[] value;
  private final long[] mask;
  private final List<Range> ranges;
  private final long rank;

  /**
   * A rule.
   *
   * @param value zero outside the mask
   * @param rank of two entries that match, the higher wins: the prefix length of an lpm table, else
   *     the priority
   */
  public Rule(long[] value, long[] mask, List<Range> ranges, long rank) {
    this.value = value.clone();
    this.mask = mask.clone();
    this.ranges = List.copyOf(ranges);
    this.rank = rank;
  }

  /** The value of the masked key; not to be changed. */
  long[] value() {
    return value;
  }

  /** The bits of the key that matter; not to be changed. */
  long[] mask() {
    return mask;
  }

  /** Decides between rules that match. */
  long rank() {
    return rank;
  }

  /** One field between two numbers, both included. */
  public static final class Range {
    private final int firstWord;
    private final long[] low;
    private final long[] high;

    /**
     * A range.
     *
     * @param firstWord of the field in the key
     */
    public Range(int firstWord, long[] low, long[] high) {
      this.firstWord = firstWord;
      this.low = low.clone();
      this.high = high.clone();
    }

    boolean contains(long[] key) {
      return compare(key, low) >= 0 && compare(key, high) <= 0;
    }

    boolean contains(long key) {
      return Long.compareUnsigned(key, low[0]) >= 0 && Long.compareUnsigned(key, high[0]) <= 0;
    }

    private int compare(long[] key, long[] bound) {
      for (int i = 0; i < bound.length; i++) {
        int order = Long.compareUnsigned(key[firstWord + i], bound[i]);
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Range range
          && firstWord == range.firstWord
          && Arrays.equals(low, range.low)
          && Arrays.equals(high, range.high);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(low) * 31 + Arrays.hashCode(high);
    }
  }

  /** Returns whether a key matches. */
  public boolean matches(long[] key) {
    for (int i = 0; i < value.length; i++) {
      if ((key[i] & mask[i]) != value[i]) {
        return false;
      }
    }
    return isInRanges(key);
  }

  /** Returns whether the ranges hold for a key. */
  boolean isInRanges(long[] key) {
    for (int i = 0; i < ranges.size(); i++) {
      if (!ranges.get(i).contains(key)) {
        return false;
      }
    }
    return true;
  }

  /** {@link #isInRanges(long[])} for keys of one long. */
  boolean isInRanges(long key) {
    for (int i = 0; i < ranges.size(); i++) {
      if (!ranges.get(i).contains(key)) {
        return false;
      }
    }
    return true;
  }

  /** Equal where both match the same keys with the same rank. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Rule rule
        && rank == rule.rank
        && Arrays.equals(value, rule.value)
        && Arrays.equals(mask, rule.mask)
        && ranges.equals(rule.ranges);
  }

  @Override
  public int hashCode() {
    return (Arrays.hashCode(value) * 31 + Arrays.hashCode(mask)) * 31 + Long.hashCode(rank);
  }
}
