package io.smartt.tests.p4runtime;

import io.grpc.Status;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import io.smartt.p4.info.P4InfoIndex.CounterInfo;
import io.smartt.p4.info.P4InfoIndex.MeterInfo;
import io.smartt.p4.info.P4InfoIndex.RegisterInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4InfoIndex.ValueSetInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.CounterData;
import org.p4.v1.CounterEntry;
import org.p4.v1.DirectCounterEntry;
import org.p4.v1.DirectMeterEntry;
import org.p4.v1.Entity;
import org.p4.v1.FieldMatch;
import org.p4.v1.Index;
import org.p4.v1.MeterEntry;
import org.p4.v1.P4Data;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.RegisterEntry;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;
import org.p4.v1.ValueSetEntry;

/**
 * A model of the state of a switch that runs {@link Everything} after updates that are well formed,
 * written from the specification and knowing nothing of the server: maps from identity to the
 * entity as it reads back.
 */
final class SwitchModel {
  private static final int MAX_WEIGHTS = 24;

  private final Map<Object, Entity> entities;

  /** As the program starts. */
  SwitchModel() {
    entities = new LinkedHashMap<>();
    for (TableInfo table : Everything.INFO.tables()) {
      if (table.implementation().isEmpty()) {
        resetDefault(table);
      }
    }
    for (int key : new int[] {1, 2}) {
      put(Draw.initial("constant", key).toBuilder().setIsConst(true).build());
    }
    for (int key : new int[] {3, 4}) {
      put(Draw.initial("initial", key));
    }
    for (CounterInfo counter : Everything.INFO.counters()) {
      cells(counter.size(), counter.directTableId().isEmpty())
          .forEach(i -> putCounter(counter.id(), i, CounterData.getDefaultInstance()));
    }
    for (MeterInfo meter : Everything.INFO.meters()) {
      cells(meter.size(), meter.directTableId().isEmpty())
          .forEach(i -> put(meter(meter.id(), i).build()));
    }
    for (RegisterInfo register : Everything.INFO.registers()) {
      cells(register.size(), true)
          .forEach(i ->
              putRegister(
                  register.id(), i, P4Data.newBuilder().setBitstring(Draw.bytes(0)).build()));
    }
    for (ValueSetInfo set : Everything.INFO.valueSets()) {
      put(ValueSetEntry.newBuilder().setValueSetId(set.id()).build());
    }
  }

  private SwitchModel(SwitchModel other) {
    entities = new LinkedHashMap<>(other.entities);
  }

  SwitchModel copy() {
    return new SwitchModel(this);
  }

  /** Everything, as a controller reads it that asks for direct resources too. */
  Set<Entity> all() {
    return new HashSet<>(entities.values());
  }

  /** Carries an update out and says how it must end; a refused one changes nothing. */
  Status.Code apply(Update update) {
    Entity entity = update.getEntity();
    return switch (entity.getEntityCase()) {
      case TABLE_ENTRY ->
          entity.getTableEntry().getIsDefaultAction()
              ? applyDefault(entity.getTableEntry())
              : applyEntry(update.getType(), entity.getTableEntry());
      case ACTION_PROFILE_MEMBER -> applyMember(update.getType(), entity.getActionProfileMember());
      case ACTION_PROFILE_GROUP -> applyGroup(update.getType(), entity.getActionProfileGroup());
      case COUNTER_ENTRY -> applyCounter(entity.getCounterEntry());
      case METER_ENTRY -> applyMeter(entity.getMeterEntry());
      case REGISTER_ENTRY -> applyRegister(entity.getRegisterEntry());
      case DIRECT_COUNTER_ENTRY -> applyDirectCounter(entity.getDirectCounterEntry());
      case DIRECT_METER_ENTRY -> applyDirectMeter(entity.getDirectMeterEntry());
      case PACKET_REPLICATION_ENGINE_ENTRY ->
          plain(update.getType(), replicationKey(entity.getPacketReplicationEngineEntry()), entity);
      case DIGEST_ENTRY ->
          plain(update.getType(), List.of("digest", entity.getDigestEntry().getDigestId()), entity);
      case VALUE_SET_ENTRY -> {
        put(entity.getValueSetEntry());
        yield Status.Code.OK;
      }
      case EXTERN_ENTRY, ENTITY_NOT_SET -> throw new IllegalArgumentException(entity.toString());
    };
  }

  private static Object key(TableEntry entry) {
    Set<FieldMatch> match = new HashSet<>(entry.getMatchList());
    return List.of("entry", entry.getTableId(), match, entry.getPriority());
  }

