package io.smartt.host.wire;

/**
 * PDS acknowledgement header ACK_CC, 32 bytes: the PSN answered (as a distance from the cumulative
 * one), the cumulative PSN, connection ids, a 64-bit selective bitmap that begins at a distance
 * from the cumulative PSN, and 8 bytes of congestion-control state (NSCC: bytes received and
 * packets out of order).
 */
public final class PdsAck {
  /** Bytes of the header. */
  public static final int BYTES = 32;

  private PdsAck() {}

  /**
   * Writes an ACK_CC header without next header.
   *
   * @param ackPsnOffset PSN answered minus {@code cumulativePsn}, 16 bits
   * @param cumulativePsn all up to this one have arrived
   * @param bitmapOffset PSN of the bitmap's lowest bit minus {@code cumulativePsn}, 16 bits
   * @param receivedBytes of the connection, low 24 bits
   * @param outOfOrder packets received beyond the cumulative PSN, low 16 bits
   */
  public static void write(
      byte[] frame,
      int at,
      int flags,
      int ackPsnOffset,
      int cumulativePsn,
      int sourcePdc,
      int destinationPdc,
      int bitmapOffset,
      long bitmap,
      int receivedBytes,
      int outOfOrder) {
    Uet.putFirst(frame, at, Uet.ACK_CC, Uet.NO_NEXT, flags, ackPsnOffset, cumulativePsn);
    Bytes.putInt(frame, at + 8, (sourcePdc << 16) | destinationPdc);
    Bytes.putInt(frame, at + 12, bitmapOffset & 0xffff);
    Bytes.putLong(frame, at + 16, bitmap);
    Bytes.putLong(frame, at + 24, ((receivedBytes & 0xffffffL) << 16) | (outOfOrder & 0xffffL));
  }

  /** PSN answered minus cumulative PSN. */
  public static int ackPsnOffset(byte[] frame, int at) {
    return Bytes.signedShort(frame, at + 2);
  }

  /** The PSN up to which all packets have arrived. */
  public static int cumulativePsn(byte[] frame, int at) {
    return Bytes.int32(frame, at + 4);
  }

  /** The answering side's id of the connection. */
  public static int sourcePdc(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 8);
  }

  /** The id of the connection at the side that is answered. */
  public static int destinationPdc(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 10);
  }

  /** PSN of the bitmap's lowest bit minus cumulative PSN. */
  public static int bitmapOffset(byte[] frame, int at) {
    return Bytes.signedShort(frame, at + 14);
  }

  /** Bit i is set if the packet i after the bitmap's first has arrived. */
  public static long bitmap(byte[] frame, int at) {
    return Bytes.int64(frame, at + 16);
  }

  /** NSCC state: bytes received on the connection, modulo 2^24. */
  public static int receivedBytes(byte[] frame, int at) {
    return Bytes.int32(frame, at + 26) & 0xffffff;
  }

  /** NSCC state: packets received beyond the cumulative PSN. */
  public static int outOfOrder(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 30);
  }
}
