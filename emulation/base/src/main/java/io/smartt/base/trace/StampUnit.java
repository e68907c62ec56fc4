package io.smartt.base.trace;

/** The unit of a capture file's stamps. */
public enum StampUnit {
  /** The unit of older files. */
  MICROSECOND(1_000),
  /** The unit of files of today. */
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
