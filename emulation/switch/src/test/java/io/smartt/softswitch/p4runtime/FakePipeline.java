package io.smartt.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.InvalidChangeException;
import io.smartt.p4.pipeline.PipelineControl.MeterConfig;
import io.smartt.p4.pipeline.PipelineControl.UnknownNameException;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.softswitch.p4runtime.DevicePipeline.ReplicationControl;
import io.smartt.softswitch.p4runtime.TableEntryWriter.EntryKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A pipeline of maps that carries no packets. It has what {@code conformance.p4info.txtpb} says its
 * program brings: two entries of a constant table, and two of which one is constant.
 */
final class FakePipeline implements DevicePipeline, PipelineControl, ReplicationControl {
  private record Cell(String owner, int index) {}

  private final P4InfoIndex info;
  private final Map<String, Map<EntryKey, TableEntry>> tables = new HashMap<>();
  private final Map<String, EntryTarget> defaults = new HashMap<>();
  private final Map<String, Map<Integer, EntryTarget.ActionCall>> members = new HashMap<>();
  private final Map<String, Map<Integer, List<WeightedMember>>> groups = new HashMap<>();
  private final Map<Cell, PacketByteCount> counters = new HashMap<>();
  private final Map<Cell, Bits> registers = new HashMap<>();
  private final Map<String, List<List<MatchValue>>> valueSets = new HashMap<>();
  private final Map<List<Object>, PacketByteCount> directCounters = new HashMap<>();

  final Map<Integer, List<Replica>> multicastGroups = new TreeMap<>();
  final Map<Integer, CloneSession> cloneSessions = new TreeMap<>();
  final Map<String, Optional<MeterConfig>> meters = new TreeMap<>();
  final List<List<Change>> applied = new ArrayList<>();

  /** Changes that this pipeline refuses although the server's checks let them pass. */
  Predicate<Change> refuses = _ -> false;

  /** Runs inside {@link #apply}. */
  Runnable whileApplying = () -> {};

  FakePipeline(P4InfoIndex info) {
    this.info = info;
    info.tables().forEach(table -> tables.put(table.name(), new LinkedHashMap<>()));
    info.actionProfiles()
        .forEach(profile -> {
          members.put(profile.name(), new TreeMap<>());
          groups.put(profile.name(), new TreeMap<>());
        });
    info.tables()
        .find("constant")
        .ifPresent(_ -> {
          initial("ingress.constant", 1, true);
          initial("ingress.constant", 2, true);
        });
    info.tables()
        .find("initial")
        .ifPresent(_ -> {
          initial("ingress.initial", 1, true);
          initial("ingress.initial", 2, false);
        });
    resetDefaults();
  }

  private void initial(String table, int key, boolean isConst) {
    put(
        new TableEntry(
            table,
            List.of(new MatchValue.Exact(Bits.of(key, 8))),
            0,
            new EntryTarget.ActionCall("NoAction", List.of()),
            isConst,
            0,
            ""));
  }

  private void resetDefaults() {
    for (String table : tables.keySet()) {
      resetDefault(table);
    }
  }

  private void resetDefault(String table) {
    defaults.put(
        table,
        table.equals("ingress.keyless")
            ? new EntryTarget.ActionCall("ingress.set_mark", List.of(Bits.of(0, 8)))
            : new EntryTarget.ActionCall("NoAction", List.of()));
  }

  @Override
  public PipelineControl control() {
    return this;
  }

  @Override
  public ReplicationControl replication() {
    return this;
  }

  @Override
  public OptionalLong sinceLastHitNs(TableEntry entry) {
    return OptionalLong.of(77);
  }

  @Override
  public void apply(List<Change> changes) {
    whileApplying.run();
    for (Change change : changes) {
      if (refuses.test(change)) {
        throw new InvalidChangeException("the pipeline refuses " + change);
      }
    }
    applied.add(List.copyOf(changes));
    changes.forEach(this::apply);
  }

