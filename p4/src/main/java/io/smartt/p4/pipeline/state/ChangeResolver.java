package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.InvalidChangeException;
import io.smartt.p4.pipeline.PipelineControl.MeterConfig;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.state.Entry.ActionBinding;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;
import io.smartt.p4.pipeline.table.Rule;
import org.jspecify.annotations.Nullable;

/**
 * Finds everything that is wrong with a batch of changes before the first is made. Later changes of
 * a batch may refer to members and groups that earlier ones add.
 */
record ChangeResolver(PipelineState state, ProgramSchema schema) {
  /** A change that can no longer fail. */
  interface Step {
    void run(ValueSetVersion[] valueSets);
  }

  /** A group takes a slot for each unit of weight. */
  private static final int MAX_GROUP_WEIGHT = 1 << 16;

  List<Step> resolve(List<Change> changes) {
    Existence existence = new Existence();
    List<Step> steps = new ArrayList<>(changes.size());
    for (Change change : changes) {
      steps.add(resolve(change, existence));
    }
    return steps;
  }

  private Step resolve(Change change, Existence existence) {
    return switch (change) {
      case Change.PutEntry(TableEntry entry) -> {
        TableState table = state.table(entry.table());
        if (table.schema().key().isEmpty()) {
          throw new InvalidChangeException(
              "table " + entry.table() + " has no key, only a default action");
        }
        Rule rule = MatchRules.rule(table.schema(), entry.key(), entry.priority());
        ActionBinding binding = bind(table.schema(), entry.target(), existence);
        yield valueSets -> table.put(entry, rule, binding, Long.MIN_VALUE);
      }
      case Change.RemoveEntry(var name, var key, var priority) -> {
        TableState table = state.table(name);
        Rule rule = MatchRules.rule(table.schema(), key, priority);
        yield valueSets -> table.remove(rule);
      }
      case Change.SetDefault(String name, EntryTarget target) -> {
        TableState table = state.table(name);
        if (table.schema().constDefault()) {
          throw new InvalidChangeException(
              "the default action of table " + name + " is const in the program");
        }
        ActionBinding binding = bind(table.schema(), target, existence);
        yield valueSets -> table.setDefault(target, binding);
      }
      case Change.ResetDefault(String name) -> {
        TableState table = state.table(name);
        yield valueSets -> table.resetDefault();
      }
      case Change.PutMember(String name, int id, EntryTarget.ActionCall call) -> {
        ProfileState profile = state.profile(name);
        ActionBinding binding =
            action(profileActions(name), call, "action profile " + name).bind(call);
        existence.put(existence.members, name, id, true);
        yield valueSets -> profile.putMember(id, call, binding);
      }
      case Change.RemoveMember(String name, int id) -> {
        ProfileState profile = state.profile(name);
        existence.put(existence.members, name, id, false);
        yield valueSets -> profile.removeMember(id);
      }
      case Change.PutGroup(String name, int id, List<WeightedMember> members) -> {
        ProfileState profile = state.profile(name);
        for (WeightedMember member : members) {
          checkMember(name, member.memberId(), existence);
          if (member.weight() < 1) {
            throw new InvalidChangeException(
                ("group %s of action profile %s gives member %s the weight %s; at least 1 is "
                        + "accepted")
                    .formatted(id, name, member.memberId(), member.weight()));
          }
        }
        long total = members.stream().mapToLong(WeightedMember::weight).sum();
        if (total > MAX_GROUP_WEIGHT) {
          throw new InvalidChangeException(
              "group %s of action profile %s has the weight %s; at most %s is accepted"
                  .formatted(id, name, total, MAX_GROUP_WEIGHT));
        }
        List<WeightedMember> copy = List.copyOf(members);
        existence.put(existence.groups, name, id, true);
        yield valueSets -> profile.putGroup(id, copy);
      }
      case Change.RemoveGroup(String name, int id) -> {
        ProfileState profile = state.profile(name);
        existence.put(existence.groups, name, id, false);
        yield valueSets -> profile.removeGroup(id);
      }
      case Change.WriteRegister(String name, int index, Bits value) -> {
        RegisterCells cells = state.registerCells(name);
        PipelineState.checkIndex("register", name, index, cells.size());
        if (value.width() != cells.width()) {
          throw new InvalidChangeException(
              "register " + name + " has " + cells.width() + " bits, found " + value.width());
        }
        yield valueSets -> cells.set(index, value.value());
      }
      case Change.WriteCounter(String name, int index, PacketByteCount value) -> {
        CounterCells cells = state.counterCells(name);
        PipelineState.checkIndex("counter", name, index, cells.size());
        yield valueSets -> cells.set(index, value);
      }
      case Change.ConfigureMeter(var name, var index, var config) -> {
        MeterCells cells = state.meterCells(name);
        PipelineState.checkIndex("meter", name, index, cells.size());
        config.ifPresent(rates -> check("meter " + name, rates));
        yield _ -> cells.configure(index, config);
      }
      case Change.ConfigureDirectMeter(var name, var key, var priority, var config) -> {
        TableState table = state.table(name);
        if (table.schema().directMeter().isEmpty()) {
          throw new InvalidChangeException("table " + name + " has no direct meter");
        }
        Rule rule = MatchRules.rule(table.schema(), key, priority);
        config.ifPresent(rates -> check("the direct meter of table " + name, rates));
        yield _ -> table.configureMeter(rule, config);
      }
      case Change.WriteDirectCounter(var name, var key, var priority, var value) -> {
        TableState table = state.table(name);
        Rule rule = MatchRules.rule(table.schema(), key, priority);
        yield _ -> table.setCounter(rule, value);
      }
      case Change.SetValueSet(var name, var members) -> {
        ProgramSchema.ValueSetSchema valueSet = state.valueSetSchema(name);
        ValueSetVersion version = new ValueSetVersion(valueSet, members);
        yield valueSets -> valueSets[valueSet.index()] = version;
      }
    };
  }