  private Status.Code applyEntry(Update.Type type, TableEntry entry) {
    TableInfo table = Everything.INFO.tables().withId(entry.getTableId());
    Entity old = entities.get(key(entry));
    switch (type) {
      case INSERT -> {
        if (old != null) {
          return Status.Code.ALREADY_EXISTS;
        }
        if (entriesOf(table).size() >= table.size()) {
          return Status.Code.RESOURCE_EXHAUSTED;
        }
      }
      default -> {
        if (old == null) {
          return Status.Code.NOT_FOUND;
        }
      }
    }
    if (type == Update.Type.DELETE) {
      entities.remove(key(entry));
      return Status.Code.OK;
    }
    Status.Code target = checkTarget(table, entry, old);
    if (target != Status.Code.OK) {
      return target;
    }
    put(withResources(table, entry, old));
    return Status.Code.OK;
  }

  /** Whether what the entry refers to is there. */
  private Status.Code checkTarget(TableInfo table, TableEntry entry, @Nullable Entity old) {
    if (!entry.hasAction()) {
      return Status.Code.OK;
    }
    int profile = table.implementation().map(ActionProfileInfo::id).orElse(0);
    return switch (entry.getAction().getTypeCase()) {
      case ACTION_PROFILE_MEMBER_ID ->
          exists("member", profile, entry.getAction().getActionProfileMemberId());
      case ACTION_PROFILE_GROUP_ID ->
          exists("group", profile, entry.getAction().getActionProfileGroupId());
      case ACTION_PROFILE_ACTION_SET -> {
        if (holds("member", profile) || holds("group", profile)) {
          yield Status.Code.INVALID_ARGUMENT;
        }
        int free = MAX_WEIGHTS - oneShotWeights() + (old == null ? 0 : weights(old));
        int wanted = weights(Entity.newBuilder().setTableEntry(entry).build());
        yield wanted > free ? Status.Code.RESOURCE_EXHAUSTED : Status.Code.OK;
      }
      case ACTION, TYPE_NOT_SET -> Status.Code.OK;
    };
  }

  private Status.Code exists(String kind, int profile, int id) {
    return entities.containsKey(List.of(kind, profile, id))
        ? Status.Code.OK
        : Status.Code.NOT_FOUND;
  }

  /** An unset counter keeps its count, an unset meter goes back to green, both start at zero. */
  private static TableEntry withResources(TableInfo table, TableEntry entry, @Nullable Entity old) {
    TableEntry.Builder kept = entry.toBuilder();
    if (!entry.hasAction() && old != null) {
      kept.setAction(old.getTableEntry().getAction());
    }
    if (table.perEntry().counter().isPresent() && !entry.hasCounterData()) {
      kept.setCounterData(
          old == null ? CounterData.getDefaultInstance() : old.getTableEntry().getCounterData());
    }
    return kept.build();
  }

  private List<Entity> entriesOf(TableInfo table) {
    return entities.values().stream()
        .filter(Entity::hasTableEntry)
        .filter(e -> e.getTableEntry().getTableId() == table.id())
        .filter(e -> !e.getTableEntry().getIsDefaultAction())
        .toList();
  }

  private int oneShotWeights() {
    return entities.values().stream().mapToInt(SwitchModel::weights).sum();
  }

  private static int weights(Entity entity) {
    return entity
        .getTableEntry()
        .getAction()
        .getActionProfileActionSet()
        .getActionProfileActionsList()
        .stream()
        .mapToInt(action -> action.getWeight())
        .sum();
  }

  private Status.Code applyDefault(TableEntry entry) {
    TableInfo table = Everything.INFO.tables().withId(entry.getTableId());
    if (entry.hasAction()) {
      put(entry);
    } else {
      resetDefault(table);
    }
    return Status.Code.OK;
  }

  private void resetDefault(TableInfo table) {
    TableEntry.Builder entry =
        TableEntry.newBuilder().setTableId(table.id()).setIsDefaultAction(true);
    entry
        .getActionBuilder()
        .setAction(
            table.name().endsWith("keyless")
                ? Draw.call("mark", 7)
                : Draw.call(table.defaultAction().initial().orElseThrow().name()));
    put(entry.setIsConst(table.defaultAction().constant().isPresent()).build());
  }

  private boolean holds(String kind, int profile) {
    return entities.keySet().stream()
        .anyMatch(key ->
            key instanceof List<?> list && list.get(0).equals(kind) && list.get(1).equals(profile));
  }

