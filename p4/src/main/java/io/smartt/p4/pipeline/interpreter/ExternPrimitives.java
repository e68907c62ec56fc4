package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.FailedAssertionException;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.MeterCells;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Primitives behind v1model's externs that count, keep, hash, draw and report. */
record ExternPrimitives(PrimitiveArguments call) {
  Primitive count() {
    int counter =
        call.index().counter(call.object(0, 2, Value.ObjectKind.COUNTER_ARRAY), call.where());
    DataNode cell = call.data(1, 2);
    return Primitive.of(c -> {
      CounterCells cells = c.machine.counters[counter];
      cells.count(cell.low(c) & Sinks.INDEX_MASK, c.receivedBytes);
    });
  }

  Primitive registerRead() {
    String name = call.object(1, 3, Value.ObjectKind.REGISTER_ARRAY);
    int register = call.index().register(name);
    DataNode cell = call.data(2, 3);
    DataNode value =
        new DataNodes.RegisterCell(
            register,
            call.index().registerWidth(name),
            Arithmetic.of("&", cell, DataNodes.constant(BigInteger.valueOf(Sinks.INDEX_MASK)))
                .orElseThrow());
    Sinks.Sink sink = Sinks.of(call, call.values(3).get(0));
    return Primitive.of(c -> {
      if (c.machine.registers[register].has(cell.low(c) & Sinks.INDEX_MASK)) {
        sink.store(c, value);
      }
    });
  }

  Primitive registerWrite() {
    int register = call.index().register(call.object(0, 3, Value.ObjectKind.REGISTER_ARRAY));
    Sinks.Sink sink = Sinks.register(register, call.data(1, 3));
    DataNode value = call.data(2, 3);
    return Primitive.of(c -> sink.store(c, value));
  }

  Primitive executeMeter() {
    int meter = call.index().meter(call.object(0, 3, Value.ObjectKind.METER_ARRAY), call.where());
    DataNode cell = call.data(1, 3);
    Sinks.Sink sink = Sinks.of(call, call.values(3).get(2));
    return Primitive.of(c -> {
      MeterCells cells = c.machine.meters[meter];
      long at = cell.low(c) & Sinks.INDEX_MASK;
      if (cells.has(at)) {
        sink.set(c, cells.mark((int) at, c.receivedBytes, c.nowPs));
      }
    });
  }

  Primitive hash() {
    Sinks.Sink sink = Sinks.of(call, call.values(4).get(0));
    DataNode base = call.data(1, 4);
    HashNode hash = call.index().calculations.get(call.object(2, 4, Value.ObjectKind.CALCULATION));
    DataNode size = call.data(3, 4);
    if (hash == null) {
      throw call.where().fail("unknown calculation");
    }
    return Primitive.of(c -> {
      long modulus = Math.max(1, size.low(c));
      if (size.low(c) < 0) {
        modulus = size.low(c);
      }
      sink.set(c, Long.remainderUnsigned(hash.compute(c), modulus) + base.low(c));
    });
  }

  Primitive random() {
    Sinks.Sink sink = Sinks.of(call, call.values(3).get(0));
    DataNode low = call.data(1, 3);
    DataNode high = call.data(2, 3);
    return Primitive.of(c -> {
      long from = low.low(c);
      long span = high.low(c) - from;
      // As in BMv2 nothing is written where the bounds are the wrong way round.
      if (Long.compareUnsigned(from, high.low(c)) <= 0) {
        sink.set(c, from + draw(c, span));
      }
    });
  }

  /** From 0 to {@code span}, read as unsigned, both included. */
  private static long draw(InterpreterContext context, long span) {
    if (span >= 0 && span < Long.MAX_VALUE) {
      return context.machine.random.nextLong(span + 1);
    }
    long drawn = context.machine.random.nextLong();
    while (Long.compareUnsigned(drawn, span) > 0) {
      drawn = context.machine.random.nextLong();
    }
    return drawn;
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
      c.machine.log.message(LogFormat.fill(format, numbers));
    });
  }
}
