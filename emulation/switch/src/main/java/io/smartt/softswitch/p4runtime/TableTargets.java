package io.smartt.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import java.util.Optional;
import org.p4.v1.TableAction;

/**
 * The targets of a table's entries: checks what an entry runs against the table's implementation,
 * makes the group behind a one-shot, and counts who uses which member and group (P4Runtime sections
 * 9.1.2 and 9.2).
 */
final class TableTargets {
  /** A target, and the one-shot behind it if there is one. */
  record Resolved(EntryTarget target, Optional<EntityStore.StoredEntry.OneShot> oneShot) {
    static Resolved of(EntryTarget target) {
      return new Resolved(target, Optional.empty());
    }

    static Resolved of(EntityStore.StoredEntry entry) {
      return new Resolved(entry.entry().target(), entry.oneShot());
    }
  }

  private final WriteContext context;
  private final OneShots oneShots;

  TableTargets(WriteContext context) {
    this.context = context;
    this.oneShots = new OneShots(context);
  }

  /** Checks a target and takes hold of what it refers to. */
  Resolved acquire(TableInfo table, TableAction action) {
    String owner = "table '" + table.name() + "'";
    return switch (action.getTypeCase()) {
      case ACTION -> {
        requireDirect(table, owner);
        yield Resolved.of(
            ActionCalls.decode(
                owner,
                table.actionRefs(),
                action.getAction(),
                ActionCalls.Use.ENTRY,
                context.info()));
      }
      case ACTION_PROFILE_MEMBER_ID ->
          member(requireProfile(table, owner), action.getActionProfileMemberId());
      case ACTION_PROFILE_GROUP_ID ->
          group(requireSelector(table, owner), action.getActionProfileGroupId());
      case ACTION_PROFILE_ACTION_SET ->
          oneShots.acquire(
              table, requireSelector(table, owner), action.getActionProfileActionSet());
      case TYPE_NOT_SET -> throw Refusal.invalid(owner + ": the entry has no action");
    };
  }

  /** The same for a target that is no message. */
  Resolved acquire(TableInfo table, EntryTarget target) {
    String owner = "table '" + table.name() + "'";
    return switch (target) {
      case EntryTarget.ActionCall call -> {
        requireDirect(table, owner);
        yield Resolved.of(
            ActionCalls.check(
                owner, table.actionRefs(), call, ActionCalls.Use.ENTRY, context.info()));
      }
      case EntryTarget.Member(int id) -> member(requireProfile(table, owner), id);
      case EntryTarget.Group(int id) -> group(requireSelector(table, owner), id);
    };
  }

  /** Stops counting what an entry refers to that is about to change or go. */
  void release(TableInfo table, Resolved old) {
    if (old.oneShot().isPresent()) {
      oneShots.discount(table.implementation().orElseThrow(), old.oneShot().get());
      return;
    }
    switch (old.target()) {
      case EntryTarget.Member(var id) -> countMember(table.implementation().orElseThrow(), id, -1);
      case EntryTarget.Group(var id) -> countGroup(table.implementation().orElseThrow(), id, -1);
      case EntryTarget.ActionCall _ -> {
        // Refers to nothing.
      }
    }
  }

  /** Removes what only the entry used that has changed or gone. */
  void clean(TableInfo table, Resolved old) {
    old.oneShot()
        .ifPresent(oneShot -> oneShots.remove(table.implementation().orElseThrow(), oneShot));
  }

  private Resolved member(ActionProfileInfo profile, int id) {
    if (!context.store().profile(profile).members().containsKey(id)) {
      throw Refusal.notFound(
          "action profile '%s' has no member %s"
              .formatted(profile.name(), Integer.toUnsignedString(id)));
    }
    countMember(profile, id, 1);
    return Resolved.of(new EntryTarget.Member(id));
  }

  private Resolved group(ActionProfileInfo profile, int id) {
    if (!context.store().profile(profile).groups().containsKey(id)) {
      throw Refusal.notFound(
          "action selector '%s' has no group %s"
              .formatted(profile.name(), Integer.toUnsignedString(id)));
    }
    countGroup(profile, id, 1);
    return Resolved.of(new EntryTarget.Group(id));
  }

  private void countMember(ActionProfileInfo profile, int id, int by) {
    context.journal().count(context.store().profile(profile).memberUses(), id, by);
  }

  private void countGroup(ActionProfileInfo profile, int id, int by) {
    context.journal().count(context.store().profile(profile).groupUses(), id, by);
  }

  private static void requireDirect(TableInfo table, String owner) {
    table
        .implementation()
        .ifPresent(profile -> {
          throw Refusal.invalid(
              "%s takes its actions from '%s'; give %s instead of an action"
                  .formatted(
                      owner,
                      profile.name(),
                      profile.withSelector()
                          ? "a member id, a group id or an action set"
                          : "a member id"));
        });
  }

  private static ActionProfileInfo requireProfile(TableInfo table, String owner) {
    return table
        .implementation()
        .orElseThrow(() ->
            Refusal.invalid(owner + " has no action profile; give an action with its parameters"));
  }

  private static ActionProfileInfo requireSelector(TableInfo table, String owner) {
    ActionProfileInfo profile = requireProfile(table, owner);
    if (!profile.withSelector()) {
      throw Refusal.invalid(
          "%s: action profile '%s' has no selector, so it takes member ids only"
              .formatted(owner, profile.name()));
    }
    return profile;
  }
}
