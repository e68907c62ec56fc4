package io.smartt.p4.info;

import java.util.List;
import java.util.OptionalInt;

/**
 * An action profile, or an action selector where it has groups.
 *
 * @param tableIds the tables that use it
 * @param size members of a profile; what a selector's size counts is {@code sizeSemantics}
 * @param maxGroupSize most members (or weights) of a group; 0 where the program does not say
 * @param maxMemberWeight most weight of one member, where sizes count members
 */
public record ActionProfileInfo(
    int id,
    String name,
    String alias,
    List<Integer> tableIds,
    boolean withSelector,
    long size,
    int maxGroupSize,
    SizeSemantics sizeSemantics,
    OptionalInt maxMemberWeight,
    boolean weightsDisallowed)
    implements P4Object {
  /** What sizes of a selector count. */
  public enum SizeSemantics {
    SUM_OF_WEIGHTS,
    SUM_OF_MEMBERS
  }

  /** Copies the tables. */
  public ActionProfileInfo {
    tableIds = List.copyOf(tableIds);
  }
}
