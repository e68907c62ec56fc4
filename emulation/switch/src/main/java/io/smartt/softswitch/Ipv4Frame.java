package io.smartt.softswitch;

import io.smartt.host.wire.Bytes;
import io.smartt.p4.pipeline.Packet;

/**
 * Reads the TTL and reads and rewrites the type-of-service byte of an IPv4 packet in an untagged
 * Ethernet frame, for what a switch does outside its P4 program.
 */
final class Ipv4Frame {
  private static final int ETHERTYPE = 12;
  private static final int TOS = 15;
  private static final int TTL = 22;
  private static final int CHECKSUM = 24;
  private static final int END = 34;
  static final int NOT_IPV4 = -1;

  private Ipv4Frame() {}

  /** The ECN bits, or {@link #NOT_IPV4}. */
  static int ecn(Packet packet) {
    byte[] bytes = packet.bytes();
    return isIpv4(packet) ? bytes[TOS] & 3 : NOT_IPV4;
  }

  /** Returns whether it is an IPv4 packet that no router may send on: its TTL is 0 or 1. */
  static boolean hasExpired(Packet packet) {
    return isIpv4(packet) && (packet.bytes()[TTL] & 0xff) <= 1;
  }

  /** Sets the DSCP and corrects the header checksum or not (RFC 1624); the length field stays. */
  static void setDscp(Packet packet, int dscp, boolean keepsChecksum) {
    if (!isIpv4(packet)) {
      return;
    }
    byte[] bytes = packet.bytes();
    int before = Bytes.unsignedShort(bytes, TOS - 1);
    bytes[TOS] = (byte) ((dscp << 2) | (bytes[TOS] & 3));
    if (keepsChecksum) {
      return;
    }
    int sum =
        (~Bytes.unsignedShort(bytes, CHECKSUM) & 0xffff)
            + (~before & 0xffff)
            + Bytes.unsignedShort(bytes, TOS - 1);
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    bytes[CHECKSUM] = (byte) (~sum >> 8);
    bytes[CHECKSUM + 1] = (byte) ~sum;
  }

  private static boolean isIpv4(Packet packet) {
    return packet.headLength() >= END && Bytes.unsignedShort(packet.bytes(), ETHERTYPE) == 0x0800;
  }
}
