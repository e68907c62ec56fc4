package io.smartt.host.wire;

import module java.base;

/** Big-endian fields of a byte array. Unaligned, no allocation. */
public final class Bytes {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Bytes() {}

  static int unsignedByte(byte[] bytes, int at) {
    return bytes[at] & 0xff;
  }

  public static int unsignedShort(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at) & 0xffff;
  }

  static int signedShort(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at);
  }

  public static int int32(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static long int64(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  public static long int48(byte[] bytes, int at) {
    return ((long) unsignedShort(bytes, at) << 32) | (int32(bytes, at + 2) & 0xffffffffL);
  }

  public static void putShort(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  public static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  public static void putInt48(byte[] bytes, int at, long value) {
    putShort(bytes, at, (int) (value >>> 32));
    putInt(bytes, at + 2, (int) value);
  }
}
