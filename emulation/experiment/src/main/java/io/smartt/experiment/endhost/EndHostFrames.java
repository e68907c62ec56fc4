package io.smartt.experiment.endhost;

import module java.base;

/** Frames of ARP, ICMP, UDP and TCP over IPv4, with their checksums. */
public final class EndHostFrames {
  /** Bytes of the Ethernet header. */
  public static final int ETHERNET = 14;

  /** EtherType of IPv4. */
  public static final int IPV4 = 0x0800;

  static final int ARP = 0x0806;
  static final int ICMP = 1;

  /** IP protocol number of TCP. */
  public static final int TCP = 6;

  /** IP protocol number of UDP. */
  public static final int UDP = 17;

  static final long BROADCAST = 0xffff_ffff_ffffL;
  static final int ECHO_REQUEST = 8;
  static final int ECHO_REPLY = 0;

  private static final byte[] PING_PAYLOAD =
      "smartt ping, 56 bytes of payload as the ping program has"
          .getBytes(StandardCharsets.US_ASCII);

  private static final Transport PING = new Transport(0, 0, 0, 64, 0);

  private EndHostFrames() {}

  static byte[] arp(
      int operation, long destinationMac, long mac, int ip, long targetMac, int targetIp) {
    ByteBuffer frame = ByteBuffer.allocate(60);
    ethernet(frame, destinationMac, mac, ARP);
    frame.putShort((short) 1).putShort((short) IPV4).put((byte) 6).put((byte) 4);
    frame.putShort((short) operation);
    mac(frame, mac).putInt(ip);
    mac(frame, targetMac).putInt(targetIp);
    return frame.array();
  }

  static byte[] echo(
      int type, long destinationMac, long mac, int from, int to, int id, int sequence) {
    ByteBuffer message = ByteBuffer.allocate(8 + PING_PAYLOAD.length);
    message.put((byte) type).put((byte) 0).putShort((short) 0);
    message.putShort((short) id).putShort((short) sequence).put(PING_PAYLOAD);
    message.putShort(2, (short) checksum(message.array(), 0, message.capacity(), 0));
    return ipv4(destinationMac, mac, from, to, ICMP, PING, message);
  }

  /** A UDP datagram over IPv4. */
  public static byte[] udp(
      long destinationMac, long mac, int from, int to, Transport with, byte[] payload) {
    ByteBuffer message = ByteBuffer.allocate(8 + payload.length);
    message.putShort((short) with.sourcePort()).putShort((short) with.destinationPort());
    message.putShort((short) message.capacity()).putShort((short) 0).put(payload);
    int sum = checksum(message.array(), 0, message.capacity(), pseudo(from, to, UDP, message));
    message.putShort(6, (short) (sum == 0 ? 0xffff : sum));
    return ipv4(destinationMac, mac, from, to, UDP, with, message);
  }

  /** A TCP segment over IPv4. */
  public static byte[] tcp(
      long destinationMac, long mac, int from, int to, Transport with, byte[] payload) {
    ByteBuffer message = ByteBuffer.allocate(20 + payload.length);
    message.putShort((short) with.sourcePort()).putShort((short) with.destinationPort());
    message.putInt(1).putInt(0).put((byte) 0x50).put((byte) with.tcpFlags());
    message.putShort((short) 8_192).putShort((short) 0).putShort((short) 0).put(payload);
    message.putShort(
        16,
        (short) checksum(message.array(), 0, message.capacity(), pseudo(from, to, TCP, message)));
    return ipv4(destinationMac, mac, from, to, TCP, with, message);
  }

  /** The header fields of a datagram or segment. */
  public record Transport(
      int sourcePort, int destinationPort, int typeOfService, int timeToLive, int tcpFlags) {}

  private static int pseudo(int from, int to, int protocol, ByteBuffer message) {
    return (from >>> 16)
        + (from & 0xffff)
        + (to >>> 16)
        + (to & 0xffff)
        + protocol
        + message.capacity();
  }

  private static byte[] ipv4(
      long destinationMac,
      long mac,
      int from,
      int to,
      int protocol,
      Transport with,
      ByteBuffer message) {
    ByteBuffer frame = ByteBuffer.allocate(ETHERNET + 20 + message.capacity());
    ethernet(frame, destinationMac, mac, IPV4);
    frame.put((byte) 0x45).put((byte) with.typeOfService());
    frame.putShort((short) (20 + message.capacity()));
    frame.putShort((short) 1).putShort((short) 0);
    frame.put((byte) with.timeToLive()).put((byte) protocol).putShort((short) 0);
    frame.putInt(from).putInt(to);
    frame.putShort(ETHERNET + 10, (short) checksum(frame.array(), ETHERNET, 20, 0));
    return frame.put(message.rewind()).array();
  }

  private static void ethernet(ByteBuffer frame, long destination, long source, int type) {
    mac(frame, destination);
    mac(frame, source).putShort((short) type);
  }

  private static ByteBuffer mac(ByteBuffer frame, long mac) {
    return frame.putShort((short) (mac >> 32)).putInt((int) mac);
  }

  /** The Internet checksum (RFC 1071) of bytes and what is added to their sum. */
  public static int checksum(byte[] bytes, int from, int length, int added) {
    int sum = added;
    for (int i = 0; i < length; i++) {
      int octet = bytes[from + i] & 0xff;
      sum += i % 2 == 0 ? octet << 8 : octet;
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return ~sum & 0xffff;
  }
}
