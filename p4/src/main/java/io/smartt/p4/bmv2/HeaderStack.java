package io.smartt.p4.bmv2;

import java.util.List;

/** A header stack; its members in order. */
public record HeaderStack(String name, int id, HeaderType type, List<HeaderInstance> members) {
  /** Copies the members. */
  public HeaderStack {
    members = List.copyOf(members);
  }
}
