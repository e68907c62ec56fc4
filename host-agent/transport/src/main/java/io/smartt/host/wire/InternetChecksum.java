package io.smartt.host.wire;

/** The one's complement sum of RFC 1071. */
final class InternetChecksum {
  private static final long LOW = 0xffffffffL;

  private InternetChecksum() {}

  /** Sum of 16-bit words, an odd last byte padded with zero; not yet folded. Allocates nothing. */
  static long sum(byte[] bytes, int from, int length) {
    long sum = 0;
    long high = 0;
    int at = from;
    int end = from + length;
    // Four words at a time: two sums that do not wait for each other.
    for (; at + 32 <= end; at += 32) {
      long first = Bytes.int64(bytes, at);
      long second = Bytes.int64(bytes, at + 8);
      long third = Bytes.int64(bytes, at + 16);
      long fourth = Bytes.int64(bytes, at + 24);
      sum += (first & LOW) + (second & LOW) + (third & LOW) + (fourth & LOW);
      high += (first >>> 32) + (second >>> 32) + (third >>> 32) + (fourth >>> 32);
    }
    sum += high;
    for (; at + 8 <= end; at += 8) {
      long eight = Bytes.int64(bytes, at);
      sum += (eight >>> 32) + (eight & LOW);
    }
    if (at + 4 <= end) {
      sum += Bytes.int32(bytes, at) & LOW;
      at += 4;
    }
    if (at + 2 <= end) {
      sum += Bytes.unsignedShort(bytes, at);
      at += 2;
    }
    if (at < end) {
      sum += (long) Bytes.unsignedByte(bytes, at) << 8;
    }
    return sum;
  }

  /** A sum of 32-bit and 16-bit words as 16 bits with the carries added back. */
  static int fold(long sum) {
    long folded = (sum >>> 32) + (sum & LOW);
    folded = (folded >>> 16) + (folded & 0xffff);
    folded = (folded >>> 16) + (folded & 0xffff);
    return (int) ((folded >>> 16) + (folded & 0xffff));
  }
}
