package io.smartt.softswitch;

import io.smartt.host.wire.Bytes;
import io.smartt.p4.pipeline.Packet;
import java.util.Arrays;

/**
 * Priority flow control frames (802.1Qbb, 802.3 Annex 31D): MAC control, opcode 0x0101, a vector of
 * the priorities meant and a time for each in quanta of 512 bits; 0 lets it go on. Of 60 bytes,
 * without FCS.
 */
public final class PauseFrame {
  /** Length of a frame. */
  public static final int BYTES = 60;

  /** Priorities that frames can name. */
  public static final int PRIORITIES = 8;

  /** The longest pause. */
  public static final int MAX_QUANTA = 0xffff;

  private static final int QUANTUM_BITS = 512;
  private static final double PS_PER_SECOND = 1e12;
  private static final long MULTICAST = 0x0180c2000001L;
  private static final int ETHER_TYPE = 0x8808;
  private static final int OPCODE = 0x0101;
  private static final int SOURCE_AT = 6;
  private static final int TYPE_AT = 12;
  private static final int OPCODE_AT = 14;
  private static final int VECTOR_AT = 16;
  private static final int TIMES_AT = 18;

  private PauseFrame() {}

  /**
   * Writes one.
   *
   * @param vector a bit for each priority that it speaks of
   * @param paused those of them that are to pause, for {@value #MAX_QUANTA} quanta; the others may
   *     go on
   */
  public static void write(Packet out, long sourceMac, int vector, int paused) {
    byte[] frame = out.ensureCapacity(BYTES);
    Arrays.fill(frame, 0, BYTES, (byte) 0);
    Bytes.putInt48(frame, 0, MULTICAST);
    Bytes.putInt48(frame, SOURCE_AT, sourceMac);
    Bytes.putShort(frame, TYPE_AT, ETHER_TYPE);
    Bytes.putShort(frame, OPCODE_AT, OPCODE);
    Bytes.putShort(frame, VECTOR_AT, vector);
    for (int priority = 0; priority < PRIORITIES; priority++) {
      int quanta = ((vector & paused) >> priority & 1) * MAX_QUANTA;
      Bytes.putShort(frame, TIMES_AT + 2 * priority, quanta);
    }
    out.setLengths(BYTES, BYTES);
  }

  /** Returns whether a packet is one. */
  public static boolean is(Packet packet) {
    byte[] frame = packet.bytes();
    return packet.headLength() >= TIMES_AT + 2 * PRIORITIES
        && Bytes.unsignedShort(frame, TYPE_AT) == ETHER_TYPE
        && Bytes.unsignedShort(frame, OPCODE_AT) == OPCODE;
  }

  /** Returns whether it speaks of a priority. */
  public static boolean names(Packet frame, int priority) {
    return ((Bytes.unsignedShort(frame.bytes(), VECTOR_AT) >> priority) & 1) != 0;
  }

  /** Returns the time for which a priority is to pause, in quanta. */
  public static int quanta(Packet frame, int priority) {
    return Bytes.unsignedShort(frame.bytes(), TIMES_AT + 2 * priority);
  }

  /** Returns how long so many quanta last on a link, in picoseconds. */
  public static long lastsPs(int quanta, long rateBps) {
    return (long) (quanta * (double) QUANTUM_BITS * PS_PER_SECOND / (double) rateBps);
  }
}
