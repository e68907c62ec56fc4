package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.tree.DataNodes;
import io.smartt.p4.pipeline.tree.HeaderNode;
import io.smartt.p4.pipeline.tree.ParserNode;
import io.smartt.p4.pipeline.tree.ParserNode.ParserStep;

/**
 * Code of parse states. Where the parser stands is kept in a local variable, and in the context
 * wherever a node is asked or the method ends.
 */
final class ParserWriter {
  /** The ways out of a state's code: to another state, or to a failure. */
  interface Exits {
    /** Goes to a state, or ends the parser without error. */
    void next(int state);

    /** Ends the parser with the error code on the stack. */
    void fail();
  }

  private final Code code;
  private final CodeBuilder raw;
  private final HeaderPlans plans;
  private final Numbers numbers;
  private final PrimitiveCode effects;
  private final int position;
  private final int packet;
  private final int bytes;

  ParserWriter(Code code, HeaderPlans plans, List<Integer> registerWidths) {
    this.code = code;
    this.raw = code.raw();
    this.plans = plans;
    this.numbers = new Numbers(code);
    this.effects = new PrimitiveCode(code, numbers, registerWidths);
    position = code.newInt();
    packet = code.newReference();
    bytes = code.newReference();
    code.context().call(SlotContext.class, "packet", Packet.class);
    raw.astore(packet);
    reload();
  }

  private void reload() {
    code.contextField("parsedBytes", int.class);
    raw.istore(position).aload(packet);
    code.call(Packet.class, "bytes", byte[].class);
    raw.astore(bytes);
  }

  /** Tells the context where the parser stands. */
  private void save() {
    code.context();
    raw.iload(position);
    code.putContextField("parsedBytes", int.class);
  }

  /** The states that can lead back to themselves. */
  static boolean hasLoop(ParserNode parser) {
    return parser.first() != ParserNode.END
        && leadsBack(parser, parser.first(), new HashSet<>(), new HashSet<>());
  }

  private static boolean leadsBack(
      ParserNode parser, int state, Set<Integer> path, Set<Integer> done) {
    if (state == ParserNode.END || done.contains(state)) {
      return false;
    }
    if (!path.add(state)) {
      return true;
    }
    ParserNode.State here = parser.states().get(state);
    boolean back = leadsBack(parser, here.otherwise(), path, done);
    for (ParserNode.Transition transition : here.transitions()) {
      back |= leadsBack(parser, transition.next(), path, done);
    }
    path.remove(state);
    done.add(state);
    return back;
  }

  void state(ParserNode.State state, Exits exits) {
    for (ParserStep step : state.steps()) {
      step(step, exits);
    }
    int[] key = new int[words(state)];
    boolean simple = state.key().stream().allMatch(ParserWriter::isSlot);
    for (ParserStep part : state.key()) {
      if (simple) {
        keySlot((ParserStep.KeyField) part, key);
      } else {
        ask(part, exits);
      }
    }
    if (!simple) {
      for (int i = 0; i < key.length; i++) {
        key[i] = code.newLong();
        code.contextField("key", long[].class).push(i);
        raw.laload().lstore(key[i]);
      }
    } else if (state.transitions().stream().anyMatch(ParserNode.InValueSet.class::isInstance)) {
      for (int i = 0; i < key.length; i++) {
        code.contextField("key", long[].class).push(i);
        raw.lload(key[i]).lastore();
      }
    }
    for (ParserNode.Transition transition : state.transitions()) {
      transition(transition, key, exits);
    }
    save();
    exits.next(state.otherwise());
  }

  /** Returns how many words of key the transitions look at. */
  private static int words(ParserNode.State state) {
    int words = 0;
    for (ParserNode.Transition transition : state.transitions()) {
      words =
          Math.max(
              words,
              switch (transition) {
                case ParserNode.Masked masked -> masked.mask().size();
                case ParserNode.InValueSet inSet -> inSet.mask().size();
              });
    }
    return words;
  }

  private static boolean isSlot(ParserStep part) {
    return part instanceof ParserStep.KeyField field
        && field.header() instanceof HeaderNode.Named<?>;
  }

