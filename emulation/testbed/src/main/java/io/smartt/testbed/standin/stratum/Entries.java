package io.smartt.testbed.standin.stratum;

import module java.base;

import com.google.rpc.Code;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.Entity;
import org.p4.v1.TableAction;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;

/**
 * The entries in the tables of a program, and the updates that Stratum and its SDE make of them
 * (bfrt_node.cc:186).
 */
final class Entries {
  private static final String MANAGER = "bfrt_table_manager.cc:";
  private static final String ADD = "table->tableEntryAdd(...)";
  private static final String MODIFY = "table->tableEntryMod(...)";
  private static final String DELETE = "table->tableEntryDel(...)";

  private final P4InfoIndex info;
  private final TableRules tables;
  private final CounterBank counters;
  private final Set<String> refused;
  private final Map<Entity, Entity> state = new LinkedHashMap<>();

  /**
   * Nothing yet.
   *
   * @param refused tables that take no update
   */
  Entries(P4InfoIndex info, Set<String> refused) {
    this.info = info;
    this.refused = Set.copyOf(refused);
    tables = new TableRules(info);
    counters = new CounterBank(info);
  }

  P4InfoIndex info() {
    return info;
  }

  CounterBank counters() {
    return counters;
  }

  List<Entity> all() {
    return List.copyOf(state.values());
  }

  /** Makes an update, or refuses it. */
  void apply(Update update) {
    Entity entity = update.getEntity();
    switch (entity.getEntityCase()) {
      case TABLE_ENTRY -> write(update.getType(), entity.getTableEntry());
      case ACTION_PROFILE_MEMBER -> write(update.getType(), entity.getActionProfileMember());
      case ACTION_PROFILE_GROUP -> write(update.getType(), entity.getActionProfileGroup());
      case PACKET_REPLICATION_ENGINE_ENTRY -> {
        Entity shown =
            Entity.newBuilder()
                .setPacketReplicationEngineEntry(
                    ReplicationRules.checked(
                        update.getType(), entity.getPacketReplicationEngineEntry()))
                .build();
        put(update.getType(), replicationKey(shown), shown);
      }
      case COUNTER_ENTRY -> counters.write(update.getType(), entity.getCounterEntry());
      default -> throw unsupported(entity);
    }
  }

  static StratumError unsupported(Entity entity) {
    return new StratumError(
        Code.UNIMPLEMENTED,
        "Unsupported entity type: "
            + entity.getEntityCase().name().toLowerCase(java.util.Locale.ROOT));
  }

  private void write(Update.Type type, TableEntry entry) {
    StratumError.check(
        type != Update.Type.UNSPECIFIED,
        MANAGER + "315",
        "type != ::p4::v1::Update::UNSPECIFIED",
        "Invalid update type 0");
    P4InfoIndex.TableInfo table = tables.table(entry.getTableId());
    if (refused.contains(table.name())) {
      throw StratumError.sde(Code.INTERNAL, ADD, "Unexpected error");
    }
    if (entry.getIsDefaultAction()) {
      writeDefault(type, entry);
      return;
    }
    if (table.isConst()) {
      throw new StratumError(
          Code.PERMISSION_DENIED,
          "Can't write to const table " + table.name() + " because it has const entries.");
    }
    Entity key = Entity.newBuilder().setTableEntry(tables.key(entry)).build();
    if (type == Update.Type.DELETE) {
      put(type, key, key);
      return;
    }
    TableEntry shown = tables.entry(entry);
    requireTarget(shown.getAction());
    long held = state.keySet().stream().filter(in(table)).count();
    if (type == Update.Type.INSERT && !state.containsKey(key) && held >= table.size()) {
      throw StratumError.sde(Code.RESOURCE_EXHAUSTED, ADD, "Not enough space");
    }
    put(type, key, Entity.newBuilder().setTableEntry(shown).build());
  }

  private static Predicate<Entity> in(P4InfoIndex.TableInfo table) {
    return entity ->
        entity.getTableEntry().getTableId() == table.id()
            && !entity.getTableEntry().getIsDefaultAction();
  }

