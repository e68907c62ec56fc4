package io.smartt.host.wire;

/**
 * The Ethernet, IPv4 and UDP headers of the frames from one host to another, 42 bytes, with all
 * that is the same for each frame worked out once. The bytes are those that {@link EthernetHeader},
 * {@link Ipv4Header} and {@link UdpHeader} write, in six stores; nothing is read back, so that the
 * checksum does not wait for them. Writing allocates nothing.
 */
public final class OuterHeaders {
  /** Bytes of the three headers. */
  public static final int BYTES = EthernetHeader.BYTES + Ipv4Header.BYTES + UdpHeader.BYTES;

  private static final long LOW_16 = 0xffffL;
  private static final int DSCP_SHIFT = 2;
  private static final int DSCP_MASK = 0x3f;

  private final long bytes0;
  private final long bytes8;
  private final long bytes16;
  private final long bytes24;
  private final long bytes32;
  private final int checksumBase;

  /**
   * Headers between two hosts.
   *
   * @param destinationMac low 48 bits
   * @param sourceMac low 48 bits
   * @param source IPv4 address
   * @param destination IPv4 address
   * @param dscp of every frame
   * @param ecn ECN field of every frame
   * @param destinationPort of every datagram
   */
  public OuterHeaders(
      long destinationMac,
      long sourceMac,
      int source,
      int destination,
      int dscp,
      int ecn,
      int destinationPort) {
    byte[] sample = new byte[BYTES];
    EthernetHeader.write(sample, 0, destinationMac, sourceMac, EthernetHeader.IPV4);
    int ip = EthernetHeader.BYTES;
    Ipv4Header.write(sample, ip, dscp, ecn, 0, Ipv4Header.UDP, source, destination);
    // The sum without checksum field; the length, 0 here, is added to it.
    checksumBase = ~Bytes.unsignedShort(sample, ip + 10) & 0xffff;
    bytes0 = Bytes.int64(sample, 0);
    bytes8 = Bytes.int64(sample, 8);
    bytes16 = Bytes.int64(sample, 16) & ~(LOW_16 << 48);
    bytes24 = Bytes.int64(sample, 24) & ~(LOW_16 << 48);
    bytes32 = ((destination & LOW_16) << 48) | ((destinationPort & LOW_16) << 16);
  }

  /** Differentiated services code point of every frame. */
  public int dscp() {
    return (int) bytes8 >>> DSCP_SHIFT & DSCP_MASK;
  }

  /**
   * Writes the headers from index 0, the UDP checksum 0.
   *
   * @param sourcePort the entropy value
   * @param datagramBytes bytes behind the UDP header
   */
  public void write(byte[] frame, int sourcePort, int datagramBytes) {
    int udpBytes = UdpHeader.BYTES + datagramBytes;
    int ipBytes = Ipv4Header.BYTES + udpBytes;
    int sum = checksumBase + ipBytes;
    int checksum = ~((sum >>> 16) + sum) & 0xffff;
    Bytes.putLong(frame, 0, bytes0);
    Bytes.putLong(frame, 8, bytes8);
    Bytes.putLong(frame, 16, bytes16 | ((long) ipBytes << 48));
    Bytes.putLong(frame, 24, bytes24 | ((long) checksum << 48));
    Bytes.putLong(frame, 32, bytes32 | ((sourcePort & LOW_16) << 32) | udpBytes);
    Bytes.putShort(frame, 40, 0);
  }
}
