package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.Digest;
import io.smartt.p4.pipeline.InstanceType;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.state.PipelineState;

/** A program and one switch's state. */
final class InterpreterPipeline implements Pipeline {
  private static final long PS_PER_US = 1_000_000;

  private final InterpreterProgram program;
  private final PipelineState state;
  private final Machine machine;

  InterpreterPipeline(InterpreterProgram program, PipelineState state, Machine machine) {
    this.program = program;
    this.state = state;
    this.machine = machine;
  }

  private static InterpreterContext own(PacketContext context) {
    if (context instanceof InterpreterContext own) {
      return own;
    }
    throw new IllegalArgumentException("a context of another kind of pipeline");
  }

  @Override
  public PacketContext newContext() {
    return new InterpreterContext(program, machine, state.snapshot());
  }

  @Override
  public void ingress(PacketContext context, long nowPs) {
    InterpreterContext own = own(context);
    start(own, nowPs);
    own.clearRequests();
    own.receivedBytes = own.packet().length();
    own.adjustedBytes = own.receivedBytes;
    program.parse(own);
    program.runIngress(own);
    own.exit = false;
  }

  private void start(InterpreterContext context, long nowPs) {
    context.snapshot = state.snapshot();
    context.nowPs = nowPs;
    context.exit = false;
  }

  @Override
  public void egress(PacketContext context, long nowPs) {
    InterpreterContext own = own(context);
    start(own, nowPs);
    own.clearControlRequests();
    own.set(StandardMetadata.EGRESS_GLOBAL_TIMESTAMP, nowPs / PS_PER_US);
    own.set(StandardMetadata.EGRESS_SPEC, InterpreterProgram.DROP_PORT + 1);
    own.set(StandardMetadata.PACKET_LENGTH, own.adjustedBytes);
    program.runEgress(own);
    own.exit = false;
  }

  @Override
  public void deparse(PacketContext context) {
    InterpreterContext own = own(context);
    program.emit(own);
    Packet packet = own.packet();
    int headers = own.bits.length();
    int payload = Math.max(0, packet.headLength() - own.parsedBytes);
    int length = headers + packet.length() - own.parsedBytes;
    byte[] bytes = packet.ensureCapacity(headers + payload);
    if (headers != own.parsedBytes) {
      System.arraycopy(bytes, own.parsedBytes, bytes, headers, payload);
    }
    System.arraycopy(own.bits.bytes(), 0, bytes, 0, headers);
    packet.setLengths(headers + payload, length);
    packet.truncate(own.truncateBytes);
    own.parsedBytes = 0;
  }

  @Override
  public int dropPort() {
    return InterpreterProgram.DROP_PORT;
  }

  @Override
  public void copy(PacketContext from, PacketContext to) {
    own(to).copyFrom(own(from));
  }

  @Override
  public void cloneIngress(PacketContext from, PacketContext to) {
    InterpreterContext source = own(from);
    InterpreterContext clone = own(to);
    clone.reset();
    clone.packet().copyFrom(source.packet());
    clone.snapshot = source.snapshot;
    clone.nowPs = source.nowPs;
    clone.receivedBytes = source.receivedBytes;
    clone.adjustedBytes = source.receivedBytes;
    // Parsers may branch on the port.
    clone.set(StandardMetadata.INGRESS_PORT, source.get(StandardMetadata.INGRESS_PORT));
    program.parse(clone);
    clone.clearRequests();
    clone.keepMetadata(source, source.cloneFieldList);
    clone.set(StandardMetadata.INSTANCE_TYPE, InstanceType.INGRESS_CLONE);
  }

  @Override
  public void cloneEgress(PacketContext from, PacketContext to) {
    InterpreterContext source = own(from);
    InterpreterContext clone = own(to);
    clone.copyFrom(source);
    clone.truncateBytes = Integer.MAX_VALUE;
    clone.keepMetadata(source, source.cloneFieldList);
    clone.set(StandardMetadata.INSTANCE_TYPE, InstanceType.EGRESS_CLONE);
  }

  @Override
  public void resubmit(PacketContext context) {
    InterpreterContext own = own(context);
    restart(own, own.resubmitFieldList, InstanceType.RESUBMIT);
  }

  @Override
  public void recirculate(PacketContext context) {
    InterpreterContext own = own(context);
    restart(own, own.recirculateFieldList, InstanceType.RECIRC);
  }

  private void restart(InterpreterContext context, int fieldList, int instanceType) {
    context.restart(fieldList);
    context.set(StandardMetadata.INSTANCE_TYPE, instanceType);
    context.set(StandardMetadata.PACKET_LENGTH, context.packet().length());
  }

  @Override
  public Digest digest(PacketContext context) {
    return program.digest(own(context));
  }

  @Override
  public PipelineControl control() {
    return state;
  }
}
