package io.smartt.host.wire;

/** IPv4 header (RFC 791) with the DSCP and ECN fields of RFC 2474 and RFC 3168. */
public final class Ipv4Header {
  /** Bytes of a header without options. */
  public static final int BYTES = 20;

  /** Protocol number of UDP. */
  public static final int UDP = 17;

  /** ECN field: the sender understands ECN. */
  public static final int ECT_0 = 2;

  /** ECN field: congestion experienced. */
  public static final int CE = 3;

  private static final int VERSION_4_LENGTH_5 = 0x45;
  private static final int DONT_FRAGMENT = 0x4000;

  /** The TTL that every packet starts with. */
  public static final int TTL = 64;

  private Ipv4Header() {}

  /** Writes a header without options, its checksum right; identification 0, DF, TTL 64. */
  public static void write(
      byte[] frame,
      int at,
      int dscp,
      int ecn,
      int totalLength,
      int protocol,
      int source,
      int destination) {
    Bytes.putInt(
        frame,
        at,
        (VERSION_4_LENGTH_5 << 24) | (((dscp << 2) | ecn) << 16) | (totalLength & 0xffff));
    Bytes.putInt(frame, at + 4, DONT_FRAGMENT);
    Bytes.putInt(frame, at + 8, (TTL << 24) | (protocol << 16));
    Bytes.putInt(frame, at + 12, source);
    Bytes.putInt(frame, at + 16, destination);
    Bytes.putShort(frame, at + 10, ~InternetChecksum.fold(InternetChecksum.sum(frame, at, BYTES)));
  }

  /** Returns whether the {@code available} bytes hold a whole version 4 header. */
  public static boolean isWhole(byte[] frame, int at, int available) {
    if (available < BYTES || Bytes.unsignedByte(frame, at) >> 4 != 4) {
      return false;
    }
    int length = headerBytes(frame, at);
    return length >= BYTES && length <= available;
  }

  /** Returns whether the header's checksum is right. */
  public static boolean checksumHolds(byte[] frame, int at) {
    return InternetChecksum.fold(InternetChecksum.sum(frame, at, headerBytes(frame, at))) == 0xffff;
  }

  /** Bytes of the header, options included. */
  public static int headerBytes(byte[] frame, int at) {
    return (frame[at] & 0xf) * 4;
  }

  /** Differentiated services code point. */
  public static int dscp(byte[] frame, int at) {
    return Bytes.unsignedByte(frame, at + 1) >> 2;
  }

  /** ECN field. */
  public static int ecn(byte[] frame, int at) {
    return frame[at + 1] & 3;
  }

  /** Bytes of header and payload, as the header says. */
  public static int totalLength(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 2);
  }

  /** Returns whether this is a fragment, of which only the first has the next header. */
  public static boolean isFragment(byte[] frame, int at) {
    return (Bytes.unsignedShort(frame, at + 6) & 0x3fff) != 0;
  }

  /** Protocol number. */
  public static int protocol(byte[] frame, int at) {
    return Bytes.unsignedByte(frame, at + 9);
  }

  /** Source address. */
  public static int source(byte[] frame, int at) {
    return Bytes.int32(frame, at + 12);
  }

  /** Destination address. */
  public static int destination(byte[] frame, int at) {
    return Bytes.int32(frame, at + 16);
  }

  /** The one's complement sum of RFC 1071. */
  static final class InternetChecksum {
    private static final long LOW = 0xffffffffL;

    private InternetChecksum() {}

    /**
     * Sum of 16-bit words, an odd last byte padded with zero; not yet folded. Allocates nothing.
     */
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
}
