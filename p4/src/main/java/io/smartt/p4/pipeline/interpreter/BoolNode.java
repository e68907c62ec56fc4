package io.smartt.p4.pipeline.interpreter;

/** An expression that yields true or false. */
interface BoolNode {
  boolean test(InterpreterContext context);
}
