package io.smartt.host.wire;

/**
 * Signals of switches in a packet: behind the PDS header of a request whose next header is {@link
 * Uet#SIGNALS}, and sent back behind that of an acknowledgement whose next header is {@link
 * Uet#SIGNALS_BACK}. Two bytes, next header (4 bits), 0 (4 bits) and the bytes of the signals (8
 * bits), and the signals, whose fields are the switches' P4 program's. Ultra Ethernet has none;
 * both numbers are ones that it leaves free.
 */
public final class SignalBlock {
  /** Bytes in front of the signals. */
  public static final int HEADER_BYTES = 2;

  /** Most bytes of signals in a packet. */
  public static final int MAX_BYTES = 126;

  private SignalBlock() {}

  /** Writes a block whose signals are those of another frame. */
  public static void write(byte[] frame, int at, int next, byte[] signals, int from, int length) {
    frame[at] = (byte) (next << 4);
    frame[at + 1] = (byte) length;
    System.arraycopy(signals, from, frame, at + HEADER_BYTES, length);
  }

  /** Returns whether a block begins at {@code at} that has ended by {@code end}. */
  public static boolean isWhole(byte[] frame, int at, int end) {
    return at + HEADER_BYTES <= end
        && length(frame, at) <= MAX_BYTES
        && at + HEADER_BYTES + length(frame, at) <= end;
  }

  /** The number of the header behind the block. */
  public static int next(byte[] frame, int at) {
    return Bytes.unsignedByte(frame, at) >> 4;
  }

  /** Bytes of the signals. */
  public static int length(byte[] frame, int at) {
    return Bytes.unsignedByte(frame, at + 1);
  }
}
