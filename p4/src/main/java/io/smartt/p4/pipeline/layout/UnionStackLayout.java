package io.smartt.p4.pipeline.layout;

import java.util.List;

/**
 * The slots of a stack of header unions: its members follow each other.
 *
 * @param nextSlot slot with the index of the first member that is not in use
 */
public record UnionStackLayout(String name, List<UnionLayout> members, int nextSlot) {
  /** Copies the members. */
  public UnionStackLayout {
    members = List.copyOf(members);
  }

  /** Slots from one member to the next. */
  public int stride() {
    return members.getFirst().slots();
  }

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
}
