package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo.SizeSemantics;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.softswitch.p4runtime.EntityStore.StoredEntry;
import org.p4.v1.ActionProfileAction;
import org.p4.v1.ActionProfileActionSet;
import org.p4.v1.ActionProfileActionSet.ActionSelectionMode;

/**
 * One-shot programming of selectors (P4Runtime section 9.2.3): each entry gets a group and members
 * of its own that controllers never see; what they read is what they wrote.
 */
record OneShots(WriteContext context) {
  TableTargets.Resolved acquire(
      TableInfo table, ActionProfileInfo selector, ActionProfileActionSet set) {
    requireNoGroups(selector);
    SizeSemantics semantics = semantics(selector, set);
    EntityStore.ProfileState state = context.store().profile(selector);
    List<Integer> ids = new ArrayList<>();
    List<WeightedMember> members = new ArrayList<>();
    int size = 0;
    for (ActionProfileAction action : set.getActionProfileActionsList()) {
      EntryTarget.ActionCall call =
          ActionCalls.decode(
              "table '" + table.name() + "'",
              table.actionRefs(),
              action.getAction(),
              ActionCalls.Use.ENTRY,
              context.info());
      int weight = SelectorGroups.weight(selector, action.getWeight(), semantics);
      size += SelectorGroups.size(weight, semantics);
      int id = state.nextHiddenId();
      ids.add(id);
      context.effects().change(new Change.PutMember(selector.name(), id, call));
      if (isUp(watchedPort(selector, action, context.ports()), context.ports())) {
        members.add(new WeightedMember(id, weight));
      }
    }
    requireSize(selector, size);
    SelectorGroups.fill(context, selector, size);
    context.journal().count(context.store().oneShotEntries(), selector.name(), 1);
    int group = state.nextHiddenId();
    context.effects().change(new Change.PutGroup(selector.name(), group, members));
    return new TableTargets.Resolved(
        new EntryTarget.Group(group),
        Optional.of(new StoredEntry.OneShot(canonical(set), group, ids)));
  }

  /** Stops counting a one-shot that is about to go. */
  void discount(ActionProfileInfo selector, StoredEntry.OneShot oneShot) {
    SizeSemantics semantics = semantics(selector, oneShot.written());
    int size = 0;
    for (ActionProfileAction action : oneShot.written().getActionProfileActionsList()) {
      size += SelectorGroups.size(Math.max(1, action.getWeight()), semantics);
    }
    SelectorGroups.fill(context, selector, -size);
    context.journal().count(context.store().oneShotEntries(), selector.name(), -1);
  }

  /** Removes the group and members that only this one-shot used. */
  void remove(ActionProfileInfo selector, StoredEntry.OneShot oneShot) {
    context.effects().change(new Change.RemoveGroup(selector.name(), oneShot.groupId()));
    for (int member : oneShot.memberIds()) {
      context.effects().change(new Change.RemoveMember(selector.name(), member));
    }
  }

  /** The members that a one-shot's group has while these ports are up. */
  static List<WeightedMember> members(
      ActionProfileInfo selector, StoredEntry.OneShot oneShot, ForwardingDevice ports) {
    List<WeightedMember> members = new ArrayList<>();
    for (int i = 0; i < oneShot.memberIds().size(); i++) {
      ActionProfileAction action = oneShot.written().getActionProfileActions(i);
      if (isUp(watchedPort(selector, action, ports), ports)) {
        members.add(
            new WeightedMember(oneShot.memberIds().get(i), Math.max(1, action.getWeight())));
      }
    }
    return members;
  }

  private static boolean isUp(Optional<Integer> watched, ForwardingDevice ports) {
    return watched.map(ports::portUp).orElse(true);
  }

  @SuppressWarnings("deprecation")
  private static Optional<Integer> watchedPort(
      ActionProfileInfo selector, ActionProfileAction action, ForwardingDevice ports) {
    return SelectorGroups.watchedPort(selector, action.getWatchPort(), action.getWatch(), ports);
  }

  /** A one-shot may override what the selector counts, not how it chooses. */
  private static SizeSemantics semantics(ActionProfileInfo selector, ActionProfileActionSet set) {
    if (set.getActionSelectionMode() == ActionSelectionMode.RANDOM
        || set.getActionSelectionMode() == ActionSelectionMode.UNRECOGNIZED) {
      throw Refusal.unimplemented(
          "action selector '%s' chooses by hash; action_selection_mode %s is not done"
              .formatted(selector.name(), set.getActionSelectionMode()));
    }
    return switch (set.getSizeSemantics()) {
      case DEFAULT_SIZE_DETERMINED_BY_ACTION_SELECTOR -> selector.sizeSemantics();
      case SUM_OF_WEIGHTS -> SizeSemantics.SUM_OF_WEIGHTS;
      case SUM_OF_MEMBERS -> SizeSemantics.SUM_OF_MEMBERS;
      case UNRECOGNIZED ->
          throw Refusal.invalid(
              "action selector '%s': unknown size_semantics".formatted(selector.name()));
    };
  }

  private static void requireSize(ActionProfileInfo selector, int size) {
    if (selector.maxGroupSize() > 0 && size > selector.maxGroupSize()) {
      throw Refusal.invalid(
          "action selector '%s': the action set has size %d; accepted is up to %d"
              .formatted(selector.name(), size, selector.maxGroupSize()));
    }
  }

  private void requireNoGroups(ActionProfileInfo selector) {
    EntityStore.ProfileState state = context.store().profile(selector);
    if (!state.members().isEmpty() || !state.groups().isEmpty()) {
      throw Refusal.invalid(
          "action selector '%s' is programmed with members and groups; one-shot action sets cannot be mixed in"
              .formatted(selector.name()));
    }
  }

  /** Bytestrings in shortest form, all else as written. */
  private static ActionProfileActionSet canonical(ActionProfileActionSet set) {
    ActionProfileActionSet.Builder canonical = set.toBuilder();
    for (ActionProfileAction.Builder action : canonical.getActionProfileActionsBuilderList()) {
      action.setAction(SelectorGroups.canonical(action.getAction()));
      ByteString port = action.getWatchPort();
      if (!port.isEmpty()) {
        action.setWatchPort(P4Bytes.canonical(port));
      }
    }
    return canonical.build();
  }
}
