package io.smartt.p4.bmv2;

import java.util.List;

/** A header union type. */
public record HeaderUnionType(String name, int id, List<Member> members) {
  /** Copies the members. */
  public HeaderUnionType {
    members = List.copyOf(members);
  }

  /** One member of the union. */
  public record Member(String name, HeaderType type) {}

  /** Position of a member, or -1. */
  public int indexOf(String memberName) {
    for (int i = 0; i < members.size(); i++) {
      if (members.get(i).name().equals(memberName)) {
        return i;
      }
    }
    return -1;
  }

  /** A stack of header unions; its members in order. */
  public record HeaderUnionStack(
      String name, int id, HeaderUnionType type, List<HeaderUnion> members) {
    /** Copies the members. */
    public HeaderUnionStack {
      members = List.copyOf(members);
    }

    /** A header union; its members in the order of its type. */
    public record HeaderUnion(
        String name, int id, HeaderUnionType type, List<Bmv2Config.HeaderInstance> members) {
      /** Copies the members. */
      public HeaderUnion {
        members = List.copyOf(members);
      }
    }
  }
}
