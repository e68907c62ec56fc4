package io.smartt.p4.bmv2;

import java.util.List;

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
}
