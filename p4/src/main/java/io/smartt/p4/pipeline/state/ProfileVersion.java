package io.smartt.p4.pipeline.state;

import org.jspecify.annotations.Nullable;

/** What an action profile holds between two changes, by slot. */
public final class ProfileVersion {
  private final @Nullable ActionBinding[] members;
  private final ActionBinding[][] groups;

  ProfileVersion(@Nullable ActionBinding[] members, ActionBinding[][] groups) {
    this.members = members;
    this.groups = groups;
  }

  @Nullable ActionBinding member(int slot) {
    return members[slot];
  }

  /** Each member as often as its weight says. */
  ActionBinding[] group(int slot) {
    return groups[slot];
  }
}
