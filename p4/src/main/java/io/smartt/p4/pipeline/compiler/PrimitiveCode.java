package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.Headers;
import io.smartt.p4.pipeline.runtime.Machine;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.RegisterCells;
import io.smartt.p4.pipeline.tree.AssignmentPrimitives;
import io.smartt.p4.pipeline.tree.DataNodes;
import io.smartt.p4.pipeline.tree.ExternPrimitives;
import io.smartt.p4.pipeline.tree.HeaderNode;
import io.smartt.p4.pipeline.tree.HeaderPrimitives;
import io.smartt.p4.pipeline.tree.Primitive;
import io.smartt.p4.pipeline.tree.PrimitiveBuilder;
import io.smartt.p4.pipeline.tree.Sink;

/** Generates the code of primitives. */
final class PrimitiveCode {
  private final Code code;
  private final CodeBuilder raw;
  private final Numbers numbers;
  private final Stores stores;
  private final Hashes hashes;

  PrimitiveCode(Code code, Numbers numbers, List<Integer> registerWidths) {
    this.code = code;
    this.raw = code.raw();
    this.numbers = numbers;
    this.stores = new Stores(code, numbers, registerWidths);
    this.hashes = new Hashes(code);
  }

  Stores stores() {
    return stores;
  }

  /** Carries a primitive out. */
  void apply(Primitive.Effect effect) {
    switch (effect) {
      case AssignmentPrimitives.Assign assign -> {
        if (!stores.store(assign.sink(), assign.source())) {
          ask(effect);
        }
      }
      case HeaderPrimitives.MarkToDrop drop -> {
        code.setSlot(drop.specSlot(), drop.dropPort());
        if (drop.groupSlot() != HeaderPrimitives.MarkToDrop.NO_SLOT) {
          code.setSlot(drop.groupSlot(), 0);
        }
      }
      case HeaderPrimitives.AddHeader add ->
          header(HeaderPrimitives.AddHeader.class, "add", add.header(), add.headers());
      case HeaderPrimitives.RemoveHeader remove ->
          header(HeaderPrimitives.RemoveHeader.class, "remove", remove.header(), remove.headers());
      case ExternPrimitives.Count count -> {
        code.context().ownField(ProgramClass.counterName(count.counter()), CounterCells.class);
        numbers.low(count.cell());
        code.push(Sink.INDEX_MASK);
        raw.land();
        code.call(SlotContext.class, "count", void.class, CounterCells.class, long.class);
      }
      case ExternPrimitives.ReadRegister read -> readRegister(read);
      case ExternPrimitives.HashInto hash when stores.canSet(hash.sink()) -> hash(hash);
      case ExternPrimitives.Draw draw when stores.canSet(draw.sink()) -> draw(draw);
      case PrimitiveBuilder.Exit _ -> code.context().push(1).putContextField("exit", boolean.class);
      case PrimitiveBuilder.Truncate truncate -> {
        code.context().contextField("truncateBytes", int.class);
        raw.i2l();
        numbers.low(truncate.length());
        code.push(0xffffffffL);
        raw.land();
        code.callStatic(Math.class, "min", long.class, long.class, long.class);
        raw.l2i();
        code.putContextField("truncateBytes", int.class);
      }
      default -> ask(effect);
    }
  }

  private void ask(Primitive.Effect effect) {
    code.node(effect, Primitive.Effect.class)
        .context()
        .call(Primitive.Effect.class, "apply", void.class, SlotContext.class);
  }

  private void header(
      Class<?> type, String name, HeaderNode<HeaderLayout> header, Headers headers) {
    code.context().constant(headers, Headers.class);
    numbers.base(header);
    code.callStatic(type, name, void.class, SlotContext.class, Headers.class, int.class);
  }

  private void readRegister(ExternPrimitives.ReadRegister read) {
    DataNodes.RegisterCell cell = read.cell();
    Label end = code.label();
    code.ownField(ProgramClass.registerName(cell.register()), RegisterCells.class);
    numbers.low(cell.index());
    code.call(RegisterCells.class, "has", boolean.class, long.class);
    raw.ifeq(end);
    if (!stores.store(read.sink(), cell)) {
      ask(read);
    }
    code.bind(end);
  }

  private void hash(ExternPrimitives.HashInto hash) {
    int value = code.newLong();
    hashes.compute(hash.hash());
    if (hash.size() instanceof DataNodes.Constant(var size, _)
        && size.signum() > 0
        && size.bitCount() == 1) {
      code.push(size.longValue() - 1);
      raw.land();
    } else {
      numbers.low(hash.size());
      code.callStatic(
          ExternPrimitives.HashInto.class, "reduce", long.class, long.class, long.class);
    }
    numbers.low(hash.base());
    raw.ladd().lstore(value);
    stores.set(hash.sink(), value);
  }

  private void draw(ExternPrimitives.Draw draw) {
    Label end = code.label();
    int from = code.newLong();
    int to = code.newLong();
    numbers.low(draw.low());
    raw.lstore(from);
    numbers.low(draw.high());
    raw.lstore(to).lload(from).lload(to);
    code.callStatic(Long.class, "compareUnsigned", int.class, long.class, long.class);
    raw.ifgt(end);
    code.ownField("machine", Machine.class)
        .getField(Machine.class, "random", RandomGenerator.class);
    raw.lload(to).lload(from).lsub();
    code.callStatic(
        ExternPrimitives.Draw.class, "draw", long.class, RandomGenerator.class, long.class);
    raw.lload(from).ladd().lstore(to);
    stores.set(draw.sink(), to);
    code.bind(end);
  }
}
