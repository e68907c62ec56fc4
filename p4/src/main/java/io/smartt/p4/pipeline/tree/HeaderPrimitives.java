package io.smartt.p4.pipeline.tree;

import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout.StackLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout.UnionLayout;
import io.smartt.p4.pipeline.runtime.Headers;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.runtime.SlotPipeline;

/** Primitives that work on whole headers, unions and stacks. */
public record HeaderPrimitives(PrimitiveBuilder.PrimitiveArguments call) {
  Primitive assignHeader() {
    HeaderNode<HeaderLayout> to = call.header(0, 2);
    HeaderNode<HeaderLayout> from = call.header(1, 2);
    if (to.shape().slots() != from.shape().slots()) {
      throw call.where().fail("takes two headers of one type");
    }
    Headers headers = new Headers(to.shape());
    return Primitive.of(c -> headers.copy(c.slots, from.base(c), to.base(c)));
  }

  Primitive assignUnion() {
    HeaderNode<UnionLayout> to = call.expressions().union(call.values(2).get(0));
    HeaderNode<UnionLayout> from = call.expressions().union(call.values(2).get(1));
    if (to.shape().slots() != from.shape().slots()) {
      throw call.where().fail("takes two header unions of one type");
    }
    int slots = to.shape().slots();
    return Primitive.of(c -> System.arraycopy(c.slots, from.base(c), c.slots, to.base(c), slots));
  }

  Primitive assignStack() {
    StackLayout<?> to = stack(call.values(2).get(0));
    StackLayout<?> from = stack(call.values(2).get(1));
    if (to.slots() != from.slots()) {
      throw call.where().fail("takes two stacks of one type and size");
    }
    return Primitive.of(c -> {
      System.arraycopy(c.slots, from.base(), c.slots, to.base(), to.slots());
      c.slots[to.nextSlot()] = c.slots[from.nextSlot()];
    });
  }

  private StackLayout<?> stack(Value value) {
    return switch (value) {
      case Value.Stack(String name) -> call.index().layout.stack(name);
      case Value.UnionStack(String name) -> call.index().layout.unionStack(name);
      default -> throw call.where().fail("expected a header stack, found " + value);
    };
  }

  Primitive shift(boolean push) {
    StackLayout<?> stack = stack(call.values(2).get(0));
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
    HeaderNode<HeaderLayout> header = call.header(0, 1);
    Headers headers = new Headers(header.shape());
    return Primitive.of(c -> headers.setValid(c.slots, header.base(c)));
  }

  Primitive addHeader() {
    HeaderNode<HeaderLayout> header = call.header(0, 1);
    return new AddHeader(header, new Headers(header.shape()));
  }

  Primitive removeHeader() {
    HeaderNode<HeaderLayout> header = call.header(0, 1);
    return new RemoveHeader(header, new Headers(header.shape()));
  }

  Primitive markToDrop(HeaderLayout metadata, int count) {
    call.values(count);
    if (metadata.type().indexOf("egress_spec") < 0) {
      throw call.where().fail("takes standard metadata, found " + metadata.name());
    }
    FieldLayout spec = metadata.field("egress_spec");
    int group =
        metadata.type().indexOf("mcast_grp") < 0
            ? MarkToDrop.NO_SLOT
            : metadata.slot(metadata.field("mcast_grp"));
    return new MarkToDrop(
        metadata.slot(spec), SlotPipeline.DROP_PORT & Words.mask(spec.width()), group);
  }

  /** Makes a header valid, its fields zero where it was not. */
  public record AddHeader(HeaderNode<HeaderLayout> header, Headers headers)
      implements Primitive.Effect {
    @Override
    public void apply(SlotContext context) {
      add(context, headers, header.base(context));
    }

    /** Makes the header at {@code base} valid. */
    public static void add(SlotContext context, Headers headers, int base) {
      if (!headers.isValid(context.slots, base)) {
        headers.clear(context.slots, base);
        headers.setValid(context.slots, base);
        context.adjustedBytes += headers.fixedBytes();
      }
    }
  }

  /** Makes a header invalid. */
  public record RemoveHeader(HeaderNode<HeaderLayout> header, Headers headers)
      implements Primitive.Effect {
    @Override
    public void apply(SlotContext context) {
      remove(context, headers, header.base(context));
    }

    /** Makes the header at {@code base} invalid. */
    public static void remove(SlotContext context, Headers headers, int base) {
      if (headers.isValid(context.slots, base)) {
        context.adjustedBytes -= headers.bytes(context.slots, base);
        headers.setInvalid(context.slots, base);
      }
    }
  }

  /**
   * Sends the packet to the drop port, and to no multicast group.
   *
   * @param specSlot slot of the egress port
   * @param groupSlot slot of the multicast group, or {@link #NO_SLOT}
   */
  public record MarkToDrop(int specSlot, long dropPort, int groupSlot) implements Primitive.Effect {
    /** The program has no multicast group. */
    public static final int NO_SLOT = -1;

    @Override
    public void apply(SlotContext context) {
      context.slots[specSlot] = dropPort;
      if (groupSlot != NO_SLOT) {
        context.slots[groupSlot] = 0;
      }
    }
  }
}
