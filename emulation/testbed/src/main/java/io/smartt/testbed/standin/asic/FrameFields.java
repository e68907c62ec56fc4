package io.smartt.testbed.standin.asic;

import io.smartt.host.wire.Bytes;

/** Fields of Ethernet, IPv4 and ARP in a frame without VLAN tag. */
final class FrameFields {
  static final int MAC_BYTES = 6;
  static final int SOURCE_MAC = 6;
  static final int ETHERTYPE = 12;
  static final int ETHERNET_BYTES = 14;
  static final int TOS = 15;
  static final int TTL = 22;
  static final int PROTOCOL = 23;
  static final int CHECKSUM = 24;
  static final int SOURCE = 26;
  static final int DESTINATION = 30;
  static final int L4_PORTS = 34;
  static final int IPV4_END = 34;

  static final int ARP_OPERATION = 20;
  static final int ARP_SENDER_MAC = 22;
  static final int ARP_SENDER = 28;
  static final int ARP_TARGET_MAC = 32;
  static final int ARP_TARGET = 38;
  static final int ARP_END = 42;

  static final int TYPE_IPV4 = 0x0800;
  static final int TYPE_ARP = 0x0806;
  static final int REQUEST = 1;
  static final int REPLY = 2;
  static final int ECN_CE = 3;
  static final long BROADCAST = 0xffff_ffff_ffffL;

  private static final int WORD_MASK = 0xffff;

  private FrameFields() {}

  /** Returns whether the checksum of an IPv4 header without options holds. */
  static boolean hasGoodChecksum(byte[] bytes) {
    int sum = 0;
    for (int at = ETHERNET_BYTES; at < IPV4_END; at += 2) {
      sum += Bytes.unsignedShort(bytes, at);
    }
    sum = (sum & WORD_MASK) + (sum >> 16);
    sum = (sum & WORD_MASK) + (sum >> 16);
    return sum == WORD_MASK;
  }

  /** Writes a word of the IPv4 header and corrects its checksum (RFC 1624). */
  static void changeWord(byte[] bytes, int at, int value) {
    int sum =
        (~Bytes.unsignedShort(bytes, CHECKSUM) & WORD_MASK)
            + (~Bytes.unsignedShort(bytes, at) & WORD_MASK)
            + value;
    sum = (sum & WORD_MASK) + (sum >> 16);
    sum = (sum & WORD_MASK) + (sum >> 16);
    Bytes.putShort(bytes, at, value);
    Bytes.putShort(bytes, CHECKSUM, ~sum);
  }
}
