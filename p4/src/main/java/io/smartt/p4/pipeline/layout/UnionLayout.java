package io.smartt.p4.pipeline.layout;

import java.util.List;

/** The slots of a header union: its members follow each other. */
public record UnionLayout(String name, List<HeaderLayout> members) {
  /** Copies the members. */
  public UnionLayout {
    members = List.copyOf(members);
  }

  /** The first slot. */
  public int base() {
    return members.getFirst().base();
  }

  /** The number of slots. */
  public int slots() {
    return members.stream().mapToInt(HeaderLayout::slots).sum();
  }
}