  private boolean oneShotsIn(int profile) {
    return entities.values().stream()
        .filter(e -> e.getTableEntry().getAction().hasActionProfileActionSet())
        .anyMatch(e ->
            Everything.INFO
                .tables()
                .withId(e.getTableEntry().getTableId())
                .implementation()
                .filter(found -> found.id() == profile)
                .isPresent());
  }

  private Status.Code applyMember(Update.Type type, ActionProfileMember member) {
    int profile = member.getActionProfileId();
    if (oneShotsIn(profile)) {
      return Status.Code.INVALID_ARGUMENT;
    }
    Object key = List.of("member", profile, member.getMemberId());
    if (type == Update.Type.INSERT && !entities.containsKey(key)) {
      long members =
          entities.values().stream()
              .filter(Entity::hasActionProfileMember)
              .filter(e -> e.getActionProfileMember().getActionProfileId() == profile)
              .count();
      if (members >= Everything.INFO.actionProfiles().withId(profile).size()) {
        return Status.Code.RESOURCE_EXHAUSTED;
      }
    }
    if (type == Update.Type.DELETE && entities.containsKey(key) && memberInUse(member)) {
      return Status.Code.FAILED_PRECONDITION;
    }
    return plain(type, key, Entity.newBuilder().setActionProfileMember(member).build());
  }

  private boolean memberInUse(ActionProfileMember member) {
    int id = member.getMemberId();
    int profile = member.getActionProfileId();
    return entities.values().stream()
        .anyMatch(e ->
            (e.getActionProfileGroup().getActionProfileId() == profile
                    && e.getActionProfileGroup().getMembersList().stream()
                        .anyMatch(m -> m.getMemberId() == id))
                || (uses(e, profile)
                    && e.getTableEntry().getAction().getActionProfileMemberId() == id));
  }

  private static boolean uses(Entity entity, int profile) {
    return entity.hasTableEntry()
        && Everything.INFO
            .tables()
            .withId(entity.getTableEntry().getTableId())
            .implementation()
            .filter(found -> found.id() == profile)
            .isPresent();
  }

  private Status.Code applyGroup(Update.Type type, ActionProfileGroup group) {
    int profile = group.getActionProfileId();
    if (oneShotsIn(profile)) {
      return Status.Code.INVALID_ARGUMENT;
    }
    Object key = List.of("group", profile, group.getGroupId());
    Entity old = entities.get(key);
    if (type == Update.Type.INSERT ? old != null : old == null) {
      return type == Update.Type.INSERT ? Status.Code.ALREADY_EXISTS : Status.Code.NOT_FOUND;
    }
    if (type == Update.Type.DELETE) {
      boolean used =
          entities.values().stream()
              .anyMatch(e ->
                  uses(e, profile)
                      && e.getTableEntry().getAction().getActionProfileGroupId()
                          == group.getGroupId());
      return used
          ? Status.Code.FAILED_PRECONDITION
          : plain(type, key, Entity.newBuilder().setActionProfileGroup(group).build());
    }
    if (old != null && old.getActionProfileGroup().getMaxSize() != group.getMaxSize()) {
      return Status.Code.INVALID_ARGUMENT;
    }
    for (ActionProfileGroup.Member member : group.getMembersList()) {
      if (exists("member", profile, member.getMemberId()) != Status.Code.OK) {
        return Status.Code.NOT_FOUND;
      }
    }
    int others =
        entities.values().stream()
                .filter(Entity::hasActionProfileGroup)
                .mapToInt(e -> size(e.getActionProfileGroup()))
                .sum()
            - (old == null ? 0 : size(old.getActionProfileGroup()));
    if (size(group) > group.getMaxSize()
        || (size(group) > 0 && others + size(group) > MAX_WEIGHTS)) {
      return Status.Code.RESOURCE_EXHAUSTED;
    }
    return plain(type, key, Entity.newBuilder().setActionProfileGroup(group).build());
  }

  private static int size(ActionProfileGroup group) {
    return group.getMembersList().stream().mapToInt(m -> m.getWeight()).sum();
  }

  private static LongStream cells(long size, boolean indirect) {
    return indirect ? LongStream.range(0, size) : LongStream.empty();
  }

  private static LongStream cells(boolean one, Index index, long size) {
    return one ? LongStream.of(index.getIndex()) : LongStream.range(0, size);
  }

