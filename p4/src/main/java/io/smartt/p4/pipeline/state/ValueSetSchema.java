package io.smartt.p4.pipeline.state;

import java.util.List;

/**
 * A parser value set as the control plane sees it.
 *
 * @param index among the program's value sets
 * @param width of a member in bits
 * @param keyShapes widths of the key fields of each parse state that asks the set
 */
public record ValueSetSchema(String name, int index, int width, List<List<Integer>> keyShapes) {
  /** Copies the shapes. */
  public ValueSetSchema {
    keyShapes = keyShapes.stream().map(List::copyOf).toList();
  }
}
