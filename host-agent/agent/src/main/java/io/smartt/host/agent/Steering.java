package io.smartt.host.agent;

import io.smartt.host.packetio.PacketFanout;
import io.smartt.host.packetio.PacketFanout.Instruction;
import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;
import java.util.List;

/**
 * The choice of the endpoint of a host that a frame is for. The number that the opener gave a
 * connection is in all of its frames: as source on the way to the receiver, where any endpoint will
 * do that is always the same, and as destination on the way back, where it must be the opener's.
 * Here and in the kernel the rule is the same; what the kernel brings elsewhere is dropped here.
 */
public final class Steering {
  private static final int SOURCE_AT = 8;
  private static final int DESTINATION_AT = 10;

  /** Offsets from the IP header, and the kernel's name for where that is (linux/filter.h). */
  private static final int NET = -0x100000;

  private static final int PDS = NET + Ipv4Header.BYTES + UdpHeader.BYTES;
  private static final int PROTOCOL_AT = 9;
  private static final int PORT_AT = Ipv4Header.BYTES + 2;
  private static final int NO_OPTIONS = 0x45;

  /** The first word of a PDS header: type, next header or control type, flags. */
  private static final int FLAG_BITS = 7;

  private static final int NEXT_BITS = 4;

  private static final int LOAD_WORD16 = 0x28;
  private static final int LOAD_BYTE = 0x30;
  private static final int JUMP_EQUAL = 0x15;
  private static final int SHIFT_RIGHT = 0x74;
  private static final int RETURN_A = 0x16;
  private static final int RETURN_K = 0x06;

  /** The rule in classic BPF. */
  private static final List<Instruction> PROGRAM =
      List.of(
          load(LOAD_BYTE, NET),
          jump(NO_OPTIONS, 0, 14),
          load(LOAD_BYTE, NET + PROTOCOL_AT),
          jump(Ipv4Header.UDP, 0, 12),
          load(LOAD_WORD16, NET + PORT_AT),
          jump(Uet.UDP_PORT, 0, 10),
          load(LOAD_WORD16, PDS),
          new Instruction(SHIFT_RIGHT, 0, 0, FLAG_BITS),
          jump(Uet.CTRL << NEXT_BITS | PdsControl.CREDIT, 5, 0),
          new Instruction(SHIFT_RIGHT, 0, 0, NEXT_BITS),
          jump(Uet.ACK_CC, 3, 0),
          jump(Uet.NACK, 2, 0),
          load(LOAD_WORD16, PDS + SOURCE_AT),
          new Instruction(RETURN_A, 0, 0, 0),
          load(LOAD_WORD16, PDS + DESTINATION_AT),
          new Instruction(RETURN_A, 0, 0, 0),
          new Instruction(RETURN_K, 0, 0, 0));

  private Steering() {}

  /** Sockets among which the kernel spreads frames by the rule. */
  public static PacketFanout fanout() {
    return new PacketFanout(PROGRAM);
  }

  private static Instruction load(int code, int offset) {
    return new Instruction(code, 0, 0, offset);
  }

  private static Instruction jump(int value, int whenTrue, int whenFalse) {
    return new Instruction(JUMP_EQUAL, whenTrue, whenFalse, value);
  }

  /** The index of the endpoint of so many that a frame of UET over UDP is for. */
  static int of(byte[] frame, int at, int count) {
    int pds = at + EthernetHeader.BYTES;
    pds += Ipv4Header.headerBytes(frame, pds) + UdpHeader.BYTES;
    int type = Uet.type(frame, pds);
    boolean back =
        type == Uet.ACK_CC
            || type == Uet.NACK
            || (type == Uet.CTRL && Uet.next(frame, pds) == PdsControl.CREDIT);
    return back
        ? PdsControl.destinationPdc(frame, pds) % count
        : PdsControl.sourcePdc(frame, pds) % count;
  }
}
