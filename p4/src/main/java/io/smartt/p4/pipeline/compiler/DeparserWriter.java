package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.hash.BitBuffer;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.Headers;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.runtime.SlotPipeline;
import io.smartt.p4.pipeline.tree.HeaderNode;
import io.smartt.p4.pipeline.tree.Primitive;
import io.smartt.p4.pipeline.tree.ProgramTree.ChecksumNode;
import io.smartt.p4.pipeline.tree.Sink;

/**
 * Code of checksums and of the deparser. Where the valid headers are the parsed bytes, one after
 * the other, only the fields that the program writes are put into the packet; else the headers are
 * gathered first.
 */
final class DeparserWriter {
  private final Code code;
  private final CodeBuilder raw;
  private final HeaderPlans plans;

  DeparserWriter(Code code, HeaderPlans plans) {
    this.code = code;
    this.raw = code.raw();
    this.plans = plans;
  }

  /** Returns whether a checksum does not hold. */
  void verify(List<ChecksumNode> checksums) {
    int wrong = code.newInt();
    code.push(0);
    raw.istore(wrong);
    for (ChecksumNode checksum : checksums) {
      Label fine = code.label();
      Numbers numbers = new Numbers(code);
      code.jumpIfInvalid(checksum.header(), fine);
      numbers.truths().jump(checksum.condition(), fine, false);
      new Hashes(code).compute(checksum.hash());
      numbers.low(checksum.target());
      raw.lcmp().ifeq(fine);
      code.push(1);
      raw.istore(wrong);
      code.bind(fine);
    }
    raw.iload(wrong).ireturn();
  }

  /** Updates checksums and does what else the program does before headers are emitted. */
  void prepare(
      List<ChecksumNode> checksums, List<Primitive.Effect> calls, List<Integer> registerWidths) {
    Numbers numbers = new Numbers(code);
    PrimitiveCode effects = new PrimitiveCode(code, numbers, registerWidths);
    for (ChecksumNode checksum : checksums) {
      Sink sink = new Sink.Field(new HeaderNode.Named<>(checksum.header()), checksum.field());
      if (effects.stores().canSet(sink)) {
        Label end = code.label();
        int value = code.newLong();
        numbers.truths().jump(checksum.condition(), end, false);
        new Hashes(code).compute(checksum.hash());
        raw.lstore(value);
        effects.stores().set(sink, value);
        code.bind(end);
      } else {
        code.node(checksum, ChecksumNode.class)
            .context()
            .call(ChecksumNode.class, "update", void.class, SlotContext.class);
      }
    }
    calls.forEach(effects::apply);
    raw.return_();
  }

  void emit(List<HeaderLayout> emitted) {
    Label gather = code.label();
    int packet = code.newReference();
    code.context().call(SlotContext.class, "packet", Packet.class);
    raw.astore(packet);
    areInPlace(emitted, gather);
    for (HeaderLayout header : emitted) {
      plans
          .of(header)
          .filter(plan -> plan.inPlace() && !plan.written().isEmpty())
          .ifPresent(plan -> {
            Label next = code.label();
            code.jumpIfInvalid(header, next);
            raw.aload(0);
            code.context();
            raw.aload(packet);
            code.call(Packet.class, "bytes", byte[].class).loadSlot(plan.positionSlot());
            raw.l2i();
            patch(header);
            code.bind(next);
          });
    }
    raw.return_();
    code.bind(gather);
    gather(emitted, packet);
  }

  private void patch(HeaderLayout header) {
    code.callOwn(
        ProgramClass.patchName(header), void.class, SlotContext.class, byte[].class, int.class);
  }

  private void areInPlace(List<HeaderLayout> emitted, Label no) {
    int at = code.newLong();
    code.push(0L);
    raw.lstore(at);
    for (HeaderLayout header : emitted) {
      Label next = code.label();
      code.jumpIfInvalid(header, next);
      if (plans.isInPlace(header)) {
        HeaderPlans.HeaderPlan plan = plans.of(header).orElseThrow();
        code.loadSlot(plan.positionSlot());
        raw.lload(at).lcmp().ifne(no).lload(at);
        code.push((long) plan.bytes());
        raw.ladd().lstore(at);
      } else {
        raw.goto_(no);
      }
      code.bind(next);
    }
    raw.lload(at);
    code.contextField("parsedBytes", int.class);
    raw.i2l().lcmp().ifne(no);
  }

  private void gather(List<HeaderLayout> emitted, int packet) {
    int bits = code.newReference();
    int at = code.newInt();
    code.contextField("bits", BitBuffer.class);
    raw.astore(bits).aload(bits);
    code.call(BitBuffer.class, "clear", void.class);
    for (HeaderLayout header : emitted) {
      Label next = code.label();
      code.jumpIfInvalid(header, next);
      if (plans.isInPlace(header)) {
        HeaderPlans.HeaderPlan plan = plans.of(header).orElseThrow();
        raw.aload(bits);
        code.call(BitBuffer.class, "length", int.class);
        raw.istore(at).aload(bits).aload(packet);
        code.call(Packet.class, "bytes", byte[].class).loadSlot(plan.positionSlot());
        raw.l2i();
        code.push(plan.bytes())
            .call(BitBuffer.class, "append", void.class, byte[].class, int.class, int.class);
        if (!plan.written().isEmpty()) {
          raw.aload(0);
          code.context();
          raw.aload(bits);
          code.call(BitBuffer.class, "bytes", byte[].class);
          raw.iload(at);
          patch(header);
        }
      } else {
        code.constant(new Headers(header), Headers.class).slots().push(header.base());
        raw.aload(bits);
        code.call(Headers.class, "emit", void.class, long[].class, int.class, BitBuffer.class);
      }
      code.bind(next);
    }
    code.context().callStatic(SlotPipeline.class, "replaceHeaders", void.class, SlotContext.class);
    raw.return_();
  }
}
