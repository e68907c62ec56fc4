package io.smartt.p4.pipeline.interpreter;

/** One step of an action, or a step of a parser or deparser that is a call. */
sealed interface Primitive {
  /** Does something; the next step follows. */
  non-sealed interface Effect extends Primitive {
    void apply(InterpreterContext context);
  }

  /** Says which step follows. */
  non-sealed interface Jump extends Primitive {
    /** Goes on with the next step. */
    int NEXT = -1;

    /** The index of the step to go on with, or {@link #NEXT}. */
    int target(InterpreterContext context);
  }

  /** An effect, written as a lambda. */
  static Primitive of(Effect effect) {
    return effect;
  }

  /** A jump. */
  static Primitive jump(DataNode target) {
    return (Jump) context -> (int) target.low(context);
  }

  /** A jump where a condition does not hold. */
  static Primitive jumpIfZero(BoolNode condition, DataNode target) {
    return (Jump) context -> condition.test(context) ? Jump.NEXT : (int) target.low(context);
  }
}
