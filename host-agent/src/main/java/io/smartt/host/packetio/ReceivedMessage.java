package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A {@code msghdr} with room for a frame, its link-layer address and the kernel's notes. */
final class ReceivedMessage {
  static final int NO_TAG = 0;

  private static final int SOL_PACKET = 263;
  private static final int PACKET_AUXDATA = 8;
  private static final int ADDRESS_BYTES = 20;
  private static final int CONTROL_BYTES = 64;
  private static final long CONTROL_DATA = 16;
  private static final int STATUS_VLAN_VALID = 1 << 4;
  private static final int STATUS_TPID_VALID = 1 << 6;
  private static final int DEFAULT_TPID = 0x8100;

  private final MemorySegment header;
  private final MemorySegment address;
  private final MemorySegment control;
  private final MemorySegment bytes;

  ReceivedMessage(Arena arena) {
    address = arena.allocate(ADDRESS_BYTES, 8);
    control = arena.allocate(CONTROL_BYTES, 8);
    bytes = arena.allocate(PacketSocket.MAX_FRAME_BYTES);
    MemorySegment vector = arena.allocate(ADDRESS, 2);
    vector.set(ADDRESS, 0, bytes);
    vector.set(JAVA_LONG, 8, bytes.byteSize());
    header = arena.allocate(56, 8);
    header.set(ADDRESS, 0, address);
    header.set(ADDRESS, 16, vector);
    header.set(JAVA_LONG, 24, 1);
    header.set(ADDRESS, 32, control);
    rearm();
  }

  MemorySegment header() {
    return header;
  }

  MemorySegment bytes() {
    return bytes;
  }

  /** The kernel writes the lengths that it used over those that there are. */
  void rearm() {
    header.set(JAVA_INT, 8, ADDRESS_BYTES);
    header.set(JAVA_LONG, 40, CONTROL_BYTES);
  }

  byte packetType() {
    return address.get(JAVA_BYTE, 10);
  }

  /** TPID and TCI of the tag that the kernel took off, or {@link #NO_TAG}. */
  int vlanTag() {
    boolean noted =
        header.get(JAVA_LONG, 40) >= CONTROL_DATA + 20
            && control.get(JAVA_INT, 8) == SOL_PACKET
            && control.get(JAVA_INT, 12) == PACKET_AUXDATA;
    int status = noted ? control.get(JAVA_INT, CONTROL_DATA) : 0;
    if ((status & STATUS_VLAN_VALID) == 0) {
      return NO_TAG;
    }
    int tci = Short.toUnsignedInt(control.get(JAVA_SHORT, CONTROL_DATA + 16));
    int tpid =
        (status & STATUS_TPID_VALID) != 0
            ? Short.toUnsignedInt(control.get(JAVA_SHORT, CONTROL_DATA + 18))
            : DEFAULT_TPID;
    return tpid << 16 | tci;
  }
}
