package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.runtime.SlotContext;
import java.math.BigInteger;

/** An expression that yields a number. */
public interface DataNode {
  /** The range of values of the expression. */
  NumberRange range();

  /** The low 64 bits of the two's complement: the value itself where the range fits a long. */
  long low(SlotContext context);

  /** The value; called only where the range fits neither a long nor an unsigned one. */
  BigInteger wide(SlotContext context);

  /** The value, of any size. Allocates. */
  default BigInteger big(SlotContext context) {
    if (range().fitsLong()) {
      return BigInteger.valueOf(low(context));
    }
    return range().fitsUnsigned() ? Words.unsigned(low(context)) : wide(context);
  }
}
