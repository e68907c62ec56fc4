package io.smartt.p4.bmv2;

import java.util.List;
import java.util.Optional;

/** A call of a primitive such as {@code assign}. */
public record PrimitiveCall(String op, List<Value> parameters, Optional<SourceLine> source) {
  /** Copies the parameters. */
  public PrimitiveCall {
    parameters = List.copyOf(parameters);
  }
}
