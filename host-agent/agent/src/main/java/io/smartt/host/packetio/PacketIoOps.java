package io.smartt.host.packetio;

import io.netty.channel.IoEvent;
import io.netty.channel.IoOps;

/**
 * The operations that a descriptor is watched for, or ready for.
 *
 * @param events epoll's bits
 */
record PacketIoOps(int events) implements IoOps, IoEvent {
  static final int IN = 1;
  static final int OUT = 4;

  static final PacketIoOps NONE = new PacketIoOps(0);
  static final PacketIoOps READ = new PacketIoOps(IN);
  static final PacketIoOps WRITE = new PacketIoOps(OUT);
  static final PacketIoOps BOTH = new PacketIoOps(IN | OUT);

  static PacketIoOps of(boolean read, boolean write) {
    if (read) {
      return write ? BOTH : READ;
    }
    return write ? WRITE : NONE;
  }
}
