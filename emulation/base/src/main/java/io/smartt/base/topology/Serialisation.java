package io.smartt.base.topology;

/** Serialisation delays: the time that bytes take to pass a link's transmitter. */
public final class Serialisation {
  private static final long PS_BITS_PER_BYTE = 8_000_000_000_000L;

  private Serialisation() {}

  /** Picoseconds that a packet takes, rounded up. Allocates nothing. */
  public static long ps(int bytes, long rateBps) {
    return Math.ceilDiv(Math.multiplyExact(bytes, PS_BITS_PER_BYTE), rateBps);
  }
}