  private void writeDefault(Update.Type type, TableEntry entry) {
    StratumError.check(
        type == Update.Type.MODIFY,
        MANAGER + "364",
        "type == ::p4::v1::Update::MODIFY",
        "The default table entry can only be modified.");
    StratumError.check(
        entry.getMatchCount() == 0,
        MANAGER + "366",
        "translated_table_entry.match_size() == 0",
        "Default action must not contain match fields.");
    StratumError.check(
        entry.getPriority() == 0,
        MANAGER + "368",
        "translated_table_entry.priority() == 0",
        "Default action must not contain a priority field.");
    Entity key = Entity.newBuilder().setTableEntry(tables.key(entry)).build();
    if (entry.hasAction()) {
      state.put(key, Entity.newBuilder().setTableEntry(tables.entry(entry)).build());
    } else {
      state.remove(key);
    }
  }

  private void requireTarget(TableAction action) {
    Entity target =
        switch (action.getTypeCase()) {
          case ACTION_PROFILE_MEMBER_ID -> memberKey(action.getActionProfileMemberId());
          case ACTION_PROFILE_GROUP_ID -> groupKey(action.getActionProfileGroupId());
          default -> Entity.getDefaultInstance();
        };
    if (target.getEntityCase() != Entity.EntityCase.ENTITY_NOT_SET && !state.containsKey(target)) {
      throw StratumError.sde(Code.NOT_FOUND, ADD, "Object not found");
    }
  }

  private ActionProfileInfo profile(int id) {
    return info.actionProfiles()
        .find(id)
        .orElseThrow(() ->
            new StratumError(Code.INVALID_ARGUMENT, "P4Info has no action profile with ID " + id));
  }

  private void write(Update.Type type, ActionProfileMember member) {
    ActionProfileInfo profile = profile(member.getActionProfileId());
    Entity key = memberKey(member.getMemberId());
    long held = state.keySet().stream().filter(Entity::hasActionProfileMember).count();
    if (type == Update.Type.INSERT && !state.containsKey(key) && held >= profile.size()) {
      throw StratumError.sde(Code.RESOURCE_EXHAUSTED, ADD, "Not enough space");
    }
    if (type == Update.Type.DELETE && state.values().stream().anyMatch(uses(member))) {
      throw StratumError.sde(Code.INTERNAL, DELETE, "In use");
    }
    put(
        type,
        key,
        Entity.newBuilder()
            .setActionProfileMember(
                ActionProfileMember.newBuilder()
                    .setActionProfileId(profile.id())
                    .setMemberId(member.getMemberId())
                    .setAction(
                        type == Update.Type.DELETE
                            ? member.getAction()
                            : tables.call(member.getAction())))
            .build());
  }

  private static Predicate<Entity> uses(ActionProfileMember member) {
    return entity ->
        entity.getActionProfileGroup().getMembersList().stream()
                .anyMatch(used -> used.getMemberId() == member.getMemberId())
            || (entity.getTableEntry().getAction().getActionProfileMemberId()
                    == member.getMemberId()
                && entity.getTableEntry().getAction().hasActionProfileMemberId());
  }

