package io.smartt.switchd.thrift;

import static io.smartt.switchd.thrift.ThriftMethod.NOTHING;
import static io.smartt.switchd.thrift.ThriftMethod.standard;
import static io.smartt.switchd.thrift.ThriftValue.i32;
import static io.smartt.switchd.thrift.ThriftValue.i64;

import module java.base;

import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.switchd.thrift.ThriftMethod.ThriftFault;
import org.p4.v1.Action;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.CounterData;
import org.p4.v1.DirectCounterEntry;
import org.p4.v1.Entity;
import org.p4.v1.TableAction;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;

/**
 * Entries of tables and what is attached to them: the {@code bm_mt_*} methods of the standard
 * service.
 */
record TableCalls(Program program) {
  private static final long NS_PER_MS = 1_000_000;

  void addTo(Map<String, ThriftMethod> methods) {
    methods.put(standard("bm_mt_add_entry"), call -> add(call, action(call, 4, 5), call.struct(6)));
    methods.put(
        standard("bm_mt_indirect_add_entry"), call -> add(call, member(call, 4), call.struct(5)));
    methods.put(
        standard("bm_mt_indirect_ws_add_entry"),
        call -> add(call, filled(call, 4), call.struct(5)));
    methods.put(standard("bm_mt_modify_entry"), call -> modify(call, action(call, 4, 5)));
    methods.put(standard("bm_mt_indirect_modify_entry"), call -> modify(call, member(call, 4)));
    methods.put(standard("bm_mt_indirect_ws_modify_entry"), call -> modify(call, filled(call, 4)));
    methods.put(standard("bm_mt_delete_entry"), call -> delete(table(call, false), call));
    methods.put(standard("bm_mt_indirect_delete_entry"), call -> delete(table(call, true), call));
    methods.put(standard("bm_mt_set_entry_ttl"), this::setTimeout);
    methods.put(standard("bm_mt_indirect_set_entry_ttl"), this::setTimeout);
    methods.put(
        standard("bm_mt_set_default_action"),
        call -> setDefault(table(call), Optional.of(action(call, 3, 4))));
    methods.put(
        standard("bm_mt_indirect_set_default_member"),
        call -> setDefault(table(call), Optional.of(member(call, 3))));
    methods.put(
        standard("bm_mt_indirect_ws_set_default_group"),
        call -> setDefault(table(call), Optional.of(group(call, 3))));
    methods.put(
        standard("bm_mt_reset_default_entry"), call -> setDefault(table(call), Optional.empty()));
    methods.put(
        standard("bm_mt_indirect_reset_default_entry"),
        call -> setDefault(table(call), Optional.empty()));
    methods.put(standard("bm_mt_clear_entries"), this::clear);
    methods.put(standard("bm_mt_get_num_entries"), call -> i64(entries(table(call), false).size()));
    methods.put(standard("bm_mt_get_entries"), this::getEntries);
    methods.put(
        standard("bm_mt_get_entry"),
        call -> message(table(call), found(table(call), call.integer(3))));
    methods.put(standard("bm_mt_get_entry_from_key"), this::getFromKey);
    methods.put(standard("bm_mt_get_default_entry"), this::getDefault);
    methods.put(standard("bm_mt_read_counter"), this::readCounter);
    methods.put(standard("bm_mt_write_counter"), this::writeCounter);
    methods.put(standard("bm_mt_reset_counters"), this::resetCounters);
  }

  /** The table that the second argument names. */
  TableInfo table(Arguments call) {
    String name = call.text(2);
    return program
        .info()
        .tables()
        .find(name)
        .orElseThrow(() -> new ThriftFault(Errors.INVALID_TABLE_NAME, "no table " + name));
  }

  /** Table, match and priority of the entry of a handle. */
  TableEntry key(TableInfo table, int handle) {
    return program
        .handles()
        .key(table.id(), handle)
        .or(() -> {
          // It may have come over P4Runtime since.
          entries(table, false);
          return program.handles().key(table.id(), handle);
        })
        .orElseThrow(() -> new ThriftFault(Errors.INVALID_HANDLE, "no entry " + handle));
  }

  private TableAction action(Arguments call, int name, int data) {
    TableInfo table = table(call, false);
    Action action = TableMessages.action(program.info(), call.text(name), call.binaries(data));
    if (table.actionRefs().find(action.getActionId()).isEmpty()) {
      throw new ThriftFault(
          Errors.INVALID_ACTION_NAME, "table " + table.name() + " has no " + call.text(name));
    }
    return TableAction.newBuilder().setAction(action).build();
  }

  private TableAction member(Arguments call, int handle) {
    var _ = table(call, true);
    return TableAction.newBuilder()
        .setActionProfileMemberId(ProfileCalls.id(call.integer(handle), Errors.INVALID_MBR_HANDLE))
        .build();
  }

