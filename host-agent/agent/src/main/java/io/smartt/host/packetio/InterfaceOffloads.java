package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import module java.base;

/**
 * Turns off what a kernel leaves for its interface to finish: checksums and the cutting of
 * super-frames. Raw sockets on the far end of a veth pair would see the unfinished frames.
 * Scattered frames stay: without them the kernel copies each frame once more before it leaves.
 */
public final class InterfaceOffloads {

  /** ETHTOOL_STXCSUM, ETHTOOL_STSO, ETHTOOL_SGSO and ETHTOOL_SGRO. */
  private static final int[] OFFLOADS = {0x17, 0x1f, 0x24, 0x2c};

  private InterfaceOffloads() {}

  /**
   * Turns them off for an interface of the calling thread's network namespace.
   *
   * @throws PacketIoException if the interface does not have it
   */
  public static void off(String interfaceName) {
    try (Arena arena = Arena.ofConfined();
        InterfaceQuery.InterfaceControl control =
            new InterfaceQuery.InterfaceControl(arena, interfaceName)) {
      MemorySegment value = arena.allocate(JAVA_INT, 2);
      for (int offload : OFFLOADS) {
        value.setAtIndex(JAVA_INT, 0, offload);
        value.setAtIndex(JAVA_INT, 1, 0);
        int result = control.request().ethtool(value);
        if (result < 0 && result != -Errno.EOPNOTSUPP) {
          throw failed(interfaceName, -result);
        }
      }
    }
  }

  private static PacketIoException failed(String name, int errno) {
    return new PacketIoException(
        "offloads of interface '%s' cannot be turned off: %s".formatted(name, Errno.name(errno)));
  }
}
