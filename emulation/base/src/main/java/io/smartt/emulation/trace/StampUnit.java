package io.smartt.emulation.trace;

/** How fine the stamps of a capture file are. */
public enum StampUnit {
  /** Of older files. */
  MICROSECOND(1_000),
  /** Of files of today. */
  NANOSECOND(1);

  private final long ns;

  StampUnit(long ns) {
    this.ns = ns;
  }

  /** Nanoseconds of one. */
  public long ns() {
    return ns;
  }

  /** A stamp without what a file of this unit cannot hold. */
  public long cut(long timeNs) {
    return timeNs / ns * ns;
  }
}