  private TableAction group(Arguments call, int handle) {
    var _ = table(call, true);
    return TableAction.newBuilder()
        .setActionProfileGroupId(ProfileCalls.id(call.integer(handle), Errors.INVALID_GRP_HANDLE))
        .build();
  }

  /** A group for an entry has members, as in BMv2; a default's may be empty. */
  private TableAction filled(Arguments call, int handle) {
    TableAction group = group(call, handle);
    ActionProfileGroup.Builder asked =
        ActionProfileGroup.newBuilder()
            .setActionProfileId(table(call).implementation().orElseThrow().id())
            .setGroupId(group.getActionProfileGroupId());
    if (program.read(Entity.newBuilder().setActionProfileGroup(asked)).stream()
        .anyMatch(found -> found.getActionProfileGroup().getMembersCount() == 0)) {
      throw new ThriftFault(Errors.EMPTY_GRP, "group " + call.integer(handle) + " has no members");
    }
    return group;
  }

  /** The table that the second argument names, where its entries are of this kind. */
  private TableInfo table(Arguments call, boolean indirect) {
    TableInfo table = table(call);
    if (table.implementation().isPresent() != indirect) {
      throw new ThriftFault(
          Errors.WRONG_TABLE_TYPE,
          "table " + table.name() + (indirect ? " has no" : " has an") + " action profile");
    }
    return table;
  }

  private ThriftValue add(Arguments call, TableAction action, Arguments options) {
    TableInfo table = table(call);
    if (table.keyless()) {
      throw new ThriftFault(Errors.NO_TABLE_KEY, "table " + table.name() + " has no key");
    }
    TableEntry.Builder entry = TableMessages.key(table, call.structs(3), options);
    write(Update.Type.INSERT, entry.setAction(action), Errors.IMMUTABLE_TABLE_ENTRIES);
    int handle = program.handles().of(entry.build());
    program
        .handles()
        .written(
            table.id(),
            handle,
            ThriftValue.structs(call.structs(3).stream().map(Arguments::struct).toList()));
    return i32(handle);
  }

  private ThriftValue modify(Arguments call, TableAction action) {
    TableInfo table = table(call);
    TableEntry entry = found(table, call.integer(3));
    return write(
        Update.Type.MODIFY, writable(entry).setAction(action), Errors.IMMUTABLE_TABLE_ENTRIES);
  }

  private ThriftValue delete(TableInfo table, Arguments call) {
    int handle = call.integer(3);
    write(Update.Type.DELETE, key(table, handle).toBuilder(), Errors.IMMUTABLE_TABLE_ENTRIES);
    program.handles().forget(table.id(), handle);
    return NOTHING;
  }

  private ThriftValue setTimeout(Arguments call) {
    TableInfo table = table(call);
    if (!table.perEntry().idleTimeout()) {
      throw new ThriftFault(Errors.AGEING_DISABLED, "table " + table.name() + " has no timeout");
    }
    TableEntry entry = found(table, call.integer(3));
    return write(
        Update.Type.MODIFY,
        writable(entry).setIdleTimeoutNs(call.whole(4) * NS_PER_MS),
        Errors.IMMUTABLE_TABLE_ENTRIES);
  }

  private ThriftValue setDefault(TableInfo table, Optional<TableAction> action) {
    if (action.isEmpty() && table.defaultAction().constant().isPresent()) {
      return NOTHING;
    }
    TableEntry.Builder entry =
        TableEntry.newBuilder().setTableId(table.id()).setIsDefaultAction(true);
    action.ifPresent(entry::setAction);
    return write(Update.Type.MODIFY, entry, Errors.DEFAULT_ENTRY_IS_CONST);
  }

  private ThriftValue clear(Arguments call) {
    TableInfo table = table(call);
    for (TableEntry entry : entries(table, false)) {
      write(Update.Type.DELETE, keyOf(entry), Errors.IMMUTABLE_TABLE_ENTRIES);
    }
    program.handles().retain(table.id(), List.of());
    return call.flag(3) ? setDefault(table, Optional.empty()) : NOTHING;
  }

  private ThriftValue getEntries(Arguments call) {
    TableInfo table = table(call);
    return ThriftValue.structs(
        entries(table, true).stream().map(entry -> message(table, entry)).toList());
  }

  private ThriftValue getFromKey(Arguments call) {
    TableInfo table = table(call);
    TableEntry key = TableMessages.key(table, call.structs(3), call.struct(4)).build();
    return message(
        table,
        find(table, key).orElseThrow(() -> new ThriftFault(Errors.BAD_MATCH_KEY, "no such entry")));
  }

  private ThriftValue getDefault(Arguments call) {
    TableEntry.Builder request =
        TableEntry.newBuilder().setTableId(table(call).id()).setIsDefaultAction(true);
    TableAction action =
        program.read(Entity.newBuilder().setTableEntry(request)).stream()
            .findFirst()
            .map(found -> found.getTableEntry().getAction())
            .orElseGet(TableAction::getDefaultInstance);
    return TableMessages.actionEntry(program.info(), action);
  }

