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
}
