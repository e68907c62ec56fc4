package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

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

  /** A network card's clock as Linux shows it ({@code /dev/ptpN}). For one thread. */
  static final class PtpClock implements AutoCloseable {
    private static final int TRIES = 5;
    private static final int MOST_TRIES = 25;
    private static final int TIME_BYTES = 16;
    private static final int TIMES_AT = 16;
    private static final int REQUEST_BYTES = TIMES_AT + (2 * MOST_TRIES + 1) * TIME_BYTES;

    /** {@code _IOW('=', 5, struct ptp_sys_offset)}. */
    private static final long PTP_SYS_OFFSET = 1L << 30 | (long) REQUEST_BYTES << 16 | '=' << 8 | 5;

    private static final long NS_PER_S = 1_000_000_000L;

    private final String file;
    private final LinuxCalls calls;
    private final MemorySegment request;
    private final int fd;

    /**
     * Opens the clock's device.
     *
     * @throws PacketIoException naming its file
     */
    PtpClock(Arena arena, int index) {
      file = "/dev/ptp" + index;
      calls = new LinuxCalls(arena);
      request = arena.allocate(REQUEST_BYTES, 8);
      fd = checked(calls.openToRead(arena.allocateFrom(file)));
    }

    /**
     * Returns the time by both clocks: of some tries the one whose looks at the system's were
     * closest counts.
     */
    CardClock.Look look() {
      request.set(JAVA_INT, 0, TRIES);
      checked(calls.ioctl(fd, PTP_SYS_OFFSET, request));
      return closest(request.asSlice(TIMES_AT), TRIES);
    }

    /**
     * The best of times that are the system's, the card's, the system's and so on, ending with the
     * system's.
     */
    static CardClock.Look closest(MemorySegment times, int tries) {
      CardClock.Look best = new CardClock.Look(0, 0);
      long bestNs = Long.MAX_VALUE;
      for (int i = 0; i < tries; i++) {
        long before = ns(times, 2 * i);
        long tookNs = ns(times, 2 * i + 2) - before;
        if (tookNs < bestNs) {
          bestNs = tookNs;
          best = new CardClock.Look(ns(times, 2 * i + 1), before + tookNs / 2);
        }
      }
      return best;
    }

    private static long ns(MemorySegment times, int index) {
      long at = (long) index * TIME_BYTES;
      return times.get(JAVA_LONG, at) * NS_PER_S + times.get(JAVA_INT, at + Long.BYTES);
    }

    private int checked(int result) {
      if (result < 0) {
        throw new PacketIoException(file + " cannot be read: " + Errno.name(-result));
      }
      return result;
    }

    @Override
    public void close() {
      calls.close(fd);
    }

    /**
     * Converts times of a network card's clock to the system's time. The two are looked at together
     * once a second of the card's; in between they run apart as they did between the last two
     * looks. For one thread; a look aside, allocates nothing.
     */
    static final class CardClock {
      /** Two clocks at one moment, nanoseconds each. */
      record Look(long cardNs, long unixNs) {}

      private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);

      /** Oscillators differ by less; more means that somebody set a clock between two looks. */
      private static final double MOST_DRIFT = 1e-3;

      private final Supplier<Look> looks;
      private Look last;
      private double drift;

      CardClock(Supplier<Look> looks) {
        this.looks = looks;
        last = looks.get();
      }

      /**
       * Nanoseconds since 1970 of a stamp that the card gave a moment ago; {@link
       * FrameBatch#NO_STAMP} for one from before the card's clock was set.
       */
      long unixNs(long cardNs) {
        if (Math.abs(cardNs - last.cardNs) > LOOK_NS) {
          look();
          if (Math.abs(cardNs - last.cardNs) > LOOK_NS) {
            return FrameBatch.NO_STAMP;
          }
        }
        long sinceNs = cardNs - last.cardNs;
        return last.unixNs + sinceNs + Math.round(sinceNs * drift);
      }

      private void look() {
        Look now = looks.get();
        double cardNs = now.cardNs - last.cardNs;
        double between = (now.unixNs - last.unixNs - cardNs) / cardNs;
        drift = Math.abs(between) < MOST_DRIFT ? between : 0;
        last = now;
      }
    }
  }
}
