package io.smartt.p4.pipeline.runtime;

import module java.base;

/** Big-endian numbers in byte arrays. */
public final class PacketBytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private PacketBytes() {}

  /** The byte at an offset, unsigned. */
  public static long get1(byte[] data, int at) {
    return data[at] & 0xffL;
  }

  /** The two bytes from an offset, unsigned. */
  public static long get2(byte[] data, int at) {
    return (short) SHORT.get(data, at) & 0xffffL;
  }

  /** The four bytes from an offset, unsigned. */
  public static long get4(byte[] data, int at) {
    return (int) INT.get(data, at) & 0xffffffffL;
  }

  /** The eight bytes from an offset. */
  public static long get8(byte[] data, int at) {
    return (long) LONG.get(data, at);
  }

  /** Writes the low byte of a value. */
  public static void put1(byte[] data, int at, long value) {
    data[at] = (byte) value;
  }

  /** Writes the low two bytes of a value. */
  public static void put2(byte[] data, int at, long value) {
    SHORT.set(data, at, (short) value);
  }

  /** Writes the low four bytes of a value. */
  public static void put4(byte[] data, int at, long value) {
    INT.set(data, at, (int) value);
  }

  /** Writes eight bytes. */
  public static void put8(byte[] data, int at, long value) {
    LONG.set(data, at, value);
  }
}
