package io.smartt.host.wire;

import module java.base;

import io.smartt.host.wire.Ipv4Header.InternetChecksum;

/**
 * UDP header (RFC 768), 8 bytes. The checksum is 0, which means none, unless {@link #sign} fills it
 * in. Payload that is only counted is zeros to the checksum, which then is honest.
 */
public final class UdpHeader {
  /** Bytes of the header. */
  public static final int BYTES = 8;

  private UdpHeader() {}

  /**
   * Fills in the checksum of a datagram behind an IPv4 header.
   *
   * @param ip where the IPv4 header is
   * @param udp where the UDP header is, its checksum 0
   * @param end where the bytes that are there end; the rest up to the length is zeros
   */
  public static void sign(byte[] frame, int ip, int udp, int end) {
    long sum = pseudoHeader(frame, ip, udp) + InternetChecksum.sum(frame, udp, end - udp);
    int checksum = ~InternetChecksum.fold(sum) & 0xffff;
    Bytes.putShort(frame, udp + 6, checksum == 0 ? 0xffff : checksum);
  }

  /**
   * Brings bytes into a checksum that took them for zeros; without one nothing changes. They must
   * begin at an even distance from the header.
   */
  public static void addPayload(
      byte[] frame, int udp, byte[] payload, int from, int length, PayloadSum sums) {
    int before = Bytes.unsignedShort(frame, udp + 6);
    if (before != 0) {
      long sum = (~before & 0xffff) + sums.of(payload, from, length);
      int checksum = ~InternetChecksum.fold(sum) & 0xffff;
      Bytes.putShort(frame, udp + 6, checksum == 0 ? 0xffff : checksum);
    }
  }

  /** Returns whether the checksum is absent or right; the arguments as for {@link #sign}. */
  public static boolean checksumHolds(byte[] frame, int ip, int udp, int end, PayloadSum sums) {
    return Bytes.unsignedShort(frame, udp + 6) == 0
        || InternetChecksum.fold(pseudoHeader(frame, ip, udp) + sums.of(frame, udp, end - udp))
            == 0xffff;
  }

  /** Source port: the entropy value. */
  public static int sourcePort(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at);
  }

  public static int destinationPort(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 2);
  }

  /** Bytes of header and payload, as the header says. */
  public static int length(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 4);
  }

  private static long pseudoHeader(byte[] frame, int ip, int udp) {
    return InternetChecksum.sum(frame, ip + 12, 8) + Ipv4Header.UDP + length(frame, udp);
  }

  /**
   * The one's complement sum of long payloads. The JIT compiler makes vectors of a loop over a
   * memory segment, not of one over a byte array. The segment of an array is kept until another
   * array comes, so that frames of one buffer pool leave no garbage. For one thread at a time.
   */
  public static final class PayloadSum {
    private static final ValueLayout.OfLong WORD =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long LOW = 0xffffffffL;

    /** Shorter sums are as quick without a segment. */
    private static final int LONG_BYTES = 256;

    private byte[] array = {};
    private MemorySegment segment = MemorySegment.ofArray(array);

    /**
     * Sums bytes as {@link InternetChecksum#sum} does, though to another number before it is
     * folded.
     */
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
}
