package io.smartt.p4.bmv2;

import java.util.List;

/** Fields that a clone, resubmit or recirculate preserves. */
public record FieldList(int id, String name, List<Value> elements) {
  /** Copies the elements. */
  public FieldList {
    elements = List.copyOf(elements);
  }
}
