package io.smartt.p4.pipeline.tree;

import module java.base;

import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Pipeline.FailedAssertionException;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.state.MeterCells;

/** Primitives behind v1model's externs that count, keep, hash, draw and report. */
public record ExternPrimitives(PrimitiveBuilder.PrimitiveArguments call) {
  Primitive count() {
    int counter =
        call.index().counter(call.object(0, 2, Value.ObjectKind.COUNTER_ARRAY), call.where());
    return new Count(counter, call.data(1, 2));
  }

  Primitive registerRead() {
    String name = call.object(1, 3, Value.ObjectKind.REGISTER_ARRAY);
    int register = call.index().register(name);
    DataNode cell = call.data(2, 3);
    DataNode masked =
        Arithmetic.of("&", cell, DataNodes.constant(BigInteger.valueOf(Sink.INDEX_MASK)))
            .orElseThrow();
    return new ReadRegister(
        Sink.of(call, call.values(3).get(0)),
        new DataNodes.RegisterCell(register, call.index().registerWidth(name), masked));
  }

  Primitive registerWrite() {
    int register = call.index().register(call.object(0, 3, Value.ObjectKind.REGISTER_ARRAY));
    return new AssignmentPrimitives.Assign(
        new Sink.Register(register, call.data(1, 3)), call.data(2, 3));
  }

  Primitive executeMeter() {
    int meter = call.index().meter(call.object(0, 3, Value.ObjectKind.METER_ARRAY), call.where());
    DataNode cell = call.data(1, 3);
    Sink sink = Sink.of(call, call.values(3).get(2));
    return Primitive.of(c -> {
      MeterCells cells = c.machine.meters[meter];
      long at = cell.low(c) & Sink.INDEX_MASK;
      if (cells.has(at)) {
        sink.set(c, cells.mark((int) at, c.receivedBytes, c.nowPs));
      }
    });
  }

  Primitive hash() {
    Sink sink = Sink.of(call, call.values(4).get(0));
    DataNode base = call.data(1, 4);
    HashNode hash = call.index().calculations.get(call.object(2, 4, Value.ObjectKind.CALCULATION));
    DataNode size = call.data(3, 4);
    if (hash == null) {
      throw call.where().fail("unknown calculation");
    }
    return new HashInto(sink, base, hash, size);
  }

  Primitive random() {
    return new Draw(Sink.of(call, call.values(3).get(0)), call.data(1, 3), call.data(2, 3));
  }

  Primitive assertion() {
    BoolNode condition = call.expressions().bool(call.values(1).get(0));
    String message = "P4 " + call.op() + " failed in " + call.expressions().where().what();
    return Primitive.of(c -> {
      if (!condition.test(c)) {
        throw new FailedAssertionException(message);
      }
    });
  }

  Primitive log() {
    if (!(call.values(2).get(0) instanceof Value.Text(String format))
        || !(call.values(2).get(1) instanceof Value.Vector(List<Value> values))) {
      throw call.where().fail("takes a string and a vector of values");
    }
    List<DataNode> arguments = values.stream().map(call.expressions()::data).toList();
    return Primitive.of(c -> {
      List<Object> numbers = new ArrayList<>();
      arguments.forEach(argument -> numbers.add(argument.big(c)));
      c.machine.log.message(fill(format, numbers));
    });
  }

  /** Counts the packet in a cell of a counter. */
  public record Count(int counter, DataNode cell) implements Primitive.Effect {
    @Override
    public void apply(SlotContext context) {
      context.count(context.machine.counters[counter], cell.low(context) & Sink.INDEX_MASK);
    }
  }

  /** Stores a cell of a register; nothing where there is no such cell. */
  public record ReadRegister(Sink sink, DataNodes.RegisterCell cell) implements Primitive.Effect {
    @Override
    public void apply(SlotContext context) {
      if (context.machine.registers[cell.register()].has(cell.index().low(context))) {
        sink.store(context, cell);
      }
    }
  }

  /** Stores {@code base + hash % size}. */
  public record HashInto(Sink sink, DataNode base, HashNode hash, DataNode size)
      implements Primitive.Effect {
    @Override
    public void apply(SlotContext context) {
      long value = reduce(hash.compute(context), size.low(context));
      sink.set(context, value + base.low(context));
    }

    /** The hash modulo the size, read as unsigned; of size 0 there is only 0. */
    public static long reduce(long hash, long size) {
      return Long.remainderUnsigned(hash, size == 0 ? 1 : size);
    }
  }

  /** Stores a random number between two, both included. */
  public record Draw(Sink sink, DataNode low, DataNode high) implements Primitive.Effect {
    @Override
    public void apply(SlotContext context) {
      long from = low.low(context);
      long to = high.low(context);
      // As in BMv2 nothing is written where the bounds are the wrong way round.
      if (Long.compareUnsigned(from, to) <= 0) {
        sink.set(context, from + draw(context.machine.random, to - from));
      }
    }

    /** Draws a number from 0 to {@code span}, read as unsigned, both included. */
    public static long draw(RandomGenerator random, long span) {
      if (span >= 0 && span < Long.MAX_VALUE) {
        return random.nextLong(span + 1);
      }
      long drawn = random.nextLong();
      while (Long.compareUnsigned(drawn, span) > 0) {
        drawn = random.nextLong();
      }
      return drawn;
    }
  }

  /**
   * Fills a {@code log_msg} format: each {@code {}} takes the next argument; a brace behind a
   * backslash stands for itself.
   */
  public static String fill(String format, List<?> arguments) {
    StringBuilder text = new StringBuilder();
    Iterator<?> next = arguments.iterator();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c == '\\' && i + 1 < format.length() && "{}".indexOf(format.charAt(i + 1)) >= 0) {
        text.append(format.charAt(++i));
      } else if (c == '{' && format.indexOf('}', i) >= 0) {
        int end = format.indexOf('}', i);
        text.append(next.hasNext() ? String.valueOf(next.next()) : format.substring(i, end + 1));
        i = end;
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
