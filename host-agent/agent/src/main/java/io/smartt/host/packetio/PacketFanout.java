package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import module java.base;

/**
 * Several sockets of one interface, each of which gets some of its frames (PACKET_FANOUT_CBPF,
 * packet(7)): the kernel runs a program of classic BPF on each frame, and the remainder of what it
 * returns, by the number of sockets, says which. Sockets count in the order in which they join.
 */
public final class PacketFanout {
  private static final int PACKET_FANOUT = 18;
  private static final int PACKET_FANOUT_DATA = 22;
  private static final int CBPF = 6;
  private static final int UNIQUE_ID = 0x2000;
  private static final int TYPE_SHIFT = 16;
  private static final int ID_MASK = 0xffff;
  private static final int INSTRUCTION_BYTES = 8;
  private static final int PROGRAM_BYTES = 16;
  private static final int PROGRAM_AT = 8;

  private final List<Instruction> program;
  private int group;

  /**
   * An instruction of classic BPF.
   *
   * @param whenTrue instructions to skip, of jumps
   * @param whenFalse instructions to skip, of jumps
   */
  public record Instruction(int code, int whenTrue, int whenFalse, int operand) {}

  /** Sockets that a program chooses among. */
  public PacketFanout(List<Instruction> program) {
    this.program = List.copyOf(program);
  }

  /** Makes a bound socket join. The first one founds the group, whose number the kernel chooses. */
  synchronized void join(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      LinuxCalls calls = new LinuxCalls(arena);
      boolean founds = group == 0;
      int wanted = (CBPF | (founds ? UNIQUE_ID : 0)) << TYPE_SHIFT | group;
      MemorySegment value = arena.allocateFrom(JAVA_INT, wanted);
      check(calls.setOption(fd, PacketDescriptor.SOL_PACKET, PACKET_FANOUT, value));
      if (founds) {
        MemorySegment length = arena.allocateFrom(JAVA_INT, Integer.BYTES);
        check(calls.getOption(fd, PacketDescriptor.SOL_PACKET, PACKET_FANOUT, value, length));
        group = value.get(JAVA_INT, 0) & ID_MASK;
        check(calls.setOption(fd, PacketDescriptor.SOL_PACKET, PACKET_FANOUT_DATA, program(arena)));
      }
    }
  }

  /** Writes the program as {@code struct sock_fprog} of linux/filter.h. */
  private MemorySegment program(Arena arena) {
    MemorySegment code = arena.allocate((long) program.size() * INSTRUCTION_BYTES, 8);
    for (int i = 0; i < program.size(); i++) {
      Instruction one = program.get(i);
      long at = (long) i * INSTRUCTION_BYTES;
      code.set(JAVA_SHORT, at, (short) one.code());
      code.set(JAVA_BYTE, at + 2, (byte) one.whenTrue());
      code.set(JAVA_BYTE, at + 3, (byte) one.whenFalse());
      code.set(JAVA_INT, at + 4, one.operand());
    }
    MemorySegment head = arena.allocate(PROGRAM_BYTES, 8);
    head.set(JAVA_SHORT, 0, (short) program.size());
    head.set(ADDRESS, PROGRAM_AT, code);
    return head;
  }

  private static void check(int result) {
    if (result < 0) {
      throw new PacketIoException(
          "frames cannot be spread over several sockets (PACKET_FANOUT): " + Errno.name(-result));
    }
  }
}
