package io.smartt.p4.pipeline.tree;

import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition.PrimitiveCall;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import java.util.List;

/** Builds the steps of actions from calls of simple_switch's primitives. */
public final class PrimitiveBuilder {
  /** BMv2 keeps 15 bits of a clone session. */
  private static final int SESSION_MASK = 0x7fff;

  private PrimitiveBuilder() {}

  static Primitive build(ProgramIndex index, ExpressionBuilder expressions, PrimitiveCall call) {
    return build(PrimitiveArguments.of(index, expressions, call));
  }

  /** Builds a call outside an action, where there is nowhere to jump. */
  static Primitive.Effect buildEffect(
      ProgramIndex index, ExpressionBuilder expressions, PrimitiveCall call) {
    if (build(index, expressions, call) instanceof Primitive.Effect effect) {
      return effect;
    }
    throw expressions.where().fail("primitive " + call.op() + " outside an action");
  }

  private static Primitive build(PrimitiveArguments call) {
    AssignmentPrimitives assignments = new AssignmentPrimitives(call);
    HeaderPrimitives headers = new HeaderPrimitives(call);
    ExternPrimitives externs = new ExternPrimitives(call);
    return switch (call.op()) {
      case "assign", "modify_field" -> assignments.assign();
      case "assign_VL" -> assignments.assignVariable();
      case "assign_header", "copy_header" -> headers.assignHeader();
      case "assign_union" -> headers.assignUnion();
      case "assign_header_stack", "assign_union_stack" -> headers.assignStack();
      case "push" -> headers.shift(true);
      case "pop" -> headers.shift(false);
      case "add_header" -> headers.addHeader();
      case "add_header_fast" -> headers.addHeaderFast();
      case "remove_header" -> headers.removeHeader();
      case "add_to_field" -> assignments.update("+");
      case "subtract_from_field" -> assignments.update("-");
      case "add" -> assignments.combine("+");
      case "subtract" -> assignments.combine("-");
      case "bit_xor" -> assignments.combine("^");
      case "bit_or" -> assignments.combine("|");
      case "bit_and" -> assignments.combine("&");
      case "shift_left" -> assignments.combine("<<");
      case "shift_right" -> assignments.combine(">>");
      case "drop" -> headers.markToDrop(call.index().layout.header("standard_metadata"), 0);
      case "mark_to_drop" -> headers.markToDrop(call.header(0, 1).shape(), 1);
      case "count" -> externs.count();
      case "register_read" -> externs.registerRead();
      case "register_write" -> externs.registerWrite();
      case "execute_meter" -> externs.executeMeter();
      case "modify_field_with_hash_based_offset" -> externs.hash();
      case "modify_field_rng_uniform" -> externs.random();
      case "clone_ingress_pkt_to_egress", "clone_egress_pkt_to_egress" -> clonePacket(call);
      case "resubmit" -> {
        DataNode list = call.data(0, 1);
        yield Primitive.of(c -> c.resubmitFieldList = (int) list.low(c));
      }
      case "recirculate" -> {
        DataNode list = call.data(0, 1);
        yield Primitive.of(c -> c.recirculateFieldList = (int) list.low(c));
      }
      case "generate_digest" -> {
        DataNode list = call.data(1, 2);
        yield Primitive.of(c -> c.digestList = (int) list.low(c));
      }
      case "truncate" -> new Truncate(call.data(0, 1));
      case "exit" -> {
        call.values(0);
        yield new Exit();
      }
      case "no_op" -> {
        call.values(0);
        yield Primitive.of(c -> {});
      }
      case "assert", "assume" -> externs.assertion();
      case "log_msg" -> externs.log();
      case "_jump" -> new Primitive.Always(call.data(0, 1));
      case "_jump_if_zero" ->
          new Primitive.Unless(call.expressions().bool(call.values(2).getFirst()), call.data(1, 2));
      default ->
          throw call.where().fail("the embedded switch does not know the primitive " + call.op());
    };
  }

  private static Primitive clonePacket(PrimitiveArguments call) {
    DataNode session = call.data(0, 2);
    DataNode list = call.data(1, 2);
    return Primitive.of(c -> {
      c.cloneSession = (int) session.low(c) & SESSION_MASK;
      c.cloneFieldList = (int) list.low(c);
    });
  }

  /** Ends the control after the action. */
  public record Exit() implements Primitive.Effect {
    @Override
    public void apply(SlotContext context) {
      context.exit = true;
    }
  }

  /** Cuts the packet when it is deparsed. */
  public record Truncate(DataNode length) implements Primitive.Effect {
    @Override
    public void apply(SlotContext context) {
      long bytes = length.low(context) & 0xffffffffL;
      context.truncateBytes = (int) Math.min(context.truncateBytes, bytes);
    }
  }

  /** The parameters of a call of a primitive, checked as they are taken. */
  public record PrimitiveArguments(
      ProgramIndex index,
      ExpressionBuilder expressions,
      PrimitiveCall call,
      ProgramIndex.Where where) {
    static PrimitiveArguments of(
        ProgramIndex index, ExpressionBuilder expressions, PrimitiveCall call) {
      return new PrimitiveArguments(
          index, expressions, call, expressions.where().in("primitive " + call.op()));
    }

    String op() {
      return call.op();
    }

    /** Returns the parameters, which are to be so many. */
    List<Value> values(int count) {
      if (call.parameters().size() != count) {
        throw where.fail("takes " + count + " parameters, found " + call.parameters().size());
      }
      return call.parameters();
    }

    /** One of so many parameters, a number. */
    DataNode data(int at, int count) {
      return expressions.data(values(count).get(at));
    }

    /** One of so many parameters, a header. */
    HeaderNode<HeaderLayout> header(int at, int count) {
      return expressions.header(values(count).get(at));
    }

    /** One of so many parameters, the name of an object of a kind. */
    String object(int at, int count, Value.ObjectKind kind) {
      if (values(count).get(at) instanceof Value.NamedObject object && object.kind() == kind) {
        return object.name();
      }
      throw where.fail("parameter " + at + " must be a " + kind + ", found " + call.parameters());
    }
  }
}
