package io.smartt.host.credit;

/**
 * Credit as frames carry it: totals since the connection began, in units of 256 bytes, of which
 * they have the low 24 bits. Totals compare by their distance, so that they may wrap around.
 */
public final class CreditUnits {
  /** Bytes of a unit. */
  public static final int UNIT_BYTES = 256;

  private static final int BITS = 24;
  private static final int SPARE = Integer.SIZE - BITS;

  private CreditUnits() {}

  /** A total, rounded up to a unit, as a frame carries it. */
  public static int toWire(long totalBytes) {
    return (int) Math.ceilDiv(totalBytes, UNIT_BYTES) & ((1 << BITS) - 1);
  }

  /** The total nearest to a known one that a frame means; whole units. */
  public static long fromWire(int wire, long nearBytes) {
    long near = nearBytes / UNIT_BYTES;
    int distance = ((wire - (int) near) << SPARE) >> SPARE;
    return (near + distance) * UNIT_BYTES;
  }
}
