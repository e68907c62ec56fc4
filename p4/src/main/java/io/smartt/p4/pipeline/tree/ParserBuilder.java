package io.smartt.p4.pipeline.tree;

import module java.base;

import io.smartt.p4.bmv2.ParseState;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.runtime.Headers.BitReader;
import io.smartt.p4.pipeline.state.ProgramSchema.ValueSetSchema;
import io.smartt.p4.pipeline.tree.ParserNode.ParserStep;
import io.smartt.p4.pipeline.tree.Sink.FieldStore;
import org.jspecify.annotations.Nullable;

/** Builds parsers. */
final class ParserBuilder {
  private final ProgramIndex index;
  private final ProgramLayout layout;

  ParserBuilder(ProgramIndex index) {
    this.index = index;
    this.layout = index.layout;
  }

  ParserNode build(ParseState.ParserDefinition parser) {
    Map<String, Integer> numbers = new HashMap<>();
    for (ParseState state : parser.states()) {
      numbers.put(state.name(), numbers.size());
    }
    List<ParserNode.State> states = new ArrayList<>();
    for (ParseState state : parser.states()) {
      ProgramIndex.Where where =
          new ProgramIndex.Where("parser " + parser.name() + ", state " + state.name());
      states.add(state(state, numbers, new ExpressionBuilder(index, null, where)));
    }
    return new ParserNode(
        states,
        numbers.getOrDefault(parser.initState(), ParserNode.END),
        index.config.errors().getOrDefault("NoError", 0),
        index.errors.parserTimeout());
  }

  private ParserNode.State state(
      ParseState state, Map<String, Integer> numbers, ExpressionBuilder expressions) {
    List<ParserStep> steps =
        state.operations().stream().map(operation -> step(operation, expressions)).toList();
    List<ParserStep> key = new ArrayList<>();
    List<Integer> widths = new ArrayList<>();
    int words = 0;
    for (Value part : state.transitionKey()) {
      key.add(keyPart(part, words, expressions));
      widths.add(layout.keyWidth(part));
      words += Words.count(widths.getLast());
    }
    List<ParserNode.Transition> transitions = new ArrayList<>();
    int otherwise = ParserNode.END;
    for (ParseState.Transition transition : state.transitions()) {
      int next = next(transition.next(), numbers);
      switch (transition) {
        case ParseState.Transition.Default ignored -> otherwise = next;
        case ParseState.Transition.Match(var value, var mask, _) ->
            transitions.add(
                new ParserNode.Masked(
                    split(value, widths), split(mask.orElse(ones(widths)), widths), next));
        case ParseState.Transition.InValueSet(var name, var mask, _) -> {
          ValueSetSchema valueSet = index.valueSets.get(name);
          if (valueSet == null) {
            throw expressions.where().fail("there is no parser value set " + name);
          }
          transitions.add(
              new ParserNode.InValueSet(
                  valueSet.index(),
                  valueSet.keyShapes().indexOf(widths),
                  split(mask.orElse(ones(widths)), widths),
                  next));
        }
      }
    }
    return new ParserNode.State(state.name(), steps, key, transitions, otherwise);
  }

  private static int next(Optional<String> name, Map<String, Integer> numbers) {
    return name.map(numbers::get).orElse(ParserNode.END);
  }

  private static BigInteger ones(List<Integer> widths) {
    int bytes = widths.stream().mapToInt(width -> (width + 7) / 8).sum();
    return BigInteger.ONE.shiftLeft(bytes * 8).subtract(BigInteger.ONE);
  }

  /** Takes apart a number in which each field is padded to bytes. */
  private static List<Long> split(BigInteger padded, List<Integer> widths) {
    int words = widths.stream().mapToInt(Words::count).sum();
    long[] result = new long[words];
    int at = words;
    BigInteger rest = padded;
    for (int i = widths.size() - 1; i >= 0; i--) {
      int width = widths.get(i);
      at -= Words.count(width);
      Words.set(result, at, width, rest);
      rest = rest.shiftRight((width + 7) / 8 * 8);
    }
    return Arrays.stream(result).boxed().toList();
  }

  private ParserStep keyPart(Value part, int firstWord, ExpressionBuilder expressions) {
    return switch (part) {
      case Value.Lookahead(int offset, int width) ->
          context -> {
            int bytes = (offset + width + 7) / 8;
            if (context.remainingBytes() < bytes) {
              return index.errors.packetTooShort();
            }
            byte[] data = context.readable(bytes);
            int at = context.readOffset(bytes) * 8 + offset;
            BitReader.read(data, at, width, context.key, firstWord);
            return ParserStep.OK;
          };
      case Value.Field(String name, String fieldName) -> {
        HeaderLayout header = layout.header(name);
        yield fieldPart(new HeaderNode.Named<>(header), header.field(fieldName), firstWord, -1);
      }
      case Value.StackField(String stack, String fieldName) -> {
        HeaderNode<HeaderLayout> last =
            new HeaderNode.StackLast<>(layout.stack(stack), layout.voidBase());
        yield fieldPart(
            last, last.shape().field(fieldName), firstWord, layout.stack(stack).nextSlot());
      }
      case Value.UnionStackField(String stack, String member, String fieldName) -> {
        HeaderNode<HeaderLayout> last = expressions.lastUnionMember(stack, member);
        yield fieldPart(
            last, last.shape().field(fieldName), firstWord, layout.unionStack(stack).nextSlot());
      }
      default -> throw expressions.where().fail("cannot be part of a transition key: " + part);
    };
  }

