package io.smartt.bench;

import io.smartt.p4.pipeline.Packet;
import java.nio.ByteBuffer;

/** Packets whose headers are real and whose payload is only counted. */
final class BenchPackets {
  private static final int HEADER_BYTES = 70;
  private static final int WIRE_BYTES = 4096;
  private static final int UDP = 17;

  private BenchPackets() {}

  /** Ethernet, IPv4 with a right checksum, UDP, and what of UET follows as zeros. */
  static Packet udp(int source, int destination, int tos, int sourcePort, int destinationPort) {
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES);
    bytes.putShort((short) 0x0200).putInt(9).putShort((short) 0x0200).putInt(1);
    bytes.putShort((short) 0x0800);
    int ip = bytes.position();
    bytes.putShort((short) (0x4500 | tos)).putShort((short) (WIRE_BYTES - ip));
    bytes.putInt(0).put((byte) 64).put((byte) UDP).putShort((short) 0);
    bytes.putInt(source).putInt(destination);
    int sum = 0;
    for (int at = ip; at < bytes.position(); at += 2) {
      sum += bytes.getShort(at) & 0xffff;
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    sum = (sum & 0xffff) + (sum >>> 16);
    bytes.putShort(ip + 10, (short) ~sum);
    bytes.putShort((short) sourcePort).putShort((short) destinationPort);
    bytes.putShort((short) (WIRE_BYTES - ip - 20)).putShort((short) 0);
    Packet packet = new Packet(HEADER_BYTES);
    packet.set(bytes.array(), 0, HEADER_BYTES, WIRE_BYTES);
    return packet;
  }
}
