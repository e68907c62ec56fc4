package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo.SizeSemantics;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import org.p4.v1.Action;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.Update;

/** Groups of action selectors (P4Runtime section 9.2.2). */
record SelectorGroups(WriteContext context) {
  /** A group's members stand in the data plane as often as they weigh. */
  private static final int MAX_WEIGHT = 0xffff;

  void write(Update.Type type, ActionProfileGroup message) {
    ActionProfileInfo selector =
        context.owned(
            context.info().actionProfiles(), "action profile", message.getActionProfileId());
    if (!selector.withSelector()) {
      throw Refusal.invalid(ActionProfiles.owner(selector) + " has no selector, so no groups");
    }
    if (message.getGroupId() == 0) {
      throw Refusal.invalid(ActionProfiles.owner(selector) + ": group id 0; accepted is 1 or more");
    }
    ActionProfiles.requireNoOneShots(context, selector);
    Optional<ActionProfileGroup> old =
        Optional.ofNullable(context.store().profile(selector).groups().get(message.getGroupId()));
    switch (type) {
      case INSERT -> {
        if (old.isPresent()) {
          throw Refusal.exists(describe(selector, message) + " already exists");
        }
        put(selector, message, Optional.empty());
      }
      case MODIFY -> put(selector, message, Optional.of(require(selector, message, old)));
      case DELETE -> delete(selector, require(selector, message, old));
      case UNSPECIFIED, UNRECOGNIZED -> throw EntityWriter.noType();
    }
  }

  private void put(
      ActionProfileInfo selector, ActionProfileGroup sent, Optional<ActionProfileGroup> old) {
    // p4runtime.proto lets clients leave max_size out, and p4runtime-shell does; section 9.2.2 does
    // not.
    boolean unset = !context.strict() && sent.getMaxSize() == 0;
    ActionProfileGroup message =
        unset
            ? sent.toBuilder().setMaxSize(old.map(ActionProfileGroup::getMaxSize).orElse(0)).build()
            : sent;
    if (message.getMaxSize() != 0 || !unset) {
      requireMaxSize(selector, message, old);
    }
    old.ifPresent(group -> release(selector, group));
    EntityStore.ProfileState state = context.store().profile(selector);
    Set<Integer> seen = new HashSet<>();
    int size = 0;
    for (ActionProfileGroup.Member member : message.getMembersList()) {
      if (!state.members().containsKey(member.getMemberId())) {
        throw Refusal.notFound(
            "%s: there is no member %s"
                .formatted(
                    describe(selector, message), Integer.toUnsignedString(member.getMemberId())));
      }
      if (!seen.add(member.getMemberId())) {
        throw Refusal.invalid(
            "%s lists member %s twice; give it the sum of the weights"
                .formatted(
                    describe(selector, message), Integer.toUnsignedString(member.getMemberId())));
      }
      size += size(selector, member);
      watchedPort(selector, member, context.ports());
      context.journal().count(state.memberUses(), member.getMemberId(), 1);
    }
    requireSize(selector, message, size);
    fill(context, selector, size);
    ActionProfileGroup group = canonical(message);
    context.journal().put(state.groups(), group.getGroupId(), group);
    context.effects().change(change(selector, group, context.ports()));
  }

  private void delete(ActionProfileInfo selector, ActionProfileGroup group) {
    EntityStore.ProfileState state = context.store().profile(selector);
    if (state.groupUses().containsKey(group.getGroupId())) {
      throw Refusal.precondition(
          "%s is used by %d entries; change them first"
              .formatted(describe(selector, group), state.groupUses().get(group.getGroupId())));
    }
    release(selector, group);
    context.journal().remove(state.groups(), group.getGroupId());
    context.effects().change(new Change.RemoveGroup(selector.name(), group.getGroupId()));
  }

  private void release(ActionProfileInfo selector, ActionProfileGroup group) {
    EntityStore.ProfileState state = context.store().profile(selector);
    int size = 0;
    for (ActionProfileGroup.Member member : group.getMembersList()) {
      context.journal().count(state.memberUses(), member.getMemberId(), -1);
      size += size(selector, member);
    }
    fill(context, selector, -size);
  }

  /** The group as the data plane is to have it while these ports are up. */
  static Change change(
      ActionProfileInfo selector, ActionProfileGroup group, ForwardingDevice ports) {
    List<WeightedMember> members = new ArrayList<>();
    for (ActionProfileGroup.Member member : group.getMembersList()) {
      if (watchedPort(selector, member, ports).map(ports::portUp).orElse(true)) {
        members.add(new WeightedMember(member.getMemberId(), Math.max(1, member.getWeight())));
      }
    }
    return new Change.PutGroup(selector.name(), group.getGroupId(), members);
  }

  @SuppressWarnings("deprecation")
  private static Optional<Integer> watchedPort(
      ActionProfileInfo selector, ActionProfileGroup.Member member, ForwardingDevice ports) {
    return watchedPort(selector, member.getWatchPort(), member.getWatch(), ports);
  }

  private static int size(ActionProfileInfo selector, ActionProfileGroup.Member member) {
    SizeSemantics semantics = selector.sizeSemantics();
    return size(weight(selector, member.getWeight(), semantics), semantics);
  }

