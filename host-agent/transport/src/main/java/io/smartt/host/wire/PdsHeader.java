package io.smartt.host.wire;

/** The fields that PDS headers have at the same places. */
abstract sealed class PdsHeader permits PdsRequest, PdsAck, PdsNack, PdsControl {
  /**
   * Packet sequence number; of a NACK, the packet that did not arrive. Not of an {@link PdsAck}.
   */
  public static int psn(byte[] frame, int at) {
    return Bytes.int32(frame, at + 4);
  }

  /** The writing side's id of the connection. */
  public static int sourcePdc(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 8);
  }

  /** The reading side's id of the connection; not of a request with SYN. */
  public static int destinationPdc(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 10);
  }

  /**
   * The payload field of headers of 16 bytes. Of a NACK, the highest PSN received, plus one; of a
   * control packet, its meaning depends on the type.
   */
  public static int payload(byte[] frame, int at) {
    return Bytes.int32(frame, at + 12);
  }

  static void putRest(byte[] frame, int at, int sourcePdc, int destinationPdc, int payload) {
    Bytes.putInt(frame, at + 8, (sourcePdc << 16) | destinationPdc);
    Bytes.putInt(frame, at + 12, payload);
  }
}
