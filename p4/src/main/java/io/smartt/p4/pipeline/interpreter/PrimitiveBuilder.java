package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.bmv2.PrimitiveCall;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.FailedAssertionException;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.MeterCells;
import io.smartt.p4.pipeline.state.RegisterCells;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Builds the steps of actions from calls of simple_switch's primitives. */
final class PrimitiveBuilder {
  /** BMv2 keeps 15 bits of a clone session. */
  private static final int SESSION_MASK = 0x7fff;

  private static final long INDEX_MASK = 0xffffffffL;

  private final ProgramIndex index;
  private final ExpressionBuilder expressions;
  private final PrimitiveCall call;
  private final Where where;

  private PrimitiveBuilder(ProgramIndex index, ExpressionBuilder expressions, PrimitiveCall call) {
    this.index = index;
    this.expressions = expressions;
    this.call = call;
    this.where = expressions.where().in("primitive " + call.op());
  }

  static Primitive build(ProgramIndex index, ExpressionBuilder expressions, PrimitiveCall call) {
    return new PrimitiveBuilder(index, expressions, call).build();
  }

  /** Builds a call outside an action, where there is nowhere to jump. */
  static Primitive.Effect buildEffect(
      ProgramIndex index, ExpressionBuilder expressions, PrimitiveCall call) {
    if (build(index, expressions, call) instanceof Primitive.Effect effect) {
      return effect;
    }
    throw expressions.where().fail("primitive " + call.op() + " outside an action");
  }

  private Primitive build() {
    return switch (call.op()) {
      case "assign", "modify_field" -> assign(2, argumentsOf(2).get(1));
      case "assign_VL" -> assignVariable();
      case "assign_header", "copy_header" -> assignHeader();
      case "assign_union" -> assignUnion();
      case "assign_header_stack", "assign_union_stack" -> assignStack();
      case "push" -> shift(true);
      case "pop" -> shift(false);
      case "add_header" -> addHeader();
      case "add_header_fast" -> {
        HeaderNode header = header(0, 1);
        Headers headers = new Headers(header.shape());
        yield Primitive.of(c -> headers.setValid(c.slots, header.base(c)));
      }
      case "remove_header" -> removeHeader();
      case "add_to_field" -> update("+");
      case "subtract_from_field" -> update("-");
      case "add" -> combine("+");
      case "subtract" -> combine("-");
      case "bit_xor" -> combine("^");
      case "bit_or" -> combine("|");
      case "bit_and" -> combine("&");
      case "shift_left" -> combine("<<");
      case "shift_right" -> combine(">>");
      case "drop" -> markToDrop(index.layout.header("standard_metadata"), 0);
      case "mark_to_drop" -> markToDrop(header(0, 1).shape(), 1);
      case "count" -> count();
      case "register_read" -> registerRead();
      case "register_write" -> registerWrite();
      case "execute_meter" -> executeMeter();
      case "modify_field_with_hash_based_offset" -> hash();
      case "modify_field_rng_uniform" -> random();
      case "clone_ingress_pkt_to_egress", "clone_egress_pkt_to_egress" -> clonePacket();
      case "resubmit" -> {
        DataNode list = data(0, 1);
        yield Primitive.of(c -> c.resubmitFieldList = (int) list.low(c));
      }
      case "recirculate" -> {
        DataNode list = data(0, 1);
        yield Primitive.of(c -> c.recirculateFieldList = (int) list.low(c));
      }
      case "generate_digest" -> {
        DataNode list = data(1, 2);
        yield Primitive.of(c -> c.digestList = (int) list.low(c));
      }
      case "truncate" -> truncate();
      case "exit" -> {
        argumentsOf(0);
        yield Primitive.of(c -> c.exit = true);
      }
      case "no_op" -> {
        argumentsOf(0);
        yield Primitive.of(c -> {});
      }
      case "assert", "assume" -> assertion();
      case "log_msg" -> log();
      case "_jump" -> Primitive.jump(data(0, 1));
      case "_jump_if_zero" ->
          Primitive.jumpIfZero(expressions.bool(argumentsOf(2).getFirst()), data(1, 2));
      default -> throw where.fail("the embedded switch does not know the primitive " + call.op());
    };
  }

