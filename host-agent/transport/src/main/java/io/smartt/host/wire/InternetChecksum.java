package io.smartt.host.wire;

/** The one's complement sum of RFC 1071. */
final class InternetChecksum {
  private InternetChecksum() {}

  /** Sum of 16-bit words, an odd last byte padded with zero; not yet folded. */
  static long sum(byte[] bytes, int from, int length) {
    long sum = 0;
    int at = from;
    int end = from + length;
    for (; at + 8 <= end; at += 8) {
      long eight = Bytes.int64(bytes, at);
      sum += (eight >>> 32) + (eight & 0xffffffffL);
    }
    if (at + 4 <= end) {
      sum += Bytes.int32(bytes, at) & 0xffffffffL;
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
    long folded = (sum >>> 32) + (sum & 0xffffffffL);
    folded = (folded >>> 16) + (folded & 0xffff);
    folded = (folded >>> 16) + (folded & 0xffff);
    return (int) ((folded >>> 16) + (folded & 0xffff));
  }
}
