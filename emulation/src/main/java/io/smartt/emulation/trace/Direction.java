package io.smartt.emulation.trace;

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
}
