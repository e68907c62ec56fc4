package io.smartt.host.wire;

/** PDS control packet, 16 bytes: type, probe value, PSN, connection ids, payload. */
public final class PdsControl {
  /** Bytes of the header. */
  public static final int BYTES = 16;

  /** Type: the receiver grants credit; the payload is the total granted so far. */
  public static final int CREDIT = 7;

  private PdsControl() {}

  /** Writes a control packet. */
  public static void write(
      byte[] frame,
      int at,
      int type,
      int flags,
      int probe,
      int psn,
      int sourcePdc,
      int destinationPdc,
      int payload) {
    Uet.putPrologue(frame, at, Uet.CTRL, type, flags);
    Bytes.putShort(frame, at + 2, probe);
    Bytes.putInt(frame, at + 4, psn);
    Bytes.putInt(frame, at + 8, (sourcePdc << 16) | destinationPdc);
    Bytes.putInt(frame, at + 12, payload);
  }

  /** Packet sequence number. */
  public static int psn(byte[] frame, int at) {
    return Bytes.int32(frame, at + 4);
  }

  /** The writing side's id of the connection. */
  public static int sourcePdc(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 8);
  }

  /** The reading side's id of the connection. */
  public static int destinationPdc(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 10);
  }

  /** What it means depends on the type. */
  public static int payload(byte[] frame, int at) {
    return Bytes.int32(frame, at + 12);
  }
}
