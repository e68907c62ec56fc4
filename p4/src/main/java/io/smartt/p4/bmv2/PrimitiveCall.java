package io.smartt.p4.bmv2;

import java.util.List;

/** A call of a primitive such as {@code assign}. */
public record PrimitiveCall(String op, List<Value> parameters) {
  /** Copies the parameters. */
  public PrimitiveCall {
    parameters = List.copyOf(parameters);
  }
}
