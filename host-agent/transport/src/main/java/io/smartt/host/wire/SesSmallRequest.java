package io.smartt.host.wire;

/**
 * Semantic sublayer, small request (20 bytes), as this transport fills it. The small header has no
 * message id: by the specification each packet that bears it is a message of its own, a write at an
 * offset of the receiver's memory, with both SOM and EOM set. Here the 64-bit buffer offset holds
 * the message's id in its upper 24 bits and the offset within the message in its lower 40, as if
 * each message had a terabyte of address space, and the last packet of a message asks for delivery
 * completion (DC). The request length is the packet's payload. A data packet so has 74 header
 * bytes, where the standard header would make them 98.
 */
public final class SesSmallRequest {
  /** Bytes of the header. */
  public static final int BYTES = 20;

  /** Message ids are below this. */
  public static final long MESSAGE_IDS = 1L << 24;

  /** Messages are at most this long. */
  public static final long MAX_MESSAGE_BYTES = 1L << 40;

  /** A packet's payload is at most this long. */
  public static final int MAX_PAYLOAD_BYTES = 0x3fff;

  private static final int WRITE = 1;
  private static final int OPCODE_MASK = 0x3f;
  private static final int FLAG_DELIVERY_COMPLETE = 0x20;
  private static final int FLAGS_SINGLE_PACKET = 0x03;
  private static final int VERSION_AND_FLAGS_MASK = 0xff & ~FLAG_DELIVERY_COMPLETE;

  private SesSmallRequest() {}

  /** Writes a header. */
  public static void write(
      byte[] frame, int at, long messageId, long messageOffset, int payloadBytes, boolean last) {
    int flags = FLAGS_SINGLE_PACKET | (last ? FLAG_DELIVERY_COMPLETE : 0);
    Bytes.putInt(frame, at, (WRITE << 24) | (flags << 16) | (payloadBytes & MAX_PAYLOAD_BYTES));
    Bytes.putLong(frame, at + 4, 0);
    Bytes.putLong(frame, at + 12, (messageId << 40) | messageOffset);
  }

  /** Returns whether the header is one that {@link #write} makes. */
  public static boolean isValid(byte[] frame, int at) {
    return (frame[at] & OPCODE_MASK) == WRITE
        && (frame[at + 1] & VERSION_AND_FLAGS_MASK) == FLAGS_SINGLE_PACKET;
  }

  /** The sender's id of the message. */
  public static long messageId(byte[] frame, int at) {
    return Bytes.int64(frame, at + 12) >>> 40;
  }

  /** The offset of the payload in its message. */
  public static long messageOffset(byte[] frame, int at) {
    return Bytes.int64(frame, at + 12) & (MAX_MESSAGE_BYTES - 1);
  }

  /** Bytes of payload in this packet. */
  public static int payloadBytes(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 2) & MAX_PAYLOAD_BYTES;
  }

  /** Returns whether the message ends with this payload. */
  public static boolean isLast(byte[] frame, int at) {
    return (frame[at + 1] & FLAG_DELIVERY_COMPLETE) != 0;
  }
}
