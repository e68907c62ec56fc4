package io.smartt.emulation.trace;

/** One packet of a capture file. */
public final class RecordedPacket {
  private final long timeNs;
  private final byte[] bytes;
  private final int originalBytes;

  /**
   * A packet.
   *
   * @param timeNs since 1970 as the file says
   * @param bytes what was captured; not copied
   * @param originalBytes length on the wire, at least what was captured
   */
  RecordedPacket(long timeNs, byte[] bytes, int originalBytes) {
    this.timeNs = timeNs;
    this.bytes = bytes;
    this.originalBytes = originalBytes;
  }

  /** Nanoseconds since 1970, as the file says. */
  public long timeNs() {
    return timeNs;
  }

  /** What was captured; not a copy. */
  public byte[] bytes() {
    return bytes;
  }

  /** Length on the wire in bytes. */
  public int originalBytes() {
    return originalBytes;
  }

  /** Whether bytes of it are missing. */
  public boolean isCut() {
    return bytes.length < originalBytes;
  }
}
