package io.smartt.host.wire;

/**
 * PDS request header RUD_REQ, 12 bytes: prologue, clear PSN offset, PSN, source and destination
 * connection (PDC) ids. With SYN the destination id gives way to the distance of the PSN from the
 * connection's first, 12 bits.
 */
public final class PdsRequest {
  /** Bytes of the header. */
  public static final int BYTES = 12;

  /** The largest PSN offset that a SYN can carry. */
  public static final int MAX_PSN_OFFSET = 0xfff;

  private PdsRequest() {}

  /** Writes a RUD_REQ header; with {@code FLAG_SYN} the last argument is the PSN offset. */
  public static void write(
      byte[] frame,
      int at,
      int next,
      int flags,
      int clearPsnOffset,
      int psn,
      int sourcePdc,
      int destinationPdcOrPsnOffset) {
    Uet.putFirst(frame, at, Uet.RUD_REQ, next, flags, clearPsnOffset, psn);
    Bytes.putInt(frame, at + 8, (sourcePdc << 16) | (destinationPdcOrPsnOffset & 0xffff));
  }

  /** Distance, mostly negative, from the PSN to the last that the sender wants forgotten. */
  public static int clearPsnOffset(byte[] frame, int at) {
    return Bytes.signedShort(frame, at + 2);
  }

  /** Packet sequence number. */
  public static int psn(byte[] frame, int at) {
    return Bytes.int32(frame, at + 4);
  }

  /** The sender's id of the connection. */
  public static int sourcePdc(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 8);
  }

  /** The receiver's id of the connection; not with SYN. */
  public static int destinationPdc(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 10);
  }

  /** Distance of the PSN from the connection's first; only with SYN. */
  public static int psnOffset(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 10) & MAX_PSN_OFFSET;
  }
}