  private List<Value> argumentsOf(int count) {
    if (call.parameters().size() != count) {
      throw where.fail("takes " + count + " parameters, found " + call.parameters().size());
    }
    return call.parameters();
  }

  private DataNode data(int at, int count) {
    return expressions.data(argumentsOf(count).get(at));
  }

  private HeaderNode header(int at, int count) {
    return expressions.header(argumentsOf(count).get(at));
  }

  private String object(int at, int count, Value.ObjectKind kind) {
    if (argumentsOf(count).get(at) instanceof Value.NamedObject object && object.kind() == kind) {
      return object.name();
    }
    throw where.fail("parameter " + at + " must be a " + kind + ", found " + call.parameters());
  }

  /** What takes a number: a field or a register cell. */
  private interface Sink {
    void store(InterpreterContext context, DataNode source);

    void set(InterpreterContext context, long value);
  }

  private Sink sink(Value target) {
    if (target instanceof Value.RegisterCell(String register, Value cell)) {
      return registerSink(index.register(register), expressions.data(cell));
    }
    HeaderNode header;
    FieldLayout field;
    switch (target) {
      case Value.Field(String name, String fieldName) -> {
        header = new HeaderNode.Named(index.layout.header(name));
        field = header.shape().field(fieldName);
      }
      case Value.AccessField(Value inner, int number) -> {
        header = expressions.header(inner);
        field = expressions.field(header, number);
      }
      case Value.StackField(String stack, String fieldName) -> {
        header = new HeaderNode.StackLast(index.layout.stack(stack), index.layout.voidBase());
        field = header.shape().field(fieldName);
      }
      case Value.UnionStackField(String stack, String member, String fieldName) -> {
        header = expressions.lastUnionMember(stack, member);
        field = header.shape().field(fieldName);
      }
      default -> throw where.fail("cannot assign to " + target);
    }
    FieldStore store = new FieldStore(field);
    int offset = field.offset();
    if (header instanceof HeaderNode.Named) {
      int slot = header.shape().slot(field);
      return new Sink() {
        @Override
        public void store(InterpreterContext context, DataNode source) {
          store.store(context, slot, source);
        }

        @Override
        public void set(InterpreterContext context, long value) {
          store.set(context.slots, slot, value);
        }
      };
    }
    return new Sink() {
      @Override
      public void store(InterpreterContext context, DataNode source) {
        store.store(context, header.base(context) + offset, source);
      }

      @Override
      public void set(InterpreterContext context, long value) {
        store.set(context.slots, header.base(context) + offset, value);
      }
    };
  }

  private static Sink registerSink(int register, DataNode cell) {
    return new Sink() {
      @Override
      public void store(InterpreterContext context, DataNode source) {
        RegisterCells cells = context.machine.registers[register];
        long at = cell.low(context) & INDEX_MASK;
        if (cells.has(at)) {
          write(cells, (int) at, source, context);
        }
      }

      @Override
      public void set(InterpreterContext context, long value) {
        RegisterCells cells = context.machine.registers[register];
        long at = cell.low(context) & INDEX_MASK;
        if (cells.has(at)) {
          cells.set((int) at, Words.unsigned(value));
        }
      }
    };
  }

  private static void write(
      RegisterCells cells, int at, DataNode source, InterpreterContext context) {
    if (cells.width() <= Long.SIZE) {
      cells.setLow(at, source.low(context));
    } else {
      cells.set(at, source.big(context));
    }
  }

