package io.smartt.p4.pipeline.interpreter;

/** One step of an action, or a step of a parser or deparser that is a call. */
abstract class Primitive {
  /** Goes on with the next step. */
  static final int NEXT = -1;

  /**
   * Carries the step out.
   *
   * @return the index of the step to go on with, or {@link #NEXT}
   */
  abstract int run(InterpreterContext context);

  /** A step that never jumps. */
  @FunctionalInterface
  interface Effect {
    void apply(InterpreterContext context);
  }

  /** Whether the step may go elsewhere than to the next. */
  boolean jumps() {
    return false;
  }

  static Primitive of(Effect effect) {
    return new Primitive() {
      @Override
      int run(InterpreterContext context) {
        effect.apply(context);
        return NEXT;
      }
    };
  }

  static Primitive jump(DataNode target) {
    return new Primitive() {
      @Override
      int run(InterpreterContext context) {
        return (int) target.low(context);
      }

      @Override
      boolean jumps() {
        return true;
      }
    };
  }

  static Primitive jumpIfZero(BoolNode condition, DataNode target) {
    return new Primitive() {
      @Override
      int run(InterpreterContext context) {
        return condition.test(context) ? NEXT : (int) target.low(context);
      }

      @Override
      boolean jumps() {
        return true;
      }
    };
  }
}
