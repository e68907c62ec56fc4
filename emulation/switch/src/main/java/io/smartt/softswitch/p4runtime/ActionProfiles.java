package io.smartt.softswitch.p4runtime;

import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry.EntryTarget.ActionCall;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.Update;

/** Members of action profiles (P4Runtime section 9.2.1). */
record ActionProfiles(WriteContext context) {
  void write(Update.Type type, ActionProfileMember message) {
    ActionProfileInfo profile =
        context.owned(
            context.info().actionProfiles(), "action profile", message.getActionProfileId());
    int id = message.getMemberId();
    requireOpen(profile, id);
    switch (type) {
      case INSERT -> {
        requireRoom(profile, id);
        put(profile, id, call(profile, message));
      }
      case MODIFY -> {
        requireMember(profile, id);
        put(profile, id, call(profile, message));
      }
      case DELETE -> delete(profile, id);
      case UNSPECIFIED, UNRECOGNIZED -> throw EntityWriter.noType();
    }
  }

  /** Inserts a member that a controller in this process gives as the pipeline is to have it. */
  void insert(P4Entity.Member member) {
    ActionProfileInfo profile = context.info().actionProfiles().named(member.profile());
    requireOpen(profile, member.id());
    requireRoom(profile, member.id());
    put(
        profile,
        member.id(),
        ActionCalls.check(
            owner(profile),
            table(profile).actionRefs(),
            member.action(),
            ActionCalls.Use.ENTRY,
            context.info()));
  }

  private void requireOpen(ActionProfileInfo profile, int id) {
    if (id == 0) {
      throw Refusal.invalid(owner(profile) + ": member id 0; accepted is 1 or more");
    }
    requireNoOneShots(context, profile);
  }

  private void requireRoom(ActionProfileInfo profile, int id) {
    EntityStore.ProfileState state = context.store().profile(profile);
    if (state.members().containsKey(id)) {
      throw Refusal.exists(
          "%s already has member %s".formatted(owner(profile), Integer.toUnsignedString(id)));
    }
    if (profile.size() > 0 && state.members().size() >= profile.size()) {
      throw Refusal.full("%s is full with %d members".formatted(owner(profile), profile.size()));
    }
  }

  private ActionCall call(ActionProfileInfo profile, ActionProfileMember message) {
    if (!message.hasAction()) {
      throw Refusal.invalid(
          "%s: member %s has no action"
              .formatted(owner(profile), Integer.toUnsignedString(message.getMemberId())));
    }
    return ActionCalls.decode(
        owner(profile),
        table(profile).actionRefs(),
        message.getAction(),
        ActionCalls.Use.ENTRY,
        context.info());
  }

  private void put(ActionProfileInfo profile, int id, ActionCall call) {
    context.journal().put(context.store().profile(profile).members(), id, call);
    context.effects().change(new Change.PutMember(profile.name(), id, call));
  }

  private void delete(ActionProfileInfo profile, int id) {
    requireMember(profile, id);
    EntityStore.ProfileState state = context.store().profile(profile);
    if (state.memberUses().containsKey(id)) {
      throw Refusal.precondition(
          "%s: member %s is used by %d groups or entries; take it out of them first"
              .formatted(owner(profile), Integer.toUnsignedString(id), state.memberUses().get(id)));
    }
    context.journal().remove(state.members(), id);
    context.effects().change(new Change.RemoveMember(profile.name(), id));
  }

  private void requireMember(ActionProfileInfo profile, int id) {
    if (!context.store().profile(profile).members().containsKey(id)) {
      throw Refusal.notFound(
          "%s has no member %s".formatted(owner(profile), Integer.toUnsignedString(id)));
    }
  }

  /** Tables that share a profile have the same actions, so any of them will do. */
  private TableInfo table(ActionProfileInfo profile) {
    return profile.tableIds().stream()
        .flatMap(id -> context.info().tables().find(id).stream())
        .findFirst()
        .orElseThrow(() -> Refusal.invalid(owner(profile) + " is used by no table"));
  }

  static void requireNoOneShots(WriteContext context, ActionProfileInfo profile) {
    if (context.store().oneShotEntries().containsKey(profile.name())) {
      throw Refusal.invalid(
          owner(profile)
              + " is programmed with one-shot action sets; members and groups cannot be mixed in");
    }
  }

  static String owner(ActionProfileInfo profile) {
    return (profile.withSelector() ? "action selector '" : "action profile '")
        + profile.name()
        + "'";
  }
}
