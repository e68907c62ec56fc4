package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import module java.base;

/**
 * Makes a network card stamp every frame that it receives (kernel documentation,
 * networking/timestamping), until closed: then the card stamps what it stamped before.
 */
final class NicStamping implements AutoCloseable {
  private static final long SIOCSHWTSTAMP = 0x89b0;
  private static final long SIOCGHWTSTAMP = 0x89b1;
  private static final int ETHTOOL_GET_TS_INFO = 0x41;
  private static final int ABILITIES_BYTES = 44;
  private static final int SOCKET_FLAGS_AT = 4;
  private static final int CLOCK_AT = 8;
  private static final int FILTERS_AT = 28;
  private static final int CONFIG_BYTES = 12;
  private static final int FILTER_AT = 8;
  private static final int HWTSTAMP_FILTER_ALL = 1;

  /** SOF_TIMESTAMPING_RX_HARDWARE and SOF_TIMESTAMPING_RAW_HARDWARE. */
  static final int HARDWARE_FLAGS = 1 << 2 | 1 << 6;

  private final InterfaceRequest request;
  private final MemorySegment config;
  private final PtpClock clock;
  private final boolean changed;
  private final int filterBefore;

  /**
   * Stamping of the interface of a channel.
   *
   * @param arena of the channel
   * @param fd its socket, which is closed after this
   * @throws PacketIoException if its card has no clock, does not stamp all frames or refuses to
   */
  NicStamping(Arena arena, int fd, String name) {
    request = new InterfaceRequest(arena, fd, name);
    clock = new PtpClock(arena, clockIndex(arena));
    config = arena.allocate(CONFIG_BYTES, 4);
    try {
      check(request.call(SIOCGHWTSTAMP, config));
      filterBefore = config.get(JAVA_INT, FILTER_AT);
      changed = filterBefore != HWTSTAMP_FILTER_ALL;
      if (changed) {
        config.set(JAVA_INT, FILTER_AT, HWTSTAMP_FILTER_ALL);
        check(request.call(SIOCSHWTSTAMP, config));
      }
    } catch (PacketIoException e) {
      clock.close();
      throw e;
    }
  }

  /** The clock that turns stamps of the card into times of the system. */
  PtpClock.CardClock clock() {
    return new PtpClock.CardClock(clock::look);
  }

  private int clockIndex(Arena arena) {
    MemorySegment abilities = arena.allocate(ABILITIES_BYTES, 4);
    abilities.set(JAVA_INT, 0, ETHTOOL_GET_TS_INFO);
    int result = request.ethtool(abilities);
    int index = abilities.get(JAVA_INT, CLOCK_AT);
    boolean stamps = (abilities.get(JAVA_INT, SOCKET_FLAGS_AT) & HARDWARE_FLAGS) == HARDWARE_FLAGS;
    if (result < 0 || index < 0 || !stamps) {
      throw new PacketIoException(
          "it has no card with a clock that stamps frames; take the kernel's stamps");
    }
    if ((abilities.get(JAVA_INT, FILTERS_AT) & 1 << HWTSTAMP_FILTER_ALL) == 0) {
      throw new PacketIoException("its card stamps frames of PTP only; take the kernel's stamps");
    }
    return index;
  }

  private void check(int result) {
    if (result < 0) {
      throw new PacketIoException("its card refuses to stamp frames: " + Errno.name(-result));
    }
  }

  @Override
  public void close() {
    if (changed) {
      config.set(JAVA_INT, FILTER_AT, filterBefore);
      request.call(SIOCSHWTSTAMP, config);
    }
    clock.close();
  }
}
