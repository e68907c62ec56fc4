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
}
