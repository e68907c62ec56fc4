package io.smartt.p4.pipeline.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Sums and folds that serve as hashes. */
final class Checksums {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private Checksums() {}

  /** The Internet checksum, RFC 1071; an odd last byte is padded with a zero byte. */
  static long internet(byte[] data, int length) {
    long sum = 0;
    int i = 0;
    for (; i + 4 <= length; i += 4) {
      sum += (int) INT.get(data, i) & 0xffffffffL;
    }
    for (; i < length; i++) {
      sum += (data[i] & 0xffL) << ((i & 1) == 0 ? 8 : 0);
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return ~sum & 0xffff;
  }

  /** Exclusive or of the big-endian words of {@code size} bytes, the last padded with zeros. */
  static long xor(byte[] data, int length, int size) {
    long result = 0;
    for (int i = 0; i < length; i++) {
      result ^= (data[i] & 0xffL) << (8 * (size - 1 - i % size));
    }
    return result;
  }

  /** The first eight bytes as a big-endian number. */
  static long identity(byte[] data, int length) {
    long result = 0;
    for (int i = 0; i < Math.min(length, Long.BYTES); i++) {
      result = (result << 8) | (data[i] & 0xff);
    }
    return result;
  }

  /** Jenkins's mixing after an FNV-1a of signed bytes: BMv2's {@code hash_ex}. */
  static long fnvMixed(byte[] data, int length) {
    int hash = 0x811c9dc5;
    for (int i = 0; i < length; i++) {
      hash = (hash ^ data[i]) * 0x01000193;
    }
    hash += hash << 13;
    hash ^= hash >>> 7;
    hash += hash << 3;
    hash ^= hash >>> 17;
    hash += hash << 5;
    return hash & 0xffffffffL;
  }
}
