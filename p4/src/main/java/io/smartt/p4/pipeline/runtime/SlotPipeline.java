package io.smartt.p4.pipeline.runtime;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.StandardMetadata.InstanceType;
import io.smartt.p4.pipeline.state.PipelineState;

/**
 * The contract of {@link Pipeline} around what an engine executes: parser, controls, checksums and
 * deparser.
 */
public abstract class SlotPipeline implements Pipeline {
  /** The port that means drop, as simple_switch has it by default. */
  public static final int DROP_PORT = 511;

  private static final long PS_PER_US = 1_000_000;

  private final SlotProgram program;
  private final PipelineState state;
  private final Machine machine;
  private final SlotContext.Scratch scratch;

  /** One switch's copy of a program. */
  protected SlotPipeline(SlotProgram program, PipelineState state, Machine machine) {
    this.program = program;
    this.state = state;
    this.machine = machine;
    this.scratch = new SlotContext.Scratch(program);
  }

  /**
   * Parses a packet from its start.
   *
   * @return the error code; its complement, which is below 0, where the parser was in a loop
   */
  protected abstract int parse(SlotContext context);

  /** Returns whether a checksum that the program verifies does not hold. */
  protected abstract boolean checksumIsWrong(SlotContext context);

  /** Runs the ingress control. */
  protected abstract void runIngress(SlotContext context);

  /** Runs the egress control. */
  protected abstract void runEgress(SlotContext context);

  /** Updates checksums and runs what else the program does before headers are emitted. */
  protected abstract void beforeEmit(SlotContext context);

  /** Writes the headers into the packet, in front of what the parser left. */
  protected void emit(SlotContext context) {
    program.emit(context);
    replaceHeaders(context);
  }

  /** Puts the emitted bits in place of the parsed bytes. */
  protected static void replaceHeaders(SlotContext context) {
    Packet packet = context.packet();
    int headers = context.bits.length();
    int payload = Math.max(0, packet.headLength() - context.parsedBytes);
    int length = headers + packet.length() - context.parsedBytes;
    byte[] bytes = packet.ensureCapacity(headers + payload);
    // What was parsed may lie beyond the bytes that the packet has: it only counts the others.
    if (payload > 0 && headers != context.parsedBytes) {
      System.arraycopy(bytes, context.parsedBytes, bytes, headers, payload);
    }
    System.arraycopy(context.bits.bytes(), 0, bytes, 0, headers);
    packet.setLengths(headers + payload, length);
  }

  private static SlotContext own(PacketContext context) {
    if (context instanceof SlotContext own) {
      return own;
    }
    throw new IllegalArgumentException("a context of another kind of pipeline");
  }

  @Override
  public final PacketContext newContext() {
    return new SlotContext(program, machine, scratch, state.snapshot());
  }

  @Override
  public final void ingress(PacketContext context, long nowPs) {
    SlotContext own = own(context);
    start(own, nowPs);
    own.clearRequests();
    own.receivedBytes = own.packet().length();
    own.adjustedBytes = own.receivedBytes;
    parseAndVerify(own);
    runIngress(own);
    own.exit = false;
  }

  private void start(SlotContext context, long nowPs) {
    context.snapshot = state.snapshot();
    context.nowPs = nowPs;
    context.exit = false;
  }

  private void parseAndVerify(SlotContext context) {
    context.parsedBytes = 0;
    int error = parse(context);
    context.parserLooped = error < 0;
    context.set(StandardMetadata.PARSER_ERROR, error < 0 ? ~error : error);
    context.set(StandardMetadata.CHECKSUM_ERROR, checksumIsWrong(context) ? 1 : 0);
  }

  @Override
  public final void egress(PacketContext context, long nowPs) {
    SlotContext own = own(context);
    start(own, nowPs);
    own.clearControlRequests();
    own.set(StandardMetadata.EGRESS_GLOBAL_TIMESTAMP, nowPs / PS_PER_US);
    own.set(StandardMetadata.EGRESS_SPEC, DROP_PORT + 1);
    own.set(StandardMetadata.PACKET_LENGTH, own.adjustedBytes);
    runEgress(own);
    own.exit = false;
  }

  @Override
  public final void deparse(PacketContext context) {
    SlotContext own = own(context);
    beforeEmit(own);
    emit(own);
    own.packet().truncate(own.truncateBytes);
    own.parsedBytes = 0;
  }

  @Override
  public final String ingressName() {
    return program.ingressName();
  }

  @Override
  public final String egressName() {
    return program.egressName();
  }

  @Override
  public final int dropPort() {
    return DROP_PORT;
  }

  @Override
  public final void copy(PacketContext from, PacketContext to) {
    own(to).copyFrom(own(from));
  }

  @Override
  public final void cloneIngress(PacketContext from, PacketContext to) {
    SlotContext source = own(from);
    SlotContext clone = own(to);
    clone.reset();
    clone.packet().copyFrom(source.packet());
    clone.snapshot = source.snapshot;
    clone.nowPs = source.nowPs;
    clone.receivedBytes = source.receivedBytes;
    clone.adjustedBytes = source.receivedBytes;
    // Parsers may branch on the port.
    clone.set(StandardMetadata.INGRESS_PORT, source.get(StandardMetadata.INGRESS_PORT));
    parseAndVerify(clone);
    clone.clearRequests();
    clone.keepMetadata(source, source.cloneFieldList);
    clone.set(StandardMetadata.INSTANCE_TYPE, InstanceType.INGRESS_CLONE);
  }

  @Override
  public final void cloneEgress(PacketContext from, PacketContext to) {
    SlotContext source = own(from);
    SlotContext clone = own(to);
    clone.copyFrom(source);
    clone.truncateBytes = Integer.MAX_VALUE;
    clone.keepMetadata(source, source.cloneFieldList);
    clone.set(StandardMetadata.INSTANCE_TYPE, InstanceType.EGRESS_CLONE);
  }

  @Override
  public final void resubmit(PacketContext context) {
    SlotContext own = own(context);
    restart(own, own.resubmitFieldList, InstanceType.RESUBMIT);
  }

  @Override
  public final void recirculate(PacketContext context) {
    SlotContext own = own(context);
    restart(own, own.recirculateFieldList, InstanceType.RECIRC);
  }

  private static void restart(SlotContext context, int fieldList, int instanceType) {
    context.restart(fieldList);
    context.set(StandardMetadata.INSTANCE_TYPE, instanceType);
    context.set(StandardMetadata.PACKET_LENGTH, context.packet().length());
  }

  @Override
  public final Pipeline.Digest digest(PacketContext context) {
    return program.digest(own(context));
  }

  @Override
  public final PipelineControl control() {
    return state;
  }
}
