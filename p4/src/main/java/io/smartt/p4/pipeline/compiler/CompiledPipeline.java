package io.smartt.p4.pipeline.compiler;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.runtime.FlowCache;
import io.smartt.p4.pipeline.runtime.Machine;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.runtime.SlotPipeline;
import io.smartt.p4.pipeline.runtime.SlotProgram;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.state.RegisterCells;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The class that generated classes extend: the small pieces that their code calls. */
abstract class CompiledPipeline extends SlotPipeline {
  /** The switch's own. */
  protected final Machine machine;

  private final @Nullable FlowCache flows;

  /** Called by the constructor of a generated class. */
  protected CompiledPipeline(SlotProgram program, PipelineState state, Machine machine) {
    super(program, state, machine);
    this.machine = machine;
    this.flows = program.newFlowCache();
  }

  /** Runs the ingress control, tables and all. */
  protected abstract void lookUpIngress(SlotContext context);

  @Override
  protected final void runIngress(SlotContext context) {
    if (flows == null || !flows.isAwake()) {
      lookUpIngress(context);
    } else if (!flows.replay(context)) {
      flows.begin(context);
      lookUpIngress(context);
      flows.keep(context);
    }
  }

  /** Makes the bytes up to {@code end}, which the packet only counts, real: zeros. */
  static byte[] makeReal(SlotContext context, int end) {
    Packet packet = context.packet();
    byte[] bytes = packet.ensureCapacity(end);
    Arrays.fill(bytes, packet.headLength(), end, (byte) 0);
    packet.setLengths(end, packet.length());
    return bytes;
  }

  /** First slot of a member of a stack, or of what belongs to nothing. */
  static int element(long index, int count, int first, int stride, int voidBase) {
    return index >= 0 && index < count ? first + (int) index * stride : voidBase;
  }

  /** First slot of the last member in use of a stack, or of what belongs to nothing. */
  static int last(long next, int first, int stride, int voidBase) {
    return (int) next > 0 ? first + ((int) next - 1) * stride : voidBase;
  }

  /** The low word of a register cell; 0 outside the register. */
  static long read(RegisterCells cells, long index) {
    return cells.has(index) ? cells.low((int) index) : 0;
  }

  /** Sets a cell of up to 64 bits; nothing outside the register. */
  static void write(RegisterCells cells, long index, long value) {
    if (cells.has(index)) {
      cells.setLow((int) index, value);
    }
  }

  /** A count that may be any unsigned long as a distance to shift. */
  static long distance(long unsigned) {
    return unsigned < 0 ? Long.MAX_VALUE : unsigned;
  }

  /** A shift to the left by any distance. */
  static long shiftLeft(long value, long count) {
    return count < Long.SIZE ? value << Math.max(0, count) : 0;
  }

  /** An arithmetic shift to the right by any distance. */
  static long shiftRight(long value, long count) {
    return value >> Math.clamp(count, 0, Long.SIZE - 1);
  }

  /** A logical shift to the right by any distance. */
  static long shiftRightUnsigned(long value, long count) {
    return count < Long.SIZE ? value >>> Math.max(0, count) : 0;
  }

  /** The carry of {@code left + right}. */
  static long carry(long left, long right) {
    return Long.compareUnsigned(left + right, left) < 0 ? 1 : 0;
  }

  /** The borrow of {@code left - right}. */
  static long borrow(long left, long right) {
    return Long.compareUnsigned(left, right) < 0 ? 1 : 0;
  }

  /** The Internet checksum out of a sum of 16-bit words that did not overflow. */
  static long fold(long sum) {
    long folded = (sum & 0xffffffffL) + (sum >>> 32);
    folded = (folded & 0xffff) + (folded >>> 16);
    folded = (folded & 0xffff) + (folded >>> 16);
    folded = (folded & 0xffff) + (folded >>> 16);
    return ~folded & Words.mask(16);
  }
}