  private void apply(Change change) {
    switch (change) {
      case Change.PutEntry(var entry) -> put(entry);
      case Change.RemoveEntry(var table, var key, var priority) -> {
        table(table).remove(new EntryKey(key, priority));
        directCounters.remove(List.of(table, new EntryKey(key, priority)));
      }
      case Change.SetDefault(var table, var target) -> defaults.put(table, target);
      case Change.ResetDefault(var table) -> resetDefault(table);
      case Change.PutMember(var profile, var id, var action) ->
          required(members, profile).put(id, action);
      case Change.RemoveMember(var profile, var id) -> required(members, profile).remove(id);
      case Change.PutGroup(var profile, var id, var weighted) ->
          required(groups, profile).put(id, weighted);
      case Change.RemoveGroup(var profile, var id) -> required(groups, profile).remove(id);
      case Change.WriteRegister(var register, var index, var value) ->
          registers.put(new Cell(register, index), value);
      case Change.WriteCounter(var counter, var index, var value) ->
          counters.put(new Cell(counter, index), value);
      case Change.SetValueSet(var set, var values) -> valueSets.put(set, values);
      case Change.ConfigureMeter(var meter, var index, var config) ->
          meters.put(meter + "[" + index + "]", config);
      case Change.ConfigureDirectMeter(var table, var _, var _, var config) ->
          meters.put(table, config);
      case Change.WriteDirectCounter(var table, var key, var priority, var value) ->
          directCounters.put(List.of(table, new EntryKey(key, priority)), value);
    }
  }

  private void put(TableEntry entry) {
    table(entry.table()).put(EntryKey.of(entry), entry);
  }

  private Map<EntryKey, TableEntry> table(String name) {
    return required(tables, name);
  }

  private static <T> T required(Map<String, T> map, String name) {
    return Optional.ofNullable(map.get(name))
        .orElseThrow(() -> new UnknownNameException("no '" + name + "'"));
  }

  @Override
  public Set<String> tables() {
    return tables.keySet();
  }

  @Override
  public List<TableEntry> entries(String table) {
    return List.copyOf(table(table).values());
  }

  @Override
  public Optional<EntryTarget> defaultTarget(String table) {
    table(table);
    return Optional.ofNullable(defaults.get(table));
  }

  @Override
  public Map<Integer, EntryTarget.ActionCall> members(String profile) {
    return required(members, profile);
  }

  Map<Integer, List<WeightedMember>> groups(String profile) {
    return required(groups, profile);
  }

  @Override
  public PacketByteCount counter(String counter, int index) {
    return counters.getOrDefault(new Cell(counter, index), PacketByteCount.ZERO);
  }

  @Override
  public PacketByteCount directCounter(TableEntry entry) {
    return directCounters.getOrDefault(
        List.of(entry.table(), EntryKey.of(entry)), PacketByteCount.ZERO);
  }

  @Override
  public Optional<MeterConfig> meter(String meter, int index) {
    return Optional.empty();
  }

  @Override
  public long lastHitPs(TableEntry entry) {
    return Long.MIN_VALUE;
  }

  @Override
  public Bits register(String register, int index) {
    P4InfoIndex.RegisterInfo named = info.registers().named(register);
    int width =
        switch (named.type().getTypeSpecCase()) {
          case BOOL -> 1;
          case SERIALIZABLE_ENUM -> 2;
          default -> named.width().orElseThrow();
        };
    return registers.getOrDefault(new Cell(register, index), Bits.zero(width));
  }

  @Override
  public List<List<MatchValue>> valueSet(String valueSet) {
    return valueSets.getOrDefault(valueSet, List.of());
  }

  @Override
  public void putMulticastGroup(int id, List<Replica> replicas) {
    multicastGroups.put(id, replicas);
  }

  @Override
  public void removeMulticastGroup(int id) {
    multicastGroups.remove(id);
  }

  @Override
  public void putCloneSession(int id, CloneSession session) {
    cloneSessions.put(id, session);
  }

  @Override
  public void removeCloneSession(int id) {
    cloneSessions.remove(id);
  }
}