  private ThriftValue readCounter(Arguments call) {
    CounterData data =
        program.read(counter(call, Optional.empty())).stream()
            .findFirst()
            .map(found -> found.getDirectCounterEntry().getData())
            .orElseThrow(() -> new ThriftFault(Errors.INVALID_HANDLE, "no such entry"));
    return ArrayCalls.counter(data.getByteCount(), data.getPacketCount());
  }

  private ThriftValue writeCounter(Arguments call) {
    Arguments value = call.struct(4);
    return write(
        counter(
            call,
            Optional.of(
                CounterData.newBuilder()
                    .setByteCount(value.whole(1))
                    .setPacketCount(value.whole(2))
                    .build())));
  }

  private ThriftValue resetCounters(Arguments call) {
    TableInfo table = table(call);
    requireCounters(table);
    for (TableEntry entry : entries(table, false)) {
      write(
          Entity.newBuilder()
              .setDirectCounterEntry(
                  DirectCounterEntry.newBuilder()
                      .setTableEntry(keyOf(entry))
                      .setData(CounterData.getDefaultInstance())));
    }
    return NOTHING;
  }

  private Entity.Builder counter(Arguments call, Optional<CounterData> data) {
    TableInfo table = table(call);
    requireCounters(table);
    DirectCounterEntry.Builder entry =
        DirectCounterEntry.newBuilder().setTableEntry(key(table, call.integer(3)));
    data.ifPresent(entry::setData);
    return Entity.newBuilder().setDirectCounterEntry(entry);
  }

  private static void requireCounters(TableInfo table) {
    if (table.perEntry().counter().isEmpty()) {
      throw new ThriftFault(Errors.COUNTERS_DISABLED, "table " + table.name());
    }
  }

  private ThriftValue write(Entity.Builder entity) {
    return Errors.require(
        program.write(Update.Type.MODIFY, entity),
        Errors.INVALID_HANDLE,
        Errors.ERROR,
        Errors.ERROR);
  }

  private ThriftValue write(Update.Type type, TableEntry.Builder entry, int denied) {
    int missing =
        entry.getAction().hasAction() || !entry.hasAction()
            ? Errors.INVALID_HANDLE
            : entry.getAction().getActionProfileGroupId() != 0
                ? Errors.INVALID_GRP_HANDLE
                : Errors.INVALID_MBR_HANDLE;
    return Errors.require(
        program.write(type, Entity.newBuilder().setTableEntry(entry)),
        missing,
        denied,
        Errors.ERROR);
  }

  private TableEntry found(TableInfo table, int handle) {
    return find(table, key(table, handle))
        .orElseThrow(() -> new ThriftFault(Errors.INVALID_HANDLE, "no entry " + handle));
  }

  private Optional<TableEntry> find(TableInfo table, TableEntry key) {
    return entries(table, true).stream()
        .filter(entry ->
            entry.getMatchList().equals(key.getMatchList())
                && entry.getPriority() == key.getPriority())
        .findFirst();
  }

  /** Reads every entry, each with its handle. */
  private List<TableEntry> entries(TableInfo table, boolean sinceHit) {
    TableEntry.Builder request = TableEntry.newBuilder().setTableId(table.id());
    if (sinceHit && table.perEntry().idleTimeout()) {
      request.setTimeSinceLastHit(TableEntry.IdleTimeout.getDefaultInstance());
    }
    List<TableEntry> entries =
        program.read(Entity.newBuilder().setTableEntry(request)).stream()
            .map(Entity::getTableEntry)
            .toList();
    EntryHandles handles = program.handles();
    handles.retain(table.id(), entries);
    entries.forEach(handles::of);
    return entries;
  }

  private ThriftValue message(TableInfo table, TableEntry entry) {
    Optional<Long> idleMs =
        table.perEntry().idleTimeout()
            ? Optional.of(entry.getTimeSinceLastHit().getElapsedNs() / NS_PER_MS)
            : Optional.empty();
    int handle = program.handles().of(entry);
    ThriftValue.Struct read = TableMessages.entry(program.info(), table, entry, handle, idleMs);
    Map<Integer, ThriftValue> fields = new TreeMap<>(read.fields());
    program.handles().written(table.id(), handle).ifPresent(key -> fields.put(1, key));
    return new ThriftValue.Struct(fields);
  }

  private static TableEntry.Builder keyOf(TableEntry entry) {
    return TableEntry.newBuilder()
        .setTableId(entry.getTableId())
        .addAllMatch(entry.getMatchList())
        .setPriority(entry.getPriority());
  }

  /** An entry as it was read, but for what only a read has. */
  private static TableEntry.Builder writable(TableEntry entry) {
    return entry.toBuilder().clearTimeSinceLastHit().clearIsConst();
  }

  /** A struct of fields in their order. */
  static ThriftValue.Struct struct(Map<Integer, ThriftValue> fields) {
    return new ThriftValue.Struct(new TreeMap<>(fields));
  }
}
