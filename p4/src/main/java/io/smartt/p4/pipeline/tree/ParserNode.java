package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.Headers;
import io.smartt.p4.pipeline.runtime.Observation;
import io.smartt.p4.pipeline.runtime.SlotContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parser: takes headers off the packet until a state has no next. */
public record ParserNode(List<State> states, int first, int noError, int timeout) {
  /** Index of the state after the last. */
  public static final int END = -1;

  /** Copies the states. */
  public ParserNode {
    states = List.copyOf(states);
  }

  /**
   * Parses the packet from where the context stands; returns the error code or {@link #endless}.
   */
  public int run(SlotContext context) {
    int at = first;
    for (int entered = 0; at != END; entered++) {
      if (entered == Pipeline.MAX_PARSER_STATES) {
        return endless();
      }
      State state = states.get(at);
      Observation observation = context.machine.observation;
      if (observation != null) {
        observation.met(new TraceEvent.ParserState(state.name));
      }
      for (ParserStep step : state.steps) {
        int error = observation == null ? step.run(context) : observed(step, context, observation);
        if (error != ParserStep.OK) {
          return error;
        }
      }
      for (ParserStep part : state.key) {
        int error = part.run(context);
        if (error != ParserStep.OK) {
          return error;
        }
      }
      at = state.next(context);
    }
    return noError;
  }

  private static int observed(ParserStep step, SlotContext context, Observation observation) {
    observation.begin(context);
    int error = step.run(context);
    observation.parserStepped(context);
    return error;
  }

  /** Returns what stands for the code of a parser that loops for ever: its complement, below 0. */
  public int endless() {
    return ~timeout;
  }

  /**
   * A parse state.
   *
   * @param key fill the context's key
   * @param otherwise the state after it where no transition matches
   */
  public record State(
      String name,
      List<ParserStep> steps,
      List<ParserStep> key,
      List<Transition> transitions,
      int otherwise) {
    /** Copies the lists. */
    public State {
      steps = List.copyOf(steps);
      key = List.copyOf(key);
      transitions = List.copyOf(transitions);
    }

    private int next(SlotContext context) {
      for (Transition transition : transitions) {
        if (transition.matches(context)) {
          return transition.next();
        }
      }
      return otherwise;
    }
  }

  /** A way out of a state that depends on the key. */
  public sealed interface Transition {
    /** Returns whether the context's key leads this way. */
    boolean matches(SlotContext context);

    /** The state that it leads to, or {@link #END}. */
    int next();
  }

  /** The key under the mask equals the value. */
  public record Masked(List<Long> value, List<Long> mask, int next) implements Transition {
    /** Copies the numbers. */
    public Masked {
      value = List.copyOf(value);
      mask = List.copyOf(mask);
    }

    @Override
    public boolean matches(SlotContext context) {
      for (int i = 0; i < value.size(); i++) {
        if (((context.key[i] ^ value.get(i)) & mask.get(i)) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * The key under the mask is in a value set.
   *
   * @param valueSet its index in the program
   * @param shape of the key, an index of the value set's shapes
   */
  public record InValueSet(int valueSet, int shape, List<Long> mask, int next)
      implements Transition {
    /** Copies the mask. */
    public InValueSet {
      mask = List.copyOf(mask);
    }

    @Override
    public boolean matches(SlotContext context) {
      long[] words = mask.stream().mapToLong(Long::longValue).toArray();
      return context.snapshot.valueSet(valueSet).contains(shape, context.key, words);
    }
  }

  /** One operation of a parse state. */
  public interface ParserStep {
    /** No error. */
    int OK = -1;

    /** Carries the operation out; an error code ends the parser, {@link #OK} goes on. */
    int run(SlotContext context);

    /** Extracts into a header that the program names. */
    record Extract(HeaderExtractor extractor) implements ParserStep {
      @Override
      public int run(SlotContext context) {
        return extractor.extract(context, extractor.shape().base());
      }
    }

    /** Stores the value of an expression in a field that is not varbit. */
    record SetField(Sink.Field sink, DataNode value) implements ParserStep {
      @Override
      public int run(SlotContext context) {
        sink.store(context, value);
        return OK;
      }
    }

    /** Carries out a primitive. */
    record Call(Primitive.Effect effect) implements ParserStep {
      @Override
      public int run(SlotContext context) {
        effect.apply(context);
        return OK;
      }
    }

    /** Ends the parser with an error unless a condition holds. */
    record Verify(BoolNode condition, DataNode error) implements ParserStep {
      @Override
      public int run(SlotContext context) {
        return condition.test(context) ? OK : (int) error.low(context);
      }
    }

    /**
     * Copies a field into the key.
     *
     * @param mask of the most significant long
     */
    record KeyField(HeaderNode<HeaderLayout> header, FieldLayout field, int firstWord, long mask)
        implements ParserStep {
      @Override
      public int run(SlotContext context) {
        int slot = header.base(context) + field.offset();
        System.arraycopy(context.slots, slot, context.key, firstWord, field.words());
        context.key[firstWord] &= mask;
        return OK;
      }
    }

    /**
     * Takes a header off the packet.
     *
     * @param shape a header laid out as those that are extracted
     * @param variableBits length of the varbit field, where there is one
     */
    public record HeaderExtractor(
        HeaderLayout shape,
        Headers headers,
        @Nullable DataNode variableBits,
        ProgramIndex.ParserErrors errors) {
      static HeaderExtractor of(
          HeaderLayout shape, @Nullable DataNode variableBits, ProgramIndex.ParserErrors errors) {
        return new HeaderExtractor(shape, new Headers(shape), variableBits, errors);
      }

      /**
       * Extracts into the header whose slots start at {@code base}; returns an error code or OK.
       */
      int extract(SlotContext context, int base) {
        long variable = variableBits == null ? 0 : variableBits.low(context);
        if (variable % 8 != 0) {
          return errors.parserInvalidArgument();
        }
        long bytes = headers.fixedBytes() + variable / 8;
        if (variable < 0 || bytes > context.remainingBytes()) {
          return errors.packetTooShort();
        }
        if (variable > headers.maxVariableBits()) {
          return errors.headerTooShort();
        }
        byte[] data = context.readable((int) bytes);
        int offset = context.readOffset((int) bytes);
        headers.extract(data, offset, context.slots, base, (int) variable);
        context.parsedBytes += (int) bytes;
        return ParserStep.OK;
      }
    }
  }
}
