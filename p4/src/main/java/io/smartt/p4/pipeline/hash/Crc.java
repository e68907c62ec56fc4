package io.smartt.p4.pipeline.hash;

import java.util.Arrays;

/**
 * A cyclic redundancy check of 8 to 64 bits. Parameters as in the catalogue of parametrised CRC
 * algorithms: polynomial and initial value are given unreflected. Immutable.
 *
 * <p>A reflected one takes up to eight bytes in one step: row {@code k} of the table is what a byte
 * leaves when {@code k} zero bytes follow it, and what several bytes leave is the exclusive or.
 */
public final class Crc implements HashAlgorithms.HashAlgorithm {
  private static final int ROW = 256;

  private final int width;
  private final long mask;
  private final long initial;
  private final long finalXor;
  private final boolean reflected;
  private final long[] wide;

  /** The same for remainders of up to 32 bits, in half of the room that it takes in a cache. */
  private final int[] narrow;

  /**
   * A check.
   *
   * @param width in bits, 8 to 64
   * @param reflected whether bytes enter and the remainder leaves least significant bit first
   */
  public Crc(int width, long polynomial, long initial, long finalXor, boolean reflected) {
    this.width = width;
    this.mask = -1L >>> (Long.SIZE - width);
    this.finalXor = finalXor;
    this.reflected = reflected;
    this.initial = reflected ? Long.reverse(initial) >>> (Long.SIZE - width) : initial;
    long reversed = Long.reverse(polynomial) >>> (Long.SIZE - width);
    long top = 1L << (width - 1);
    long[] table = new long[Long.BYTES * ROW];
    for (int i = 0; i < ROW; i++) {
      long remainder = reflected ? i : (long) i << (width - 8);
      for (int bit = 0; bit < 8; bit++) {
        if (reflected) {
          remainder = (remainder & 1) != 0 ? (remainder >>> 1) ^ reversed : remainder >>> 1;
        } else {
          remainder = (remainder & top) != 0 ? (remainder << 1) ^ polynomial : remainder << 1;
        }
      }
      table[i] = remainder & mask;
    }
    for (int i = ROW; i < table.length; i++) {
      long before = table[i - ROW];
      table[i] = (before >>> 8) ^ table[(int) before & 0xff];
    }
    boolean fits = width <= Integer.SIZE;
    wide = fits ? new long[0] : table;
    narrow = fits ? Arrays.stream(table).mapToInt(entry -> (int) entry).toArray() : new int[0];
  }

  /** CRC-16/ARC. */
  public static Crc crc16() {
    return new Crc(16, 0x8005, 0, 0, true);
  }

  /** CRC-32/ISO-HDLC, that of Ethernet. */
  public static Crc crc32() {
    return new Crc(32, 0x04c11db7L, 0xffffffffL, 0xffffffffL, true);
  }

  /** CRC-16/IBM-3740, often called CRC-CCITT. */
  public static Crc crcCcitt() {
    return new Crc(16, 0x1021, 0xffff, 0, false);
  }

  @Override
  public long hash(byte[] data, int length) {
    long remainder = initial;
    for (int i = 0; i < length; i++) {
      remainder = updateByte(remainder, data[i]);
    }
    return finish(remainder);
  }

  /** The remainder of no bytes. */
  public long start() {
    return initial;
  }

  /**
   * The remainder after more bytes.
   *
   * @param value holds them, the first most significant
   * @param bytes how many, 1 to 8
   */
  public long update(long remainder, long value, int bytes) {
    if (reflected) {
      return updateReflected(remainder, value, bytes);
    }
    long next = remainder;
    for (int left = bytes - 1; left >= 0; left--) {
      next = updateByte(next, (int) (value >>> (8 * left)));
    }
    return next;
  }

  /**
   * Puts zeros in front, which leave nothing: so that one straight line does for any number of
   * bytes.
   */
  private long updateReflected(long remainder, long value, int bytes) {
    int unused = Long.SIZE - 8 * bytes;
    long mixed = (remainder ^ Long.reverseBytes(value << unused)) << unused;
    long shifted = unused == 0 ? 0 : remainder >>> (8 * bytes);
    return shifted ^ (width <= Integer.SIZE ? leftNarrow(mixed, bytes) : leftWide(mixed));
  }

  private long leftNarrow(long mixed, int bytes) {
    int[] table = narrow;
    int low = (int) mixed;
    int high = (int) (mixed >>> 32);
    int left =
        table[3 * ROW + (high & 0xff)]
            ^ table[2 * ROW + (high >>> 8 & 0xff)]
            ^ table[ROW + (high >>> 16 & 0xff)]
            ^ table[high >>> 24];
    if (bytes > Integer.BYTES) {
      left ^=
          table[7 * ROW + (low & 0xff)]
              ^ table[6 * ROW + (low >>> 8 & 0xff)]
              ^ table[5 * ROW + (low >>> 16 & 0xff)]
              ^ table[4 * ROW + (low >>> 24)];
    }
    return left & 0xffffffffL;
  }

  private long leftWide(long mixed) {
    long left = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      left ^= wide[(Long.BYTES - 1 - i) * ROW + ((int) (mixed >>> (8 * i)) & 0xff)];
    }
    return left;
  }

  private long entry(int index) {
    return width <= Integer.SIZE ? narrow[index] & 0xffffffffL : wide[index];
  }

  private long updateByte(long remainder, int value) {
    if (reflected) {
      return entry((int) (remainder ^ value) & 0xff) ^ (remainder >>> 8);
    }
    int index = (int) (remainder >>> (width - 8) ^ value) & 0xff;
    return (entry(index) ^ (remainder << 8)) & mask;
  }

  /** The hash that a remainder stands for. */
  public long finish(long remainder) {
    return (remainder ^ finalXor) & mask;
  }
}
