package io.smartt.p4.pipeline.hash;

/**
 * A cyclic redundancy check of 8 to 64 bits, a table look-up a byte. Parameters as in the catalogue
 * of parametrised CRC algorithms: polynomial and initial value are given unreflected.
 */
public final class Crc implements HashAlgorithm {
  private final int width;
  private final long mask;
  private final long initial;
  private final long finalXor;
  private final boolean reflected;
  private final long[] table = new long[256];

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
    for (int i = 0; i < table.length; i++) {
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
    if (reflected) {
      for (int i = 0; i < length; i++) {
        remainder = table[(int) (remainder ^ data[i]) & 0xff] ^ (remainder >>> 8);
      }
    } else {
      for (int i = 0; i < length; i++) {
        int index = (int) (remainder >>> (width - 8) ^ data[i]) & 0xff;
        remainder = (table[index] ^ (remainder << 8)) & mask;
      }
    }
    return (remainder ^ finalXor) & mask;
  }
}
