package io.smartt.host.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The one's complement sum of long payloads. The JIT compiler makes vectors of a loop over a memory
 * segment, not of one over a byte array. The segment of an array is kept until another array comes,
 * so that frames of one buffer pool leave no garbage. For one thread at a time.
 */
public final class PayloadSum {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final long LOW = 0xffffffffL;

  /** Shorter sums are as quick without a segment. */
  private static final int LONG_BYTES = 256;

  private byte[] array = {};
  private MemorySegment segment = MemorySegment.ofArray(array);

  /** As {@link InternetChecksum#sum}, though not the same number before it is folded. */
  @SuppressWarnings("ReferenceEquality") // The same array, not the same bytes
  long of(byte[] bytes, int from, int length) {
    if (length < LONG_BYTES) {
      return InternetChecksum.sum(bytes, from, length);
    }
    if (bytes != array) {
      array = bytes;
      segment = MemorySegment.ofArray(bytes);
    }
    int words = length / Long.BYTES;
    int done = words * Long.BYTES;
    return swapped(InternetChecksum.fold(sum(segment, from, words)))
        + InternetChecksum.sum(bytes, from + done, length - done);
  }

  private static long sum(MemorySegment bytes, long from, int words) {
    long low = 0;
    long high = 0;
    for (int i = 0; i < words; i++) {
      long word = bytes.get(WORD, from + (long) i * Long.BYTES);
      low += word & LOW;
      high += word >>> Integer.SIZE;
    }
    return low + high;
  }

  /** A sum of words read in the other byte order is the sum with its bytes swapped (RFC 1071). */
  private static int swapped(int folded) {
    return (folded & 0xff) << 8 | folded >>> 8;
  }
}
