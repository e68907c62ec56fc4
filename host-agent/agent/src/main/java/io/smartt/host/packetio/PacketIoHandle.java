package io.smartt.host.packetio;

import io.netty.channel.IoHandle;

/** A file descriptor for a {@link PacketIoHandler} to watch. */
interface PacketIoHandle extends IoHandle {
  /** The descriptor; it stays its owner's. */
  int fd();

  @Override
  void close();
}
