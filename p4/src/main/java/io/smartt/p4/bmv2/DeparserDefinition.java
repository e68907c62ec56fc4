package io.smartt.p4.bmv2;

import java.util.List;

/** A deparser: headers in the order in which the valid ones are emitted. */
public record DeparserDefinition(
    String name, int id, List<String> order, List<PrimitiveCall> primitives) {
  /** Copies the lists. */
  public DeparserDefinition {
    order = List.copyOf(order);
    primitives = List.copyOf(primitives);
  }
}
