package io.smartt.host.wire;

/**
 * Semantic sublayer, response (12 bytes) in an acknowledgement, to a packet with {@link
 * SesStandardRequest}: a response with the message's id and length, or the default response, which
 * says nothing of a message. Layout and codes: UE 1.0.1, Wireshark's {@code packet-uet.c} (revision
 * ebddf618). List, index generation and job id are 0.
 */
public final class SesResponse {
  /** Bytes of the header. */
  public static final int BYTES = 12;

  private static final int DEFAULT = 0;
  private static final int RESPONSE = 1;
  private static final int NO_CODE = 0;
  private static final int SUCCESS = 1;

  private SesResponse() {}

  /** Writes a response about a message. */
  public static void write(byte[] frame, int at, long messageId, long messageBytes) {
    Bytes.putInt(frame, at, (RESPONSE << 24) | (SUCCESS << 16) | ((int) messageId & 0xffff));
    Bytes.putInt(frame, at + 4, 0);
    Bytes.putInt(frame, at + 8, (int) messageBytes);
  }

  /** Writes the default response. */
  public static void writeDefault(byte[] frame, int at) {
    Bytes.putInt(frame, at, (DEFAULT << 24) | (NO_CODE << 16));
    Bytes.putLong(frame, at + 4, 0);
  }

  /** Returns whether the header is one that this class writes. */
  public static boolean isValid(byte[] frame, int at) {
    int opcode = Bytes.unsignedByte(frame, at);
    int code = Bytes.unsignedByte(frame, at + 1);
    return (opcode == RESPONSE && code == SUCCESS) || (opcode == DEFAULT && code == NO_CODE);
  }

  /** Returns whether it is about a message. */
  public static boolean isAboutMessage(byte[] frame, int at) {
    return Bytes.unsignedByte(frame, at) == RESPONSE;
  }

  /** The sender's id of the message. */
  public static long messageId(byte[] frame, int at) {
    return Bytes.unsignedShort(frame, at + 2);
  }

  /** Length of the message (modified length). */
  public static long messageBytes(byte[] frame, int at) {
    return Integer.toUnsignedLong(Bytes.int32(frame, at + 8));
  }
}
