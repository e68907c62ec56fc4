package io.smartt.host.packetio;

import module java.base;

/** Counts of the frames that an interface did not send, by reason. Any thread may read. */
public final class UnsentFrames {
  private final AtomicLongArray frames = new AtomicLongArray(UnsentReason.values().length);
  private final AtomicLong bytes = new AtomicLong();

  /** None so far. */
  public UnsentFrames() {}

  void count(UnsentReason reason, int frameBytes) {
    bytes.getAndAdd(frameBytes);
    frames.getAndIncrement(reason.ordinal());
  }

  /** Frames lost for this reason. */
  public long frames(UnsentReason reason) {
    return frames.get(reason.ordinal());
  }

  /** Frames lost for any reason. */
  public long frames() {
    long sum = 0;
    for (int i = 0; i < frames.length(); i++) {
      sum += frames.get(i);
    }
    return sum;
  }

  /** Bytes of them all. */
  public long bytes() {
    return bytes.get();
  }

  /**
   * The reason for which an interface did not send a frame. Each costs one frame and nothing else.
   */
  public enum UnsentReason {
    /** The frame is below the 14 bytes of an Ethernet header. */
    TOO_SHORT("below 14 B of Ethernet header"),
    /** The frame is above the MTU of the interface, or above what its socket was made for. */
    TOO_LONG("above the MTU"),
    /** The interface is down or gone. */
    LINK_DOWN("interface down"),
    /**
     * ENOBUFS: no room, or the other end of a veth pair dropped it, being down or of a lower MTU.
     */
    NO_BUFFER("no room in the kernel, or refused by the link's other end"),
    /** Any other reason of the kernel's. */
    REFUSED("refused by the kernel");

    private static final int ETHERNET_HEADER_BYTES = 14;

    private final String text;

    UnsentReason(String text) {
      this.text = text;
    }

    /** Returns why, for people. */
    public String text() {
      return text;
    }

    /**
     * Returns why a packet socket refused a frame. Linux answers EINVAL to a frame that is shorter
     * than the header of its link (packet_parse_headers and dev_validate_header in
     * net/packet/af_packet.c).
     */
    static UnsentReason of(int errno, int frameBytes) {
      return switch (errno) {
        case Errno.EINVAL -> frameBytes < ETHERNET_HEADER_BYTES ? TOO_SHORT : REFUSED;
        case Errno.EMSGSIZE -> TOO_LONG;
        case Errno.ENETDOWN, Errno.ENXIO, Errno.ENODEV -> LINK_DOWN;
        case Errno.ENOBUFS -> NO_BUFFER;
        default -> REFUSED;
      };
    }
  }
}