  private void keySlot(ParserStep.KeyField part, int[] key) {
    for (int i = 0; i < part.field().words() && part.firstWord() + i < key.length; i++) {
      int local = code.newLong();
      key[part.firstWord() + i] = local;
      code.loadSlot(part.header().shape().slot(part.field()) + i);
      if (i == 0 && part.field().signed()) {
        code.push(part.mask());
        raw.land();
      }
      raw.lstore(local);
    }
  }

  private void transition(ParserNode.Transition transition, int[] key, Exits exits) {
    Label no = code.label();
    switch (transition) {
      case ParserNode.Masked(List<Long> value, List<Long> mask, _) -> {
        for (int i = 0; i < value.size(); i++) {
          long bits = mask.get(i);
          if (bits != 0) {
            raw.lload(key[i]);
            code.push(bits);
            raw.land();
            code.push(value.get(i) & bits);
            raw.lcmp().ifne(no);
          }
        }
      }
      case ParserNode.InValueSet inSet -> {
        code.node(inSet, ParserNode.Transition.class)
            .context()
            .call(ParserNode.Transition.class, "matches", boolean.class, SlotContext.class);
        raw.ifeq(no);
      }
    }
    save();
    exits.next(transition.next());
    code.bind(no);
  }

  private void step(ParserStep step, Exits exits) {
    switch (step) {
      case ParserStep.Extract(ParserStep.HeaderExtractor extractor) -> {
        Optional<HeaderPlans.HeaderPlan> plan = plans.of(extractor.shape());
        if (plan.isPresent() && extractor.variableBits() == null) {
          extract(plan.get(), extractor.errors().packetTooShort(), exits);
        } else {
          ask(step, exits);
        }
      }
      case ParserStep.SetField(var sink, var value) -> {
        if (!effects.stores().store(sink, value)) {
          ask(step, exits);
        }
      }
      case ParserStep.Verify(var condition, DataNodes.Constant(BigInteger error, _))
          when error.intValue() != ParserStep.OK -> {
        Label holds = code.label();
        numbers.truths().jump(condition, holds, true);
        save();
        code.push(error.intValue());
        exits.fail();
        code.bind(holds);
      }
      case ParserStep.Call(var effect) -> {
        save();
        effects.apply(effect);
      }
      default -> ask(step, exits);
    }
  }

  private void ask(ParserStep step, Exits exits) {
    Label fine = code.label();
    int error = code.newInt();
    save();
    code.node(step, ParserStep.class)
        .context()
        .call(ParserStep.class, "run", int.class, SlotContext.class);
    raw.istore(error);
    reload();
    raw.iload(error);
    code.push(ParserStep.OK);
    raw.if_icmpeq(fine).iload(error);
    exits.fail();
    code.bind(fine);
  }

  private void extract(HeaderPlans.HeaderPlan plan, int tooShort, Exits exits) {
    int end = code.newInt();
    Label fits = code.label();
    Label real = code.label();
    raw.iload(position);
    code.push(plan.bytes());
    raw.iadd().istore(end).iload(end).aload(packet);
    code.call(Packet.class, "length", int.class);
    raw.if_icmple(fits);
    save();
    code.push(tooShort);
    exits.fail();
    code.bind(fits);
    raw.iload(end).aload(packet);
    code.call(Packet.class, "headLength", int.class);
    raw.if_icmple(real);
    code.context();
    raw.iload(end);
    code.callStatic(CompiledPipeline.class, "makeReal", byte[].class, SlotContext.class, int.class);
    raw.astore(bytes);
    code.bind(real);
    new WireCode(code).extract(plan, bytes, position);
    HeaderLayout header = plan.header();
    code.setSlot(header.base() + HeaderLayout.VALID_OFFSET, 1);
    for (int sibling : header.siblingOffsets()) {
      code.setSlot(header.base() + sibling + HeaderLayout.VALID_OFFSET, 0);
    }
    if (plan.inPlace()) {
      code.slots().push(plan.positionSlot());
      raw.iload(position).i2l().lastore();
    }
    raw.iload(end).istore(position);
  }
}