  private Status.Code applyCounter(CounterEntry entry) {
    if (entry.hasData()) {
      long size = Everything.INFO.counters().withId(entry.getCounterId()).size();
      cells(entry.hasIndex(), entry.getIndex(), size)
          .forEach(i -> putCounter(entry.getCounterId(), i, entry.getData()));
    }
    return Status.Code.OK;
  }

  private Status.Code applyMeter(MeterEntry entry) {
    long size = Everything.INFO.meters().withId(entry.getMeterId()).size();
    cells(entry.hasIndex(), entry.getIndex(), size)
        .forEach(i -> {
          MeterEntry.Builder cell = meter(entry.getMeterId(), i);
          if (entry.hasConfig()) {
            cell.setConfig(entry.getConfig());
          }
          put(cell.build());
        });
    return Status.Code.OK;
  }

  private static MeterEntry.Builder meter(int id, long index) {
    return MeterEntry.newBuilder().setMeterId(id).setIndex(Index.newBuilder().setIndex(index));
  }

  private Status.Code applyRegister(RegisterEntry entry) {
    long size = Everything.INFO.registers().withId(entry.getRegisterId()).size();
    cells(entry.hasIndex(), entry.getIndex(), size)
        .forEach(i -> putRegister(entry.getRegisterId(), i, entry.getData()));
    return Status.Code.OK;
  }

  private Status.Code applyDirectCounter(DirectCounterEntry direct) {
    Entity old = entities.get(key(direct.getTableEntry()));
    if (old == null) {
      return Status.Code.NOT_FOUND;
    }
    if (direct.hasData()) {
      put(old.getTableEntry().toBuilder().setCounterData(direct.getData()).build());
    }
    return Status.Code.OK;
  }

  private Status.Code applyDirectMeter(DirectMeterEntry direct) {
    Entity old = entities.get(key(direct.getTableEntry()));
    if (old == null) {
      return Status.Code.NOT_FOUND;
    }
    TableEntry.Builder entry = old.getTableEntry().toBuilder().clearMeterConfig();
    if (direct.hasConfig()) {
      entry.setMeterConfig(direct.getConfig());
    }
    put(entry.build());
    return Status.Code.OK;
  }

  private Status.Code plain(Update.Type type, Object key, Entity entity) {
    boolean there = entities.containsKey(key);
    switch (type) {
      case INSERT -> {
        if (there) {
          return Status.Code.ALREADY_EXISTS;
        }
        entities.put(key, entity);
      }
      case MODIFY -> {
        if (!there) {
          return Status.Code.NOT_FOUND;
        }
        entities.put(key, entity);
      }
      default -> {
        if (!there) {
          return Status.Code.NOT_FOUND;
        }
        entities.remove(key);
      }
    }
    return Status.Code.OK;
  }

  private static Object replicationKey(PacketReplicationEngineEntry entry) {
    return entry.hasMulticastGroupEntry()
        ? List.of("multicast", entry.getMulticastGroupEntry().getMulticastGroupId())
        : List.of("clone", entry.getCloneSessionEntry().getSessionId());
  }

  private void put(TableEntry entry) {
    Object key = entry.getIsDefaultAction() ? List.of("default", entry.getTableId()) : key(entry);
    entities.put(key, Entity.newBuilder().setTableEntry(entry).build());
  }

  private void putCounter(int id, long index, CounterData data) {
    entities.put(
        List.of("counter", id, index),
        Entity.newBuilder()
            .setCounterEntry(
                CounterEntry.newBuilder()
                    .setCounterId(id)
                    .setIndex(Index.newBuilder().setIndex(index))
                    .setData(data))
            .build());
  }

  private void put(MeterEntry entry) {
    entities.put(
        List.of("meter", entry.getMeterId(), entry.getIndex().getIndex()),
        Entity.newBuilder().setMeterEntry(entry).build());
  }

  private void putRegister(int id, long index, P4Data data) {
    entities.put(
        List.of("register", id, index),
        Entity.newBuilder()
            .setRegisterEntry(
                RegisterEntry.newBuilder()
                    .setRegisterId(id)
                    .setIndex(Index.newBuilder().setIndex(index))
                    .setData(data))
            .build());
  }

  private void put(ValueSetEntry entry) {
    entities.put(
        List.of("value set", entry.getValueSetId()),
        Entity.newBuilder().setValueSetEntry(entry).build());
  }

  /** Some entry of a table, for who wants to change one that is there. */
  List<TableEntry> entries(String table) {
    List<TableEntry> found = new ArrayList<>();
    entriesOf(Everything.INFO.tables().named(table))
        .forEach(entity -> found.add(entity.getTableEntry()));
    return found;
  }
}
