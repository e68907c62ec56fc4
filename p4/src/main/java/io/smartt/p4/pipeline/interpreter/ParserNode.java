package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.trace.TraceEvent;
import java.util.List;

/** A parser: takes headers off the packet until a state has no next. */
final class ParserNode {
  /** Index of the state after the last. */
  static final int END = -1;

  /** A parser that enters more states than this loops for ever. */
  private static final int MAX_STATES = 1 << 16;

  private final State[] states;
  private final int first;
  private final int noError;
  private final int timeout;

  ParserNode(List<State> states, int first, int noError, int timeout) {
    this.states = states.toArray(State[]::new);
    this.first = first;
    this.noError = noError;
    this.timeout = timeout;
  }

  /** Parses the packet from where the context stands; returns the error code. */
  int run(InterpreterContext context) {
    int at = first;
    for (int entered = 0; at != END; entered++) {
      if (entered == MAX_STATES) {
        return timeout;
      }
      State state = states[at];
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

  private static int observed(
      ParserStep step, InterpreterContext context, Observation observation) {
    observation.begin(context);
    int error = step.run(context);
    observation.parserStepped(context);
    return error;
  }

  /** A parse state; its key parts fill the context's key. */
  static final class State {
    private final String name;
    private final ParserStep[] steps;
    private final ParserStep[] key;
    private final Transition[] transitions;
    private final int otherwise;

    State(
        String name,
        List<ParserStep> steps,
        List<ParserStep> key,
        List<Transition> transitions,
        int otherwise) {
      this.name = name;
      this.steps = steps.toArray(ParserStep[]::new);
      this.key = key.toArray(ParserStep[]::new);
      this.transitions = transitions.toArray(Transition[]::new);
      this.otherwise = otherwise;
    }

    private int next(InterpreterContext context) {
      for (Transition transition : transitions) {
        if (transition.matches(context)) {
          return transition.next();
        }
      }
      return otherwise;
    }
  }

  /** A way out of a state that depends on the key. */
  interface Transition {
    boolean matches(InterpreterContext context);

    int next();
  }

  /** The key under the mask equals the value. */
  static final class Masked implements Transition {
    private final long[] value;
    private final long[] mask;
    private final int next;

    Masked(long[] value, long[] mask, int next) {
      this.value = value;
      this.mask = mask;
      this.next = next;
    }

    @Override
    public int next() {
      return next;
    }

    @Override
    public boolean matches(InterpreterContext context) {
      for (int i = 0; i < value.length; i++) {
        if (((context.key[i] ^ value[i]) & mask[i]) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  /** The key under the mask is in a value set. */
  static final class InValueSet implements Transition {
    private final int valueSet;
    private final int shape;
    private final long[] mask;
    private final int next;

    /**
     * A transition.
     *
     * @param valueSet its index in the program
     * @param shape of the key, an index of the value set's shapes
     */
    InValueSet(int valueSet, int shape, long[] mask, int next) {
      this.valueSet = valueSet;
      this.shape = shape;
      this.mask = mask;
      this.next = next;
    }

    @Override
    public int next() {
      return next;
    }

    @Override
    public boolean matches(InterpreterContext context) {
      return context.snapshot.valueSet(valueSet).contains(shape, context.key, mask);
    }
  }
}
