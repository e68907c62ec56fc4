package io.smartt.p4.pipeline.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** xxHash64 with seed 0, after its published specification. */
final class XxHash64 {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;

  private XxHash64() {}

  static long hash(byte[] data, int length) {
    int i = 0;
    long hash;
    if (length >= 32) {
      long seed = 0;
      long a = seed + PRIME_1 + PRIME_2;
      long b = seed + PRIME_2;
      long c = seed;
      long d = seed - PRIME_1;
      for (; i + 32 <= length; i += 32) {
        a = round(a, (long) LONG.get(data, i));
        b = round(b, (long) LONG.get(data, i + 8));
        c = round(c, (long) LONG.get(data, i + 16));
        d = round(d, (long) LONG.get(data, i + 24));
      }
      hash =
          Long.rotateLeft(a, 1)
              + Long.rotateLeft(b, 7)
              + Long.rotateLeft(c, 12)
              + Long.rotateLeft(d, 18);
      hash = merge(merge(merge(merge(hash, a), b), c), d);
    } else {
      hash = PRIME_5;
    }
    hash += length;
    for (; i + 8 <= length; i += 8) {
      hash = Long.rotateLeft(hash ^ round(0, (long) LONG.get(data, i)), 27) * PRIME_1 + PRIME_4;
    }
    if (i + 4 <= length) {
      hash ^= ((int) INT.get(data, i) & 0xffffffffL) * PRIME_1;
      hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
      i += 4;
    }
    for (; i < length; i++) {
      hash = Long.rotateLeft(hash ^ (data[i] & 0xff) * PRIME_5, 11) * PRIME_1;
    }
    hash = (hash ^ hash >>> 33) * PRIME_2;
    hash = (hash ^ hash >>> 29) * PRIME_3;
    return hash ^ hash >>> 32;
  }

  private static long round(long accumulator, long input) {
    return Long.rotateLeft(accumulator + input * PRIME_2, 31) * PRIME_1;
  }

  private static long merge(long hash, long accumulator) {
    return (hash ^ round(0, accumulator)) * PRIME_1 + PRIME_4;
  }
}