  private static void requireMaxSize(
      ActionProfileInfo selector, ActionProfileGroup message, Optional<ActionProfileGroup> old) {
    if (old.isPresent() && old.get().getMaxSize() != message.getMaxSize()) {
      throw Refusal.invalid(
          "%s was made with max_size %d, which cannot become %d"
              .formatted(
                  describe(selector, message), old.get().getMaxSize(), message.getMaxSize()));
    }
    int most = selector.maxGroupSize();
    boolean right =
        most > 0
            ? message.getMaxSize() > 0 && message.getMaxSize() <= most
            : message.getMaxSize() >= 0;
    if (!right) {
      throw Refusal.invalid(
          "%s has max_size %d; accepted is %s"
              .formatted(
                  describe(selector, message),
                  message.getMaxSize(),
                  most > 0 ? "1 to " + most : "0 or more"));
    }
  }

  private static void requireSize(
      ActionProfileInfo selector, ActionProfileGroup message, int size) {
    int most = message.getMaxSize() > 0 ? message.getMaxSize() : selector.maxGroupSize();
    if (most > 0 && size > most) {
      throw Refusal.full(
          "%s has size %d; its max_size is %d".formatted(describe(selector, message), size, most));
    }
  }

  private static ActionProfileGroup require(
      ActionProfileInfo selector, ActionProfileGroup message, Optional<ActionProfileGroup> old) {
    return old.orElseThrow(() -> Refusal.notFound(describe(selector, message) + " does not exist"));
  }

  private static String describe(ActionProfileInfo selector, ActionProfileGroup group) {
    return "%s: group %s"
        .formatted(ActionProfiles.owner(selector), Integer.toUnsignedString(group.getGroupId()));
  }

  private static ActionProfileGroup canonical(ActionProfileGroup group) {
    ActionProfileGroup.Builder canonical = group.toBuilder();
    for (ActionProfileGroup.Member.Builder member : canonical.getMembersBuilderList()) {
      if (!member.getWatchPort().isEmpty()) {
        member.setWatchPort(P4Bytes.canonical(member.getWatchPort()));
      }
    }
    return canonical.build();
  }

  /** The shortest form of what an action holds, for what is kept as a message. */
  static Action canonical(Action action) {
    Action.Builder canonical = action.toBuilder();
    for (Action.Param.Builder param : canonical.getParamsBuilderList()) {
      param.setValue(P4Bytes.canonical(param.getValue()));
    }
    return canonical.build();
  }

  /** A weight that the selector takes, as the data plane is to use it. */
  static int weight(ActionProfileInfo selector, int weight, SizeSemantics semantics) {
    if (selector.weightsDisallowed()) {
      if (weight != 0) {
        throw Refusal.invalid(
            "action selector '%s' allows no weights; leave weight %d out"
                .formatted(selector.name(), weight));
      }
      return 1;
    }
    if (weight < 1) {
      throw Refusal.invalid(
          "action selector '%s': weight %d; accepted is 1 or more"
              .formatted(selector.name(), weight));
    }
    if (weight > MAX_WEIGHT) {
      throw Refusal.full(
          "action selector '%s': weight %d; this switch takes up to %d"
              .formatted(selector.name(), weight, MAX_WEIGHT));
    }
    if (semantics == SizeSemantics.SUM_OF_MEMBERS
        && selector.maxMemberWeight().isPresent()
        && weight > selector.maxMemberWeight().getAsInt()) {
      throw Refusal.invalid(
          "action selector '%s': weight %d; accepted are 1 to %d"
              .formatted(selector.name(), weight, selector.maxMemberWeight().getAsInt()));
    }
    return weight;
  }

  /** Returns what a member adds to the size of its group. */
  static int size(int weight, SizeSemantics semantics) {
    return semantics == SizeSemantics.SUM_OF_WEIGHTS ? weight : 1;
  }

  /** The port whose link must be up for a member to be chosen; empty: always. */
  static Optional<Integer> watchedPort(
      ActionProfileInfo selector, ByteString port, int deprecatedPort, ForwardingDevice ports) {
    if (port.isEmpty() && deprecatedPort == 0) {
      return Optional.empty();
    }
    Place place = new Place("action selector '" + selector.name() + "'", "watch port", "port");
    int number = port.isEmpty() ? deprecatedPort : Values.port(place, port);
    if (!ports.hasPort(number)) {
      throw Refusal.invalid(
          "action selector '%s': the switch has no port %s to watch"
              .formatted(selector.name(), Integer.toUnsignedString(number)));
    }
    return Optional.of(number);
  }

  /** Counts a group in or out of the whole selector. */
  static void fill(WriteContext context, ActionProfileInfo selector, int by) {
    int now =
        Optional.ofNullable(context.store().selectorFill().get(selector.name())).orElse(0) + by;
    if (by > 0 && selector.size() > 0 && now > selector.size()) {
      throw Refusal.full(
          "action selector '%s' holds %d %s over all groups; this makes %d"
              .formatted(
                  selector.name(),
                  selector.size(),
                  selector.sizeSemantics() == SizeSemantics.SUM_OF_WEIGHTS ? "weights" : "members",
                  now));
    }
    context.journal().count(context.store().selectorFill(), selector.name(), by);
  }
}
