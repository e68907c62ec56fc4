package io.smartt.base.trace;

import java.util.Optional;

/**
 * Takes packets from a running fabric. Called once per packet and interface, in the order in which
 * it happened; implementations copy what they need before they return.
 */
public interface CaptureSink {
  /** The id of a packet that cannot be known again by one: real networks number none. */
  long NO_PACKET_ID = 0;

  /**
   * One packet at one interface.
   *
   * @param timePs when its last bit passed, picoseconds since the start of the experiment
   * @param interfaceId number of the interface
   * @param direction in or out
   * @param bytes the packet from its Ethernet header on; only the first {@code headLength} are real
   * @param headLength how many bytes there are
   * @param wireLength length of the whole packet; for a trimmed packet its length before the cut
   * @param packetId the same at every hop of a packet, or {@link #NO_PACKET_ID}
   * @param comment what happened to it here, such as {@code trimmed at s1 p3 q0 depth=61440B}
   */
  void packet(
      long timePs,
      int interfaceId,
      Direction direction,
      byte[] bytes,
      int headLength,
      int wireLength,
      long packetId,
      Optional<String> comment);

  /** The way by which a packet passed an interface, with its code in pcapng's {@code epb_flags}. */
  enum Direction {
    /** The packet goes into the node that owns the interface. */
    INBOUND(1),
    /** The packet comes out of it. */
    OUTBOUND(2);

    private final int epbFlags;

    Direction(int epbFlags) {
      this.epbFlags = epbFlags;
    }

    int epbFlags() {
      return epbFlags;
    }

    /** The direction in the two lowest bits of {@code epb_flags}; empty if they do not say. */
    static Optional<Direction> ofFlags(int flags) {
      return switch (flags & 3) {
        case 1 -> Optional.of(INBOUND);
        case 2 -> Optional.of(OUTBOUND);
        default -> Optional.empty();
      };
    }
  }
}
