package io.smartt.p4.pipeline;

import java.math.BigInteger;

/**
 * Unsigned numbers of any width as longs, most significant first: how the data path keeps what does
 * not fit one long.
 */
public final class Words {
  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

  private Words() {}

  /** The number of longs that a width takes. */
  public static int count(int width) {
    return (width + Long.SIZE - 1) / Long.SIZE;
  }

  /** Returns a word whose low bits, 0 to 64 of them, are ones. */
  public static long mask(int width) {
    return width == 0 ? 0 : -1L >>> (Long.SIZE - width);
  }

  /** The mask of the most significant long of a width. */
  public static long topMask(int width) {
    return mask(width - (count(width) - 1) * Long.SIZE);
  }

  /** An unsigned long as a number. */
  public static BigInteger unsigned(long value) {
    BigInteger big = BigInteger.valueOf(value);
    return value < 0 ? big.add(TWO_TO_64) : big;
  }

  /** The number in {@code words[at]} and the following for this width. */
  public static BigInteger get(long[] words, int at, int width) {
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < count(width); i++) {
      value = value.shiftLeft(Long.SIZE).or(unsigned(words[at + i]));
    }
    return value;
  }

  /** Writes the low {@code width} bits of a number in two's complement. */
  public static void set(long[] words, int at, int width, BigInteger value) {
    int count = count(width);
    for (int i = 0; i < count; i++) {
      words[at + i] = value.shiftRight((count - 1 - i) * Long.SIZE).longValue();
    }
    words[at] &= topMask(width);
  }

  /** The low {@code width} bits of a number as a fresh array. */
  public static long[] of(BigInteger value, int width) {
    long[] words = new long[count(width)];
    set(words, 0, width, value);
    return words;
  }
}