  /** Copies a field into the key; an empty stack has no last member. */
  private ParserStep fieldPart(
      HeaderNode<HeaderLayout> header, FieldLayout field, int firstWord, int nextSlot) {
    ParserStep.KeyField copy =
        new ParserStep.KeyField(header, field, firstWord, Words.topMask(field.width()));
    if (header instanceof HeaderNode.Named<?>) {
      return copy;
    }
    return context -> {
      if (nextSlot >= 0 && context.slots[nextSlot] == 0) {
        return index.errors.stackOutOfBounds();
      }
      return copy.run(context);
    };
  }

  private ParserStep step(ParseState.ParserOp operation, ExpressionBuilder expressions) {
    return switch (operation) {
      case ParseState.ParserOp.Extract(ParseState.ParserOp.Target target) ->
          extract(target, null, expressions);
      case ParseState.ParserOp.ExtractVarbit(ParseState.ParserOp.Target target, Value length) ->
          extract(target, expressions.data(length), expressions);
      case ParseState.ParserOp.Set(Value.Field target, Value source) ->
          set(target, source, expressions);
      case ParseState.ParserOp.Verify(Value condition, Value error) ->
          new ParserStep.Verify(expressions.bool(condition), expressions.data(error));
      case ParseState.ParserOp.Advance(Value bits) -> advance(expressions.data(bits));
      case ParseState.ParserOp.Primitive(var call) ->
          new ParserStep.Call(PrimitiveBuilder.buildEffect(index, expressions, call));
    };
  }

  private ParserStep advance(DataNode bits) {
    return context -> {
      long count = bits.low(context);
      if (count % 8 != 0) {
        return index.errors.parserInvalidArgument();
      }
      if (count < 0 || count / 8 > context.remainingBytes()) {
        return index.errors.packetTooShort();
      }
      context.parsedBytes += (int) (count / 8);
      return ParserStep.OK;
    };
  }

  private ParserStep set(Value.Field target, Value source, ExpressionBuilder expressions) {
    HeaderLayout header = layout.header(target.header());
    FieldLayout field = header.field(target.field());
    FieldStore store = new FieldStore(field);
    int slot = header.slot(field);
    if (source instanceof Value.Lookahead(int offset, int width)) {
      int words = Words.count(width);
      return context -> {
        int bytes = (offset + width + 7) / 8;
        if (context.remainingBytes() < bytes) {
          return index.errors.packetTooShort();
        }
        byte[] data = context.readable(bytes);
        int at = context.readOffset(bytes) * 8 + offset;
        if (words == 1) {
          store.set(context.slots, slot, BitReader.read(data, at, width));
        } else {
          long[] read = new long[words];
          BitReader.read(data, at, width, read, 0);
          store.set(context.slots, slot, Words.get(read, 0, width));
        }
        return ParserStep.OK;
      };
    }
    DataNode value = expressions.data(source);
    if (!field.isVariable()) {
      return new ParserStep.SetField(new Sink.Field(new HeaderNode.Named<>(header), field), value);
    }
    int lengthSlot = header.base() + field.lengthOffset();
    int sourceLength = variableLengthSlot(source, expressions);
    return context -> {
      store.store(context, slot, value);
      context.slots[lengthSlot] = Math.min(context.slots[sourceLength], field.width());
      return ParserStep.OK;
    };
  }

  private int variableLengthSlot(Value source, ExpressionBuilder expressions) {
    if (source instanceof Value.Field(String header, String field)
        && layout.header(header).field(field).isVariable()) {
      return layout.header(header).base() + layout.header(header).field(field).lengthOffset();
    }
    throw expressions.where().fail("a varbit field is set from one, not from " + source);
  }

  private ParserStep extract(
      ParseState.ParserOp.Target target, @Nullable DataNode length, ExpressionBuilder expressions) {
    return switch (target) {
      case ParseState.ParserOp.Target.Regular(String name) -> {
        HeaderLayout header = layout.header(name);
        yield new ParserStep.Extract(extractor(header, length, expressions.where()));
      }
      case ParseState.ParserOp.Target.NextOfStack(String name) -> {
        HeaderLayout first = layout.stack(name).members().getFirst();
        yield extractNext(
            extractor(first, length, expressions.where()), first.base(), layout.stack(name));
      }
      case ParseState.ParserOp.Target.NextOfUnionStack(String name, String member) -> {
        HeaderLayout first = layout.unionStackMember(name, member);
        yield extractNext(
            extractor(first, length, expressions.where()), first.base(), layout.unionStack(name));
      }
    };
  }

  private ParserStep extractNext(
      ParserStep.HeaderExtractor extractor, int first, ProgramLayout.StackLayout<?> stack) {
    int stride = stack.stride();
    int count = stack.members().size();
    int nextSlot = stack.nextSlot();
    return context -> {
      int next = (int) context.slots[nextSlot];
      if (next >= count) {
        return index.errors.stackOutOfBounds();
      }
      int error = extractor.extract(context, first + next * stride);
      if (error == ParserStep.OK) {
        context.slots[nextSlot]++;
      }
      return error;
    };
  }

  private ParserStep.HeaderExtractor extractor(
      HeaderLayout header, @Nullable DataNode length, ProgramIndex.Where where) {
    if (length == null && header.type().isVariable()) {
      // P4_14: the length is an expression over the header's own fields.
      throw where.fail(
          "extract of header "
              + header.name()
              + " with a length expression of its own; use extract_VL");
    }
    return ParserStep.HeaderExtractor.of(header, length, index.errors);
  }
}
