package io.smartt.p4.pipeline.interpreter;

/** One operation of a parse state. */
interface ParserStep {
  /** No error. */
  int OK = -1;

  /** Carries the operation out; an error code ends the parser, {@link #OK} goes on. */
  int run(InterpreterContext context);
}
