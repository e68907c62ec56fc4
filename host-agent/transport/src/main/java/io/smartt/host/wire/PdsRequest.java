package io.smartt.host.wire;

/**
 * PDS request headers RUD_REQ and ROD_REQ, 12 bytes: prologue, clear PSN offset, PSN, source and
 * destination connection (PDC) ids. With SYN the destination id gives way to the distance of the
 * PSN from the connection's first, 12 bits. RUD_CC_REQ and ROD_CC_REQ have four bytes more: a
 * congestion control context and the credit that the sender wants.
 */
public final class PdsRequest extends PdsHeader {
  /** Bytes of the header. */
  public static final int BYTES = 12;

  /** Bytes of the header of a request that asks for credit. */
  public static final int CREDITED_BYTES = 16;

  /** The largest PSN offset that a SYN can carry. */
  public static final int MAX_PSN_OFFSET = 0xfff;

  private PdsRequest() {}

  /** Writes the 12 bytes; with {@code FLAG_SYN} the last argument is the PSN offset. */
  public static void write(
      byte[] frame,
      int at,
      int type,
      int next,
      int flags,
      int clearPsnOffset,
      int psn,
      int sourcePdc,
      int destinationPdcOrPsnOffset) {
    Uet.putFirst(frame, at, type, next, flags, clearPsnOffset, psn);
    Bytes.putInt(frame, at + 8, (sourcePdc << 16) | (destinationPdcOrPsnOffset & 0xffff));
  }

  /** Writes the four bytes more of a request for credit: context 0 and a credit target, 24 bits. */
  public static void writeCreditTarget(byte[] frame, int at, int creditTarget) {
    Bytes.putInt(frame, at + BYTES, creditTarget & 0xffffff);
  }

  /** Bytes of the header of a request of this type. */
  public static int bytes(int type) {
    return isCredited(type) ? CREDITED_BYTES : BYTES;
  }

  /** Returns whether a type is one of those that carry data here. */
  public static boolean isRequest(int type) {
    return type == Uet.RUD_REQ || type == Uet.ROD_REQ || isCredited(type);
  }

  /** Returns whether requests of a type ask for credit. */
  public static boolean isCredited(int type) {
    return type == Uet.RUD_CC_REQ || type == Uet.ROD_CC_REQ;
  }

  /** Returns whether requests of a type are ordered. */
  public static boolean isOrdered(int type) {
    return type == Uet.ROD_REQ || type == Uet.ROD_CC_REQ;
  }

  /** Total credit that the sender wants, 24 bits; only of a request for credit. */
  public static int creditTarget(byte[] frame, int at) {
    return Bytes.int32(frame, at + BYTES) & 0xffffff;
  }

  /** Distance of the PSN from the connection's first; only with SYN. */
  public static int psnOffset(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 10) & MAX_PSN_OFFSET;
  }
}