  private static void check(String meter, MeterConfig config) {
    if (config.committedRate() < 0
        || config.committedBurst() < 0
        || config.peakBurst() < 0
        || config.excessBurst() < 0
        || config.peakRate() < config.committedRate()) {
      throw new InvalidChangeException(
          meter
              + " takes rates and bursts from 0, the peak rate at least the committed one, found "
              + config);
    }
  }

  private Map<String, ActionSchema> profileActions(String name) {
    return schema.profileActions().get(schema.profiles().indexOf(name));
  }

  /** The action that a target runs, or null for a member or group that exists. */
  private @Nullable ActionBinding bind(TableSchema table, EntryTarget target, Existence existence) {
    if (target instanceof EntryTarget.ActionCall call) {
      if (table.profile().isPresent()) {
        throw new InvalidChangeException(
            "table " + table.name() + " runs members or groups of its action profile, not actions");
      }
      return action(table.actions(), call, "table " + table.name()).bind(call);
    }
    if (table.profile().isEmpty()) {
      throw new InvalidChangeException("table " + table.name() + " has no action profile");
    }
    String profile = schema.profiles().get(table.profile().getAsInt());
    switch (target) {
      case EntryTarget.Member(int id) -> checkMember(profile, id, existence);
      case EntryTarget.Group(int id) -> {
        if (!existence.get(existence.groups, profile, id, state.profile(profile).hasGroup(id))) {
          throw new InvalidChangeException("action profile " + profile + " has no group " + id);
        }
      }
      case EntryTarget.ActionCall call -> throw new IllegalStateException(call.action());
    }
    return null;
  }

  private void checkMember(String profile, int id, Existence existence) {
    if (!existence.get(existence.members, profile, id, state.profile(profile).hasMember(id))) {
      throw new InvalidChangeException("action profile " + profile + " has no member " + id);
    }
  }

  private static ActionSchema action(
      Map<String, ActionSchema> actions, EntryTarget.ActionCall call, String where) {
    ActionSchema action = actions.get(call.action());
    if (action == null) {
      throw new InvalidChangeException(
          "%s does not run action %s; it runs %s"
              .formatted(
                  where,
                  call.action(),
                  String.join(", ", actions.keySet().stream().sorted().toList())));
    }
    return action;
  }

  /** The things that the changes of this batch so far have added or removed. */
  private static final class Existence {
    final Map<String, Map<Integer, Boolean>> members = new HashMap<>();
    final Map<String, Map<Integer, Boolean>> groups = new HashMap<>();

    void put(Map<String, Map<Integer, Boolean>> kind, String profile, int id, boolean exists) {
      kind.computeIfAbsent(profile, _ -> new HashMap<>()).put(id, exists);
    }

    boolean get(Map<String, Map<Integer, Boolean>> kind, String profile, int id, boolean before) {
      return kind.getOrDefault(profile, Map.of()).getOrDefault(id, before);
    }
  }
}
