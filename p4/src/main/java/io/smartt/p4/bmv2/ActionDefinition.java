package io.smartt.p4.bmv2;

import module java.base;

/** An action. */
public record ActionDefinition(
    String name, int id, List<Parameter> parameters, List<PrimitiveCall> primitives) {
  /** Copies the lists. */
  public ActionDefinition {
    parameters = List.copyOf(parameters);
    primitives = List.copyOf(primitives);
  }

  /** A parameter that table entries carry. */
  public record Parameter(String name, int width) {}

  /** A call of a primitive such as {@code assign}. */
  public record PrimitiveCall(String op, List<Value> parameters, Optional<SourceLine> source) {
    /** Copies the parameters. */
    public PrimitiveCall {
      parameters = List.copyOf(parameters);
    }
  }
}
