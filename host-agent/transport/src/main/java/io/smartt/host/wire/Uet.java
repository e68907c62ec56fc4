package io.smartt.host.wire;

/**
 * Numbers of the Ultra Ethernet transport (UE 1.0.3) over UDP, and the 16-bit prologue that every
 * packet delivery sublayer (PDS) header begins with: type (5 bits), next header or control type
 * (4), flags (7).
 */
public final class Uet {
  /** UDP destination port. */
  public static final int UDP_PORT = 4793;

  /**
   * Bytes that a packet's nominal length, by which congestion control counts, has more than its UDP
   * length (UE 1.0, Sec. 3.6.12).
   */
  public static final int NOMINAL_BYTES = 40;

  /** The offset of the PDS header in a frame without IP options. */
  public static final int PDS_AT = EthernetHeader.BYTES + Ipv4Header.BYTES + UdpHeader.BYTES;

  /** PDS type: request, reliable, unordered. */
  public static final int RUD_REQ = 2;

  /** PDS type: request, reliable, ordered. */
  public static final int ROD_REQ = 3;

  /** PDS type: acknowledgement with congestion-control state. */
  public static final int ACK_CC = 8;

  /** PDS type: negative acknowledgement. */
  public static final int NACK = 10;

  /** PDS type: control packet. */
  public static final int CTRL = 11;

  /** PDS type: request with congestion-control state, reliable, unordered. */
  public static final int RUD_CC_REQ = 13;

  /** PDS type: request with congestion-control state, reliable, ordered. */
  public static final int ROD_CC_REQ = 14;

  /** Next header: none. */
  public static final int NO_NEXT = 0;

  /** Next header: semantic sublayer, small request. */
  public static final int REQ_SMALL = 1;

  /** Next header: semantic sublayer, standard request. */
  public static final int REQ_STANDARD = 3;

  /** Next header: semantic sublayer, response. */
  public static final int RESPONSE = 4;

  /** Next header: the {@link SignalBlock} of a request. */
  public static final int SIGNALS = 15;

  /** Next header: the {@link SignalBlock} of the request that an acknowledgement answers. */
  public static final int SIGNALS_BACK = 14;

  /** Flag of acknowledgements: the packet arrived marked CE. */
  public static final int FLAG_MARKED = 0x20;

  /** Flag: the packet, or the one answered, has been sent before. */
  public static final int FLAG_RETX = 0x10;

  /** Flag of requests: acknowledge at once. */
  public static final int FLAG_ACK_REQUEST = 0x08;

  /** Flag of acknowledgements: they answer no data packet, and tell no round-trip time. */
  public static final int FLAG_PROBE = 0x08;

  /** Flag of requests: the receiver may not know the connection yet. */
  public static final int FLAG_SYN = 0x04;

  private Uet() {}

  /** PDS type of the header at {@code at}. */
  public static int type(byte[] frame, int at) {
    return Bytes.unsignedByte(frame, at) >> 3;
  }

  /** Next header, or the type of a control packet. */
  public static int next(byte[] frame, int at) {
    return (Bytes.unsignedShort(frame, at) >> 7) & 0xf;
  }

  /** The seven flags. */
  public static int flags(byte[] frame, int at) {
    return frame[at + 1] & 0x7f;
  }

  /** Sets the next header of a PDS header that was written without. */
  static void putNext(byte[] frame, int at, int next) {
    Bytes.putShort(frame, at, Bytes.unsignedShort(frame, at) | (next << 7));
  }

  /** The first eight bytes of every PDS header: prologue, 16 bits of its own, a 32-bit PSN. */
  static void putFirst(byte[] frame, int at, int type, int next, int flags, int field, int psn) {
    long prologue = ((long) type << 11) | ((long) next << 7) | flags;
    Bytes.putLong(
        frame, at, (prologue << 48) | ((field & 0xffffL) << 32) | Integer.toUnsignedLong(psn));
  }
}
