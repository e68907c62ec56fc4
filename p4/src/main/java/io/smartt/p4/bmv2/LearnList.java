package io.smartt.p4.bmv2;

import java.util.List;

/** Fields of a digest. */
public record LearnList(int id, String name, List<Value.Field> elements) {
  /** Copies the elements. */
  public LearnList {
    elements = List.copyOf(elements);
  }
}
