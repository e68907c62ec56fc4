package io.smartt.host.wire;

/** PDS negative acknowledgement, 16 bytes: code, PSN, connection ids, payload. */
public final class PdsNack extends PdsHeader {
  /** Bytes of the header. */
  public static final int BYTES = 16;

  /** Code: the packet arrived trimmed. */
  public static final int TRIMMED = 0x01;

  /** Code: the packet arrived trimmed, by the last switch on its way. */
  public static final int TRIMMED_LASTHOP = 0x02;

  /** Code: an acknowledgement with data arrived trimmed. Nothing here sends such. */
  public static final int TRIMMED_ACK = 0x03;

  /** Code: the receiver has no connection to spare. */
  public static final int NO_PDC_AVAILABLE = 0x04;

  /** Code: the receiver has nowhere to put the packet now. */
  public static final int NO_PACKET_BUFFER = 0x07;

  /** Code: an ordered connection missed a packet; all from this PSN on are wanted again. */
  public static final int ROD_OUT_OF_ORDER = 0x0d;

  /** Code: the packet names a connection that the receiver does not have. */
  public static final int INVALID_DESTINATION_PDC = 0x0e;

  /** Code: in answer to a probe, the packet has not arrived. */
  public static final int PACKET_NOT_RECEIVED = 0x12;

  /** Code: the receiver takes the packet for lost. */
  public static final int RECEIVER_INFERS_LOSS = 0x1a;

  /** Code: the receiver refuses the message, for its length. */
  public static final int EXPERIMENTAL_FATAL = 0xff;

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
    Uet.putFirst(frame, at, Uet.NACK, Uet.NO_NEXT, flags, code << 8, psn);
    putRest(frame, at, sourcePdc, destinationPdc, payload);
  }

  /** The reason code. */
  public static int code(byte[] frame, int at) {
    return Bytes.unsignedByte(frame, at + 2);
  }
}
