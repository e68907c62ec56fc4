package io.smartt.host.packetio;

import java.net.SocketAddress;

/** The interface that a {@link PacketChannel} is on. */
public final class PacketAddress extends SocketAddress {
  private static final long serialVersionUID = 1L;

  private final String interfaceName;

  /** The interface of this name. */
  public PacketAddress(String interfaceName) {
    this.interfaceName = interfaceName;
  }

  /** The name of the interface. */
  public String interfaceName() {
    return interfaceName;
  }

  @Override
  public String toString() {
    return interfaceName;
  }
}