  private Primitive assign(int count, Value source) {
    Value target = argumentsOf(count).getFirst();
    Sink sink = sink(target);
    DataNode node = expressions.data(source);
    if (target instanceof Value.Field(String name, String fieldName)) {
      return assignField(index.layout.header(name), fieldName, node);
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

  private Primitive assignVariable() {
    List<Value> arguments = argumentsOf(2);
    if (!(arguments.get(0) instanceof Value.Field to)
        || !(arguments.get(1) instanceof Value.Field from)) {
      throw where.fail("takes two fields");
    }
    HeaderLayout toHeader = index.layout.header(to.header());
    HeaderLayout fromHeader = index.layout.header(from.header());
    FieldLayout toField = toHeader.field(to.field());
    FieldLayout fromField = fromHeader.field(from.field());
    if (!toField.isVariable() || !fromField.isVariable()) {
      throw where.fail("takes two fields of variable length");
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

  private Primitive assignHeader() {
    HeaderNode to = header(0, 2);
    HeaderNode from = header(1, 2);
    if (to.shape().slots() != from.shape().slots()) {
      throw where.fail("takes two headers of one type");
    }
    Headers headers = new Headers(to.shape());
    return Primitive.of(c -> headers.copy(c.slots, from.base(c), to.base(c)));
  }

  private Primitive assignUnion() {
    UnionNode to = expressions.union(argumentsOf(2).get(0));
    UnionNode from = expressions.union(argumentsOf(2).get(1));
    if (to.shape().slots() != from.shape().slots()) {
      throw where.fail("takes two header unions of one type");
    }
    int slots = to.shape().slots();
    return Primitive.of(c -> System.arraycopy(c.slots, from.base(c), c.slots, to.base(c), slots));
  }

  private Primitive assignStack() {
    StackRegion to = region(argumentsOf(2).get(0));
    StackRegion from = region(argumentsOf(2).get(1));
    if (to.slots() != from.slots()) {
      throw where.fail("takes two stacks of one type and size");
    }
    return Primitive.of(c -> {
      System.arraycopy(c.slots, from.base, c.slots, to.base, to.slots());
      c.slots[to.nextSlot] = c.slots[from.nextSlot];
    });
  }

  private StackRegion region(Value stack) {
    return StackRegion.of(index.layout, stack)
        .orElseThrow(() -> where.fail("expected a header stack, found " + stack));
  }

  private Primitive shift(boolean push) {
    StackRegion stack = region(argumentsOf(2).get(0));
    DataNode count = data(1, 2);
    return Primitive.of(c -> {
      if (push) {
        stack.push(c.slots, count.low(c));
      } else {
        stack.pop(c.slots, count.low(c));
      }
    });
  }

  private Primitive addHeader() {
    HeaderNode header = header(0, 1);
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

  private Primitive removeHeader() {
    HeaderNode header = header(0, 1);
    Headers headers = new Headers(header.shape());
    return Primitive.of(c -> {
      int base = header.base(c);
      if (headers.isValid(c.slots, base)) {
        c.adjustedBytes -= headers.bytes(c.slots, base);
        headers.setInvalid(c.slots, base);
      }
    });
  }

  private Primitive update(String op) {
    Value target = argumentsOf(2).get(0);
    return store(target, op, expressions.data(target), data(1, 2));
  }

  private Primitive combine(String op) {
    return store(argumentsOf(3).get(0), op, data(1, 3), data(2, 3));
  }

  private Primitive store(Value target, String op, DataNode left, DataNode right) {
    Sink sink = sink(target);
    DataNode result =
        Arithmetic.of(op, left, right).orElseThrow(() -> where.fail("unknown operator " + op));
    return Primitive.of(c -> sink.store(c, result));
  }

  private Primitive markToDrop(HeaderLayout metadata, int count) {
    argumentsOf(count);
    if (metadata.type().indexOf("egress_spec") < 0) {
      throw where.fail("takes standard metadata, found " + metadata.name());
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

  private Primitive count() {
    int counter = index.counter(object(0, 2, Value.ObjectKind.COUNTER_ARRAY), where);
    DataNode cell = data(1, 2);
    return Primitive.of(c -> {
      CounterCells cells = c.machine.counters[counter];
      cells.count(cell.low(c) & INDEX_MASK, c.receivedBytes);
    });
  }

  private Primitive registerRead() {
    String name = object(1, 3, Value.ObjectKind.REGISTER_ARRAY);
    int register = index.register(name);
    DataNode cell = data(2, 3);
    DataNode value =
        new DataNodes.RegisterCell(
            register,
            index.registerWidth(name),
            Arithmetic.of("&", cell, DataNodes.constant(BigInteger.valueOf(INDEX_MASK)))
                .orElseThrow());
    Sink sink = sink(argumentsOf(3).get(0));
    return Primitive.of(c -> {
      if (c.machine.registers[register].has(cell.low(c) & INDEX_MASK)) {
        sink.store(c, value);
      }
    });
  }

  private Primitive registerWrite() {
    int register = index.register(object(0, 3, Value.ObjectKind.REGISTER_ARRAY));
    Sink sink = registerSink(register, data(1, 3));
    DataNode value = data(2, 3);
    return Primitive.of(c -> sink.store(c, value));
  }

  private Primitive executeMeter() {
    int meter = index.meter(object(0, 3, Value.ObjectKind.METER_ARRAY), where);
    DataNode cell = data(1, 3);
    Sink sink = sink(argumentsOf(3).get(2));
    return Primitive.of(c -> {
      MeterCells cells = c.machine.meters[meter];
      long at = cell.low(c) & INDEX_MASK;
      if (cells.has(at)) {
        sink.set(c, cells.mark((int) at, c.receivedBytes, c.nowPs));
      }
    });
  }

  private Primitive hash() {
    Sink sink = sink(argumentsOf(4).get(0));
    DataNode base = data(1, 4);
    HashNode hash = index.calculations.get(object(2, 4, Value.ObjectKind.CALCULATION));
    DataNode size = data(3, 4);
    if (hash == null) {
      throw where.fail("unknown calculation");
    }
    return Primitive.of(c -> {
      long modulus = Math.max(1, size.low(c));
      if (size.low(c) < 0) {
        modulus = size.low(c);
      }
      sink.set(c, Long.remainderUnsigned(hash.compute(c), modulus) + base.low(c));
    });
  }

  private Primitive random() {
    Sink sink = sink(argumentsOf(3).get(0));
    DataNode low = data(1, 3);
    DataNode high = data(2, 3);
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

  private Primitive clonePacket() {
    DataNode session = data(0, 2);
    DataNode list = data(1, 2);
    return Primitive.of(c -> {
      c.cloneSession = (int) session.low(c) & SESSION_MASK;
      c.cloneFieldList = (int) list.low(c);
    });
  }

  private Primitive truncate() {
    DataNode length = data(0, 1);
    return Primitive.of(
        c -> c.truncateBytes = (int) Math.min(c.truncateBytes, length.low(c) & 0xffffffffL));
  }

  private Primitive assertion() {
    BoolNode condition = expressions.bool(argumentsOf(1).get(0));
    String message = "P4 " + call.op() + " failed in " + expressions.where().what();
    return Primitive.of(c -> {
      if (!condition.test(c)) {
        throw new FailedAssertionException(message);
      }
    });
  }

  private Primitive log() {
    if (!(argumentsOf(2).get(0) instanceof Value.Text(String format))
        || !(argumentsOf(2).get(1) instanceof Value.Vector(List<Value> values))) {
      throw where.fail("takes a string and a vector of values");
    }
    List<DataNode> arguments = values.stream().map(expressions::data).toList();
    return Primitive.of(c -> {
      List<Object> numbers = new ArrayList<>();
      arguments.forEach(argument -> numbers.add(argument.big(c)));
      c.machine.log.message(LogFormat.fill(format, numbers));
    });
  }
}