  private void write(Update.Type type, ActionProfileGroup group) {
    ActionProfileInfo profile = profile(group.getActionProfileId());
    Entity key = groupKey(group.getGroupId());
    ActionProfileGroup.Builder shown =
        ActionProfileGroup.newBuilder()
            .setActionProfileId(profile.id())
            .setGroupId(group.getGroupId());
    for (ActionProfileGroup.Member member : group.getMembersList()) {
      StratumError.check(
          member.getWatchKindCase() == ActionProfileGroup.Member.WatchKindCase.WATCHKIND_NOT_SET,
          MANAGER + "1236",
          "member.watch_kind_case() == WATCH_KIND_NOT_SET",
          "Watch ports are not supported.");
      StratumError.check(
          member.getWeight() != 0,
          MANAGER + "1239",
          "member.weight() != 0",
          "Zero member weights are not allowed.");
      if (member.getWeight() != 1) {
        throw new StratumError(
            Code.UNIMPLEMENTED, "Member weights greater than 1 are not supported.");
      }
      if (type != Update.Type.DELETE && !state.containsKey(memberKey(member.getMemberId()))) {
        // bf_rt_p4_table_impl.cpp:5518.
        throw StratumError.sde(Code.INVALID_ARGUMENT, ADD, "Invalid arguments");
      }
      shown.addMembersBuilder().setMemberId(member.getMemberId()).setWeight(1);
    }
    shown.setMaxSize(size(type, key, group, profile));
    if (type == Update.Type.DELETE
        && state.values().stream()
            .anyMatch(entity ->
                entity.getTableEntry().getAction().hasActionProfileGroupId()
                    && entity.getTableEntry().getAction().getActionProfileGroupId()
                        == group.getGroupId())) {
      throw StratumError.sde(Code.INTERNAL, DELETE, "In use");
    }
    put(type, key, Entity.newBuilder().setActionProfileGroup(shown).build());
  }

  /** A new group has a size from 1 to the selector's (pipe_mgr_select_tbl.c:3221). */
  private int size(
      Update.Type type, Entity key, ActionProfileGroup group, ActionProfileInfo profile) {
    int size = group.getMaxSize();
    if (type == Update.Type.MODIFY && size == 0) {
      // bf_rt_p4_table_impl.cpp:5691: no change.
      Entity before = state.getOrDefault(key, Entity.getDefaultInstance());
      size = before.getActionProfileGroup().getMaxSize();
    }
    boolean fits = size >= 1 && size <= profile.maxGroupSize() && group.getMembersCount() <= size;
    if (type != Update.Type.DELETE && !fits) {
      throw StratumError.sde(
          Code.INVALID_ARGUMENT,
          type == Update.Type.INSERT ? ADD : MODIFY,
          "Invalid arguments Could not add action profile group with: group_id: %d, max_group_size: %d"
              .formatted(group.getGroupId(), group.getMaxSize()));
    }
    return size;
  }

  private void put(Update.Type type, Entity key, Entity shown) {
    boolean there = state.containsKey(key);
    switch (type) {
      case INSERT -> {
        if (there) {
          throw StratumError.sde(Code.ALREADY_EXISTS, ADD, "Already exists");
        }
        state.put(key, shown);
      }
      case MODIFY -> {
        if (!there) {
          throw StratumError.sde(Code.NOT_FOUND, MODIFY, "Object not found");
        }
        state.put(key, shown);
      }
      case DELETE -> {
        if (!there) {
          throw StratumError.sde(Code.NOT_FOUND, DELETE, "Object not found");
        }
        state.remove(key);
      }
      case UNSPECIFIED, UNRECOGNIZED ->
          throw new StratumError(Code.INVALID_ARGUMENT, "Unsupported update type: " + type);
    }
  }

  private static Entity memberKey(int id) {
    return Entity.newBuilder()
        .setActionProfileMember(ActionProfileMember.newBuilder().setMemberId(id))
        .build();
  }

  private static Entity groupKey(int id) {
    return Entity.newBuilder()
        .setActionProfileGroup(ActionProfileGroup.newBuilder().setGroupId(id))
        .build();
  }

  private static Entity replicationKey(Entity shown) {
    Entity.Builder key = Entity.newBuilder();
    var entry = shown.getPacketReplicationEngineEntry();
    if (entry.hasCloneSessionEntry()) {
      key.getPacketReplicationEngineEntryBuilder()
          .getCloneSessionEntryBuilder()
          .setSessionId(entry.getCloneSessionEntry().getSessionId());
    } else {
      key.getPacketReplicationEngineEntryBuilder()
          .getMulticastGroupEntryBuilder()
          .setMulticastGroupId(entry.getMulticastGroupEntry().getMulticastGroupId());
    }
    return key.build();
  }
}
