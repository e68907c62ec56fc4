package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;

/** Primitives that work on whole headers, unions and stacks. */
record HeaderPrimitives(PrimitiveArguments call) {
  Primitive assignHeader() {
    HeaderNode to = call.header(0, 2);
    HeaderNode from = call.header(1, 2);
    if (to.shape().slots() != from.shape().slots()) {
      throw call.where().fail("takes two headers of one type");
    }
    Headers headers = new Headers(to.shape());
    return Primitive.of(c -> headers.copy(c.slots, from.base(c), to.base(c)));
  }

  Primitive assignUnion() {
    UnionNode to = call.expressions().union(call.values(2).get(0));
    UnionNode from = call.expressions().union(call.values(2).get(1));
    if (to.shape().slots() != from.shape().slots()) {
      throw call.where().fail("takes two header unions of one type");
    }
    int slots = to.shape().slots();
    return Primitive.of(c -> System.arraycopy(c.slots, from.base(c), c.slots, to.base(c), slots));
  }

  Primitive assignStack() {
    StackRegion to = region(call.values(2).get(0));
    StackRegion from = region(call.values(2).get(1));
    if (to.slots() != from.slots()) {
      throw call.where().fail("takes two stacks of one type and size");
    }
    return Primitive.of(c -> {
      System.arraycopy(c.slots, from.base, c.slots, to.base, to.slots());
      c.slots[to.nextSlot] = c.slots[from.nextSlot];
    });
  }

  private StackRegion region(Value stack) {
    return StackRegion.of(call.index().layout, stack)
        .orElseThrow(() -> call.where().fail("expected a header stack, found " + stack));
  }

  Primitive shift(boolean push) {
    StackRegion stack = region(call.values(2).get(0));
    DataNode count = call.data(1, 2);
    return Primitive.of(c -> {
      if (push) {
        stack.push(c.slots, count.low(c));
      } else {
        stack.pop(c.slots, count.low(c));
      }
    });
  }

  Primitive addHeaderFast() {
    HeaderNode header = call.header(0, 1);
    Headers headers = new Headers(header.shape());
    return Primitive.of(c -> headers.setValid(c.slots, header.base(c)));
  }

  Primitive addHeader() {
    HeaderNode header = call.header(0, 1);
    Headers headers = new Headers(header.shape());
    return Primitive.of(c -> {
      int base = header.base(c);
      if (!headers.isValid(c.slots, base)) {
        headers.clear(c.slots, base);
        headers.setValid(c.slots, base);
        c.adjustedBytes += headers.fixedBytes();
      }
    });
  }

  Primitive removeHeader() {
    HeaderNode header = call.header(0, 1);
    Headers headers = new Headers(header.shape());
    return Primitive.of(c -> {
      int base = header.base(c);
      if (headers.isValid(c.slots, base)) {
        c.adjustedBytes -= headers.bytes(c.slots, base);
        headers.setInvalid(c.slots, base);
      }
    });
  }

  Primitive markToDrop(HeaderLayout metadata, int count) {
    call.values(count);
    if (metadata.type().indexOf("egress_spec") < 0) {
      throw call.where().fail("takes standard metadata, found " + metadata.name());
    }
    FieldLayout spec = metadata.field("egress_spec");
    int specSlot = metadata.slot(spec);
    long dropPort = InterpreterProgram.DROP_PORT & Words.mask(spec.width());
    if (metadata.type().indexOf("mcast_grp") < 0) {
      return Primitive.of(c -> c.slots[specSlot] = dropPort);
    }
    int groupSlot = metadata.slot(metadata.field("mcast_grp"));
    return Primitive.of(c -> {
      c.slots[specSlot] = dropPort;
      c.slots[groupSlot] = 0;
    });
  }
}
