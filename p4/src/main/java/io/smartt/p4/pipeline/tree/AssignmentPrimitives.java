package io.smartt.p4.pipeline.tree;

import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.tree.Sink.FieldStore;
import java.util.List;

/** Primitives that put a number into a field. */
public record AssignmentPrimitives(PrimitiveBuilder.PrimitiveArguments call) {
  Primitive assign() {
    Sink sink = Sink.of(call, call.values(2).getFirst());
    return new Assign(sink, call.data(1, 2));
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
    DataNode source = DataNodes.field(new HeaderNode.Named<>(fromHeader), fromField);
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
    Sink sink = Sink.of(call, target);
    DataNode result =
        Arithmetic.of(op, left, right)
            .orElseThrow(() -> call.where().fail("unknown operator " + op));
    return new Assign(sink, result);
  }

  /** Puts what an expression yields where it belongs. */
  public record Assign(Sink sink, DataNode source) implements Primitive.Effect {
    @Override
    public void apply(SlotContext context) {
      sink.store(context, source);
    }
  }
}
