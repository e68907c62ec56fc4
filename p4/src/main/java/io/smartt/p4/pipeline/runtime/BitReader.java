package io.smartt.p4.pipeline.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads numbers out of bytes, most significant bit first. */
public final class BitReader {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BitReader() {}

  /** The {@code width} bits, 1 to 64, from bit {@code at}. */
  public static long read(byte[] data, int at, int width) {
    int first = at >>> 3;
    int skip = at & 7;
    if (skip + width <= Long.SIZE && first + Long.BYTES <= data.length) {
      return (long) LONG.get(data, first) << skip >>> (Long.SIZE - width);
    }
    return readByBytes(data, first, skip, width);
  }

  private static long readByBytes(byte[] data, int first, int skip, int width) {
    int byteAt = first;
    int left = width - (8 - skip);
    long value = data[byteAt++] & (0xffL >>> skip);
    while (left >= 8) {
      value = (value << 8) | (data[byteAt++] & 0xff);
      left -= 8;
    }
    if (left < 0) {
      return value >>> -left;
    }
    return left == 0 ? value : (value << left) | ((data[byteAt] & 0xff) >>> (8 - left));
  }

  /** Reads a number of any width into longs, most significant first. */
  public static void read(byte[] data, int at, int width, long[] words, int firstWord) {
    int head = width % Long.SIZE;
    int bit = at;
    int word = firstWord;
    if (head != 0) {
      words[word++] = read(data, bit, head);
      bit += head;
    }
    for (; bit < at + width; bit += Long.SIZE) {
      words[word++] = read(data, bit, Long.SIZE);
    }
  }
}
