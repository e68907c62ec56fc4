package io.smartt.p4.pipeline.hash;

import module java.base;

/**
 * Bits one after the other, most significant first: what a hash is computed over. The last byte is
 * padded with zeros. Reused from packet to packet; grows as needed.
 */
public final class BitBuffer {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes = new byte[128];
  private int bits;

  /** Empties the buffer. */
  public void clear() {
    bits = 0;
  }

  /** The bytes; {@link #length()} of them count. */
  public byte[] bytes() {
    return bytes;
  }

  /** The number of bytes, the last perhaps padded. */
  public int length() {
    return (bits + 7) >>> 3;
  }

  /** Appends the low {@code width} bits of a value, 0 to 64. */
  public void append(long value, int width) {
    reserve(width);
    int at = bits >>> 3;
    int used = bits & 7;
    bits += width;
    if (used + width > Long.SIZE) {
      int tail = used + width - Long.SIZE;
      write(at, used, value >>> tail, width - tail);
      write(at + Long.BYTES, 0, value, tail);
    } else if (width > 0) {
      write(at, used, value, width);
    }
  }

  /** Overwrites eight bytes from {@code at}, but for the first {@code used} bits. */
  private void write(int at, int used, long value, int width) {
    long kept = used == 0 ? 0 : (bytes[at] & 0xffL & 0xff00 >>> used) << (Long.SIZE - 8);
    long shifted = value << (Long.SIZE - width) >>> used;
    LONG.set(bytes, at, kept | shifted);
  }

  /** Appends the low {@code width} bits of a number in longs, most significant first. */
  public void append(long[] words, int first, int count, int width) {
    int left = width;
    int at = first + count - (width + Long.SIZE - 1) / Long.SIZE;
    int head = width % Long.SIZE;
    if (head != 0) {
      append(words[at++], head);
      left -= head;
    }
    for (; left > 0; left -= Long.SIZE) {
      append(words[at++], Long.SIZE);
    }
  }

  public void append(byte[] source, int offset, int length) {
    if ((bits & 7) == 0) {
      reserve(length * 8);
      System.arraycopy(source, offset, bytes, bits >>> 3, length);
      bits += length * 8;
    } else {
      for (int i = 0; i < length; i++) {
        append(source[offset + i], 8);
      }
    }
  }

  /** Appends zero bytes. */
  public void appendZeros(int length) {
    for (int i = 0; i < length; i++) {
      append(0, 8);
    }
  }

  /** Makes room, with enough behind it for a write of eight bytes anywhere. */
  private void reserve(int more) {
    int needed = ((bits + more + 7) >>> 3) + 2 * Long.BYTES;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
    }
  }
}
