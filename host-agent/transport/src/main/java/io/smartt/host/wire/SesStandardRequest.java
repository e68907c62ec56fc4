package io.smartt.host.wire;

/**
 * Semantic sublayer, standard request (44 bytes), as this transport fills it: a write to offset 0
 * of the receiver's buffer, with the message's id (16 bits) and length (32). A message's first
 * packet has SOM and room for header data, which is not used; the others have the length of their
 * payload and its offset in the message there. Layout: UE 1.0.1, Wireshark's {@code packet-uet.c}
 * (revision ebddf618, {@code dissect_ses_std_req}). Initiator, match bits, PID, resource index,
 * index generation and job id are 0.
 */
public final class SesStandardRequest {
  /** Bytes of the header. */
  public static final int BYTES = 44;

  /** Message ids are below this. */
  public static final long MESSAGE_IDS = 1L << 16;

  /** Messages are at most this long. */
  public static final long MAX_MESSAGE_BYTES = 0xffffffffL;

  private static final int WRITE = 1;
  private static final int FLAG_DELIVERY_COMPLETE = 0x20;
  private static final int FLAG_END = 0x02;
  private static final int FLAG_START = 0x01;
  private static final int MAY_BE_SET = FLAG_DELIVERY_COMPLETE | FLAG_END | FLAG_START;
  private static final int PAYLOAD_MASK = 0x3fff;

  private SesStandardRequest() {}

  /** Writes a header; the payload at offset 0 is the message's start. */
  public static void write(
      byte[] frame,
      int at,
      long messageId,
      long messageOffset,
      int payloadBytes,
      long messageBytes,
      boolean last) {
    boolean start = messageOffset == 0;
    int flags = (last ? FLAG_DELIVERY_COMPLETE | FLAG_END : 0) | (start ? FLAG_START : 0);
    Bytes.putInt(frame, at, (WRITE << 24) | (flags << 16) | ((int) messageId & 0xffff));
    Bytes.putLong(frame, at + 4, 0);
    Bytes.putLong(frame, at + 12, 0);
    Bytes.putInt(frame, at + 20, 0);
    Bytes.putLong(frame, at + 24, 0);
    Bytes.putInt(frame, at + 32, start ? 0 : payloadBytes & PAYLOAD_MASK);
    Bytes.putInt(frame, at + 36, (int) messageOffset);
    Bytes.putInt(frame, at + 40, (int) messageBytes);
  }

  /** Returns whether opcode, version and flags are among those that {@link #write} makes. */
  public static boolean isValid(byte[] frame, int at) {
    return Bytes.unsignedByte(frame, at) == WRITE
        && (Bytes.unsignedByte(frame, at + 1) & ~MAY_BE_SET) == 0;
  }

  /**
   * Bytes of payload of a packet, if its header agrees with itself and with the packet's length.
   *
   * @param restBytes bytes behind the header, by the UDP length
   * @return -1 if length, offset and SOM or EOM contradict each other
   */
  public static int payloadBytes(byte[] frame, int at, int restBytes) {
    boolean start = isFirst(frame, at);
    long offset = messageOffset(frame, at);
    int payload = start ? restBytes : Bytes.int32(frame, at + 32) & PAYLOAD_MASK;
    long end = offset + payload;
    boolean agrees =
        payload > 0
            && payload == restBytes
            && start == (offset == 0)
            && end <= messageBytes(frame, at)
            && isLast(frame, at) == (end == messageBytes(frame, at));
    return agrees ? payload : -1;
  }

  /** The sender's id of the message. */
  public static long messageId(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 2);
  }

  /** The offset of the payload in its message. */
  public static long messageOffset(byte[] frame, int at) {
    return isFirst(frame, at) ? 0 : Integer.toUnsignedLong(Bytes.int32(frame, at + 36));
  }

  /** Length of the message (request length). */
  public static long messageBytes(byte[] frame, int at) {
    return Integer.toUnsignedLong(Bytes.int32(frame, at + 40));
  }

  /** Returns whether the message starts with this payload. */
  public static boolean isFirst(byte[] frame, int at) {
    return (frame[at + 1] & FLAG_START) != 0;
  }

  /** Returns whether the message ends with this payload. */
  public static boolean isLast(byte[] frame, int at) {
    return (frame[at + 1] & FLAG_END) != 0;
  }
}
