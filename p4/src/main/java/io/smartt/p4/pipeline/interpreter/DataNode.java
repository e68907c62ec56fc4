package io.smartt.p4.pipeline.interpreter;

import io.smartt.p4.pipeline.Words;
import java.math.BigInteger;

/** An expression that yields a number. */
abstract class DataNode {
  private final NumberRange range;

  DataNode(NumberRange range) {
    this.range = range;
  }

  final NumberRange range() {
    return range;
  }

  /** The low 64 bits of the two's complement: the value itself where the range fits a long. */
  abstract long low(InterpreterContext context);

  /** The value; called only where the range fits neither a long nor an unsigned one. */
  abstract BigInteger wide(InterpreterContext context);

  /** The value, whatever its size. Allocates. */
  final BigInteger big(InterpreterContext context) {
    if (range.fitsLong()) {
      return BigInteger.valueOf(low(context));
    }
    return range.fitsUnsigned() ? Words.unsigned(low(context)) : wide(context);
  }
}
