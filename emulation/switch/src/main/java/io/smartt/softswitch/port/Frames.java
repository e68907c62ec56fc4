package io.smartt.softswitch.port;

import io.smartt.p4.pipeline.Packet;
import java.util.Arrays;

/** Packets as plain bytes. */
public final class Frames {
  private Frames() {}

  /** Returns the bytes of a whole packet; those that were only counted are 0. */
  public static byte[] bytes(Packet packet) {
    byte[] bytes = new byte[packet.length()];
    System.arraycopy(packet.bytes(), 0, bytes, 0, packet.headLength());
    return bytes;
  }

  /** The packet's own buffer with every byte of it there. Allocates only where it has to grow. */
  static byte[] whole(Packet packet) {
    int head = packet.headLength();
    int length = packet.length();
    if (head < length) {
      Arrays.fill(packet.ensureCapacity(length), head, length, (byte) 0);
      packet.setLengths(length, length);
    }
    return packet.bytes();
  }
}
