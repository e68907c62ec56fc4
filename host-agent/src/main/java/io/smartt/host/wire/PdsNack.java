package io.smartt.host.wire;

/** PDS negative acknowledgement, 16 bytes: code, PSN, connection ids, payload. */
public final class PdsNack {
  /** Bytes of the header. */
  public static final int BYTES = 16;

  /** Code: the packet arrived trimmed. */
  public static final int TRIMMED = 0x01;

  private PdsNack() {}

  /** Writes a NACK; {@code payload} is the highest PSN received, plus one. */
  public static void write(
      byte[] frame,
      int at,
      int flags,
      int code,
      int psn,
      int sourcePdc,
      int destinationPdc,
      int payload) {
    Uet.putPrologue(frame, at, Uet.NACK, Uet.NO_NEXT, flags);
    Bytes.putShort(frame, at + 2, code << 8);
    Bytes.putInt(frame, at + 4, psn);
    Bytes.putInt(frame, at + 8, (sourcePdc << 16) | destinationPdc);
    Bytes.putInt(frame, at + 12, payload);
  }

  /** Why. */
  public static int code(byte[] frame, int at) {
    return Bytes.unsignedByte(frame, at + 2);
  }

  /** The packet that did not arrive. */
  public static int psn(byte[] frame, int at) {
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

  /** Highest PSN received, plus one. */
  public static int payload(byte[] frame, int at) {
    return Bytes.int32(frame, at + 12);
  }
}
