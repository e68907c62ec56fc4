package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import java.util.List;

/** Primitives that put a number into a field. */
record AssignmentPrimitives(PrimitiveArguments call) {
  Primitive assign() {
    Value target = call.values(2).getFirst();
    Sinks.Sink sink = Sinks.of(call, target);
    DataNode node = call.data(1, 2);
    if (target instanceof Value.Field(String name, String fieldName)) {
      return assignField(call.index().layout.header(name), fieldName, node);
    }
    return Primitive.of(c -> sink.store(c, node));
  }

  /** The most frequent step of all, spelt out. */
  private static Primitive assignField(HeaderLayout header, String fieldName, DataNode source) {
    FieldLayout field = header.field(fieldName);
    int slot = header.slot(field);
    if (field.isWide() || field.signed() || field.saturating()) {
      FieldStore store = new FieldStore(field);
      return Primitive.of(c -> store.store(c, slot, source));
    }
    NumberRange range = source.range();
    if (source instanceof DataNodes.Constant constant) {
      long value = constant.value().longValue() & Words.mask(field.width());
      return Primitive.of(c -> c.slots[slot] = value);
    }
    if (source instanceof DataNodes.Field from
        && range.nonNegative()
        && range.bits() <= field.width()) {
      int fromSlot = from.slot();
      return Primitive.of(c -> c.slots[slot] = c.slots[fromSlot]);
    }
    if (range.nonNegative() && range.bits() <= field.width()) {
      return Primitive.of(c -> c.slots[slot] = source.low(c));
    }
    long mask = Words.mask(field.width());
    DataNode unmasked =
        source instanceof Arithmetic.Masked masked && (masked.mask() & mask) == mask
            ? masked.operand()
            : source;
    return Primitive.of(c -> c.slots[slot] = unmasked.low(c) & mask);
  }

  Primitive assignVariable() {
    List<Value> arguments = call.values(2);
    if (!(arguments.get(0) instanceof Value.Field to)
        || !(arguments.get(1) instanceof Value.Field from)) {
      throw call.where().fail("takes two fields");
    }
    HeaderLayout toHeader = call.index().layout.header(to.header());
    HeaderLayout fromHeader = call.index().layout.header(from.header());
    FieldLayout toField = toHeader.field(to.field());
    FieldLayout fromField = fromHeader.field(from.field());
    if (!toField.isVariable() || !fromField.isVariable()) {
      throw call.where().fail("takes two fields of variable length");
    }
    FieldStore store = new FieldStore(toField);
    DataNode source = DataNodes.field(new HeaderNode.Named(fromHeader), fromField);
    int toLength = toHeader.base() + toField.lengthOffset();
    int fromLength = fromHeader.base() + fromField.lengthOffset();
    int slot = toHeader.slot(toField);
    return Primitive.of(c -> {
      store.store(c, slot, source);
      c.slots[toLength] = Math.min(c.slots[fromLength], toField.width());
    });
  }

  Primitive update(String op) {
    Value target = call.values(2).get(0);
    return store(target, op, call.expressions().data(target), call.data(1, 2));
  }

  Primitive combine(String op) {
    return store(call.values(3).get(0), op, call.data(1, 3), call.data(2, 3));
  }

  private Primitive store(Value target, String op, DataNode left, DataNode right) {
    Sinks.Sink sink = Sinks.of(call, target);
    DataNode result =
        Arithmetic.of(op, left, right)
            .orElseThrow(() -> call.where().fail("unknown operator " + op));
    return Primitive.of(c -> sink.store(c, result));
  }
}
