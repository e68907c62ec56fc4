package io.smartt.p4.bmv2;

import java.util.List;

/** A stack of header unions; its members in order. */
public record HeaderUnionStack(
    String name, int id, HeaderUnionType type, List<HeaderUnion> members) {
  /** Copies the members. */
  public HeaderUnionStack {
    members = List.copyOf(members);
  }

  /** A header union; its members in the order of its type. */
  public record HeaderUnion(
      String name, int id, HeaderUnionType type, List<HeaderInstance> members) {
    /** Copies the members. */
    public HeaderUnion {
      members = List.copyOf(members);
    }
  }
}
