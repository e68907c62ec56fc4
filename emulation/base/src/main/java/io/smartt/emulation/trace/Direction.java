package io.smartt.emulation.trace;

import java.util.Optional;

/** Which way a packet passed an interface, with its code in pcapng's {@code epb_flags}. */
public enum Direction {
  /** Into the node that owns the interface. */
  INBOUND(1),
  /** Out of it. */
  OUTBOUND(2);

  private final int epbFlags;

  Direction(int epbFlags) {
    this.epbFlags = epbFlags;
  }

  int epbFlags() {
    return epbFlags;
  }

  /** Of the two lowest bits of {@code epb_flags}; empty if they do not say. */
  static Optional<Direction> ofFlags(int flags) {
    return switch (flags & 3) {
      case 1 -> Optional.of(INBOUND);
      case 2 -> Optional.of(OUTBOUND);
      default -> Optional.empty();
    };
  }
}
