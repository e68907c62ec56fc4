package io.smartt.p4.pipeline;

/** Packets and their bytes on the wire (without preamble, gap and FCS), as a counter holds them. */
public record PacketByteCount(long packets, long bytes) {
  /** Nothing counted. */
  public static final PacketByteCount ZERO = new PacketByteCount(0, 0);

  /** Returns the sum with another. */
  public PacketByteCount plus(PacketByteCount other) {
    return new PacketByteCount(packets + other.packets, bytes + other.bytes);
  }

  /** Returns the difference to an earlier count. */
  public PacketByteCount minus(PacketByteCount before) {
    return new PacketByteCount(packets - before.packets, bytes - before.bytes);
  }
}
