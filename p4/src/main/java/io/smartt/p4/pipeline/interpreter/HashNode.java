package io.smartt.p4.pipeline.interpreter;

/** A calculation: an input and an algorithm of the machine. */
record HashNode(HashInput input, int algorithm) {
  /** Its result for the packet as it is, unsigned. */
  long compute(InterpreterContext context) {
    return input.hash(context, algorithm);
  }
}
