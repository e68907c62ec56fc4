package io.smartt.host.wire;

/**
 * PDS acknowledgement header ACK_CC, 32 bytes: the PSN answered (as a distance from the cumulative
 * one), the cumulative PSN, connection ids, a 64-bit selective bitmap that begins at a distance
 * from the cumulative PSN, and 8 bytes of congestion-control state (NSCC: bytes received and
 * packets out of order).
 */
public final class PdsAck extends PdsHeader {
  /** Bytes of the header. */
  public static final int BYTES = 32;

  /** Bytes of a unit in which received bytes are counted. */
  public static final int RECEIVED_UNIT_BYTES = 256;

  /** The largest penalty of destination flow control: a window of one packet. */
  public static final int MOST_PENALTY = 127;

  private static final int RESTORE = 0x80;
  private static final long SERVICE_UNIT_PS = 128_000;

  private PdsAck() {}

  /**
   * Writes an ACK_CC header without next header.
   *
   * @param ackPsnOffset PSN answered minus {@code cumulativePsn}, 16 bits
   * @param cumulativePsn all up to this one have arrived
   * @param bitmapOffset PSN of the bitmap's lowest bit minus {@code cumulativePsn}, 16 bits
   * @param received nominal bytes of the connection, in units of {@link #RECEIVED_UNIT_BYTES},
   *     rounded up, low 24 bits
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
      int received,
      int outOfOrder) {
    Uet.putFirst(frame, at, Uet.ACK_CC, Uet.NO_NEXT, flags, ackPsnOffset, cumulativePsn);
    Bytes.putInt(frame, at + 8, (sourcePdc << 16) | destinationPdc);
    Bytes.putInt(frame, at + 12, bitmapOffset & 0xffff);
    Bytes.putLong(frame, at + 16, bitmap);
    Bytes.putLong(frame, at + 24, ((received & 0xffffffL) << 16) | (outOfOrder & 0xffffL));
  }

  /**
   * Writes what the receiver asks of the window (destination flow control), which {@link #write}
   * leaves at nothing.
   *
   * @param penalty 0 for none to {@link #MOST_PENALTY}
   * @param restore whether the window of before the penalties is to come back
   */
  public static void writeDestination(byte[] frame, int at, int penalty, boolean restore) {
    frame[at + 26] = (byte) ((restore ? RESTORE : 0) | penalty);
  }

  /** Writes how long the receiver had the packet, at most 8.4 ms: {@link #write} leaves it at 0. */
  public static void writeService(byte[] frame, int at, long servicePs) {
    Bytes.putShort(frame, at + 24, (int) Math.min(servicePs / SERVICE_UNIT_PS, 0xffff));
  }

  /** Says in a header that was written without next header what follows. */
  public static void announce(byte[] frame, int at, int next) {
    Uet.putNext(frame, at, next);
  }

  /** PSN answered minus cumulative PSN. */
  public static int ackPsnOffset(byte[] frame, int at) {
    return Bytes.signedShort(frame, at + 2);
  }

  /** The PSN up to which all packets have arrived. */
  public static int cumulativePsn(byte[] frame, int at) {
    return Bytes.int32(frame, at + 4);
  }

  /** PSN of the bitmap's lowest bit minus cumulative PSN. */
  public static int bitmapOffset(byte[] frame, int at) {
    return Bytes.signedShort(frame, at + 14);
  }

  /** Bit i is set if the packet i after the bitmap's first has arrived. */
  public static long bitmap(byte[] frame, int at) {
    return Bytes.int64(frame, at + 16);
  }

  /** NSCC state: how long the receiver had the packet, in whole steps of 128 ns. */
  public static long servicePs(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 24) * SERVICE_UNIT_PS;
  }

  /** NSCC state: the penalty of destination flow control, 0 to {@link #MOST_PENALTY}. */
  public static int penalty(byte[] frame, int at) {
    return frame[at + 26] & MOST_PENALTY;
  }

  /** NSCC state: whether the window of before the penalties is to come back. */
  public static boolean restoresWindow(byte[] frame, int at) {
    return (frame[at + 26] & RESTORE) != 0;
  }
}
