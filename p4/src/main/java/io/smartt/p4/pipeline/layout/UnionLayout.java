package io.smartt.p4.pipeline.layout;

import java.util.List;

/** Where a header union lives: its members follow each other. */
public record UnionLayout(String name, List<HeaderLayout> members) {
  /** Copies the members. */
  public UnionLayout {
    members = List.copyOf(members);
  }

  /** Its first slot. */
  public int base() {
    return members.getFirst().base();
  }

  /** How many slots it takes. */
  public int slots() {
    return members.stream().mapToInt(HeaderLayout::slots).sum();
  }
}
