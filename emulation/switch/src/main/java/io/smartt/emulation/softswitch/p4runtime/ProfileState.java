package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.pipeline.EntryTarget;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.p4.v1.ActionProfileGroup;

/**
 * What controllers wrote into one action profile. Members and groups of one-shot entries are not
 * among them; they are numbered from {@link #nextHiddenId} and shown as they were written.
 */
final class ProfileState {
  private final Map<Integer, EntryTarget.ActionCall> members =
      new TreeMap<>(Integer::compareUnsigned);
  private final Map<Integer, ActionProfileGroup> groups = new TreeMap<>(Integer::compareUnsigned);
  private final Map<Integer, Integer> memberUses = new HashMap<>();
  private final Map<Integer, Integer> groupUses = new HashMap<>();
  private int lastHiddenId;

  Map<Integer, EntryTarget.ActionCall> members() {
    return members;
  }

  Map<Integer, ActionProfileGroup> groups() {
    return groups;
  }

  /** Returns how many entries and groups refer to each member. */
  Map<Integer, Integer> memberUses() {
    return memberUses;
  }

  /** Returns how many entries refer to each group. */
  Map<Integer, Integer> groupUses() {
    return groupUses;
  }

  int nextHiddenId() {
    return ++lastHiddenId;
  }
}
