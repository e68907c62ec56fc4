package io.smartt.host.wire;

/** PDS control packet, 16 bytes: type, probe value, PSN, connection ids, payload. */
public final class PdsControl extends PdsHeader {
  /** Bytes of the header. */
  public static final int BYTES = 16;

  /** Type: nothing; keeps a connection alive. */
  public static final int NOOP = 0;

  /** Type: the sender asks for an acknowledgement of what has arrived. */
  public static final int ACK_REQUEST = 1;

  /** Type: the sender's state up to a PSN may be forgotten. */
  public static final int CLEAR = 2;

  /** Type: the sender will use the connection no more; acknowledged as a packet of its PSN. */
  public static final int CLOSE = 4;

  /** Type: the receiver wants the connection closed. */
  public static final int CLOSE_REQUEST = 5;

  /** Type: asks which packets have arrived. */
  public static final int PROBE = 6;

  /** Type: the receiver grants credit; the payload is the total granted so far, 24 bits. */
  public static final int CREDIT = 7;

  /** Type: the sender asks for credit; the payload is the total it wants granted, 24 bits. */
  public static final int CREDIT_REQUEST = 8;

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
    Uet.putFirst(frame, at, Uet.CTRL, type, flags, probe, psn);
    putRest(frame, at, sourcePdc, destinationPdc, payload);
  }
}
