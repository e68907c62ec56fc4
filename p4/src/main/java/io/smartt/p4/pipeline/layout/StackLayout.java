package io.smartt.p4.pipeline.layout;

import java.util.List;

/**
 * The slots of a header stack: its members follow each other.
 *
 * @param nextSlot slot with the index of the first member that is not in use
 */
public record StackLayout(String name, List<HeaderLayout> members, int nextSlot) {
  /** Copies the members. */
  public StackLayout {
    members = List.copyOf(members);
  }

  /** Slots from one member to the next. */
  public int stride() {
    return members.getFirst().slots();
  }
}
