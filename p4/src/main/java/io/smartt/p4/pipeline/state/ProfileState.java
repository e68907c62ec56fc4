package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.state.Entry.ActionBinding;
import io.smartt.p4.pipeline.state.PipelineState.ProfileVersion;

/**
 * An action profile as the control plane changes it. Members and groups have slots, which entries
 * refer to; a slot is given out again only when nothing refers to it.
 */
final class ProfileState {
  private final SortedMap<Integer, EntryTarget.ActionCall> members = new TreeMap<>();
  private final SortedMap<Integer, List<WeightedMember>> groups = new TreeMap<>();
  private final Map<Integer, ActionBinding> bindings = new TreeMap<>();
  private final Slots memberSlots = new Slots();
  private final Slots groupSlots = new Slots();
  private ProfileVersion version = new ProfileVersion(new ActionBinding[0], new ActionBinding[0][]);
  private boolean changed;

  Map<Integer, EntryTarget.ActionCall> members() {
    return Collections.unmodifiableMap(new TreeMap<>(members));
  }

  boolean hasMember(int id) {
    return members.containsKey(id);
  }

  boolean hasGroup(int id) {
    return groups.containsKey(id);
  }

  void putMember(int id, EntryTarget.ActionCall call, ActionBinding binding) {
    changed = true;
    if (members.put(id, call) == null) {
      memberSlots.retain(id);
    }
    bindings.put(id, binding);
  }

  void removeMember(int id) {
    changed = true;
    if (members.remove(id) != null) {
      bindings.remove(id);
      memberSlots.release(id);
    }
  }

  void putGroup(int id, List<WeightedMember> content) {
    changed = true;
    if (groups.put(id, List.copyOf(content)) == null) {
      groupSlots.retain(id);
    }
  }

  void removeGroup(int id) {
    changed = true;
    if (groups.remove(id) != null) {
      groupSlots.release(id);
    }
  }

  /** The slot that an entry is to refer to. */
  int slot(EntryTarget target) {
    return switch (target) {
      case EntryTarget.Member(int id) -> memberSlots.of(id);
      case EntryTarget.Group(int id) -> groupSlots.of(id);
      case EntryTarget.ActionCall call -> throw new IllegalArgumentException(call.action());
    };
  }

  void retain(EntryTarget target) {
    switch (target) {
      case EntryTarget.Member(int id) -> memberSlots.retain(id);
      case EntryTarget.Group(int id) -> groupSlots.retain(id);
      case EntryTarget.ActionCall call -> {
        // Needs no slot.
      }
    }
  }

  void release(EntryTarget target) {
    switch (target) {
      case EntryTarget.Member(int id) -> memberSlots.release(id);
      case EntryTarget.Group(int id) -> groupSlots.release(id);
      case EntryTarget.ActionCall call -> {
        // Has no slot.
      }
    }
  }

  /** Returns what the data path is to see. */
  ProfileVersion version() {
    if (changed) {
      version = build();
      changed = false;
    }
    return version;
  }

  private ProfileVersion build() {
    ActionBinding[] memberVersion = new ActionBinding[memberSlots.count];
    bindings.forEach((id, binding) -> memberVersion[memberSlots.of(id)] = binding);
    ActionBinding[][] groupVersion = new ActionBinding[groupSlots.count][];
    Arrays.fill(groupVersion, new ActionBinding[0]);
    groups.forEach((id, content) -> groupVersion[groupSlots.of(id)] = expand(content));
    return new ProfileVersion(memberVersion, groupVersion);
  }

  private ActionBinding[] expand(List<WeightedMember> content) {
    List<ActionBinding> expanded = new ArrayList<>();
    for (WeightedMember member : content) {
      ActionBinding binding = bindings.get(member.memberId());
      if (binding != null) {
        expanded.addAll(Collections.nCopies(member.weight(), binding));
      }
    }
    return expanded.toArray(ActionBinding[]::new);
  }

  /** Numbers ids densely for as long as something refers to them. */
  private final class Slots {
    private final Map<Integer, Integer> slots = new TreeMap<>();
    private final Map<Integer, Integer> references = new TreeMap<>();
    private final List<Integer> free = new ArrayList<>();
    private int count;

    int of(int id) {
      return slots.computeIfAbsent(
          id,
          _ -> {
            changed = true;
            return free.isEmpty() ? count++ : free.removeLast();
          });
    }

    void retain(int id) {
      of(id);
      references.merge(id, 1, Integer::sum);
    }

    void release(int id) {
      int left = references.merge(id, -1, Integer::sum);
      if (left <= 0) {
        references.remove(id);
        Integer slot = slots.remove(id);
        if (slot != null) {
          free.add(slot);
        }
      }
    }
  }
}
