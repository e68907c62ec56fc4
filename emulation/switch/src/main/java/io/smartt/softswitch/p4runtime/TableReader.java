package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.softswitch.p4runtime.EntityReader.ReadContext;
import io.smartt.softswitch.p4runtime.EntityStore.StoredEntry;
import org.p4.v1.DirectCounterEntry;
import org.p4.v1.DirectMeterEntry;
import org.p4.v1.Entity;
import org.p4.v1.TableAction;
import org.p4.v1.TableEntry;

/** Reads table entries, default entries and what is attached to them (section 9.1.6). */
record TableReader(ReadContext context) {
  void read(TableEntry request) {
    if (request.getTableId() == 0) {
      requireNoFilter(request);
    }
    for (TableInfo table :
        context.selected(context.info().tables(), "table", request.getTableId())) {
      if (request.getIsDefaultAction()) {
        readDefault(table, request);
      } else {
        for (StoredEntry entry : select(table, request)) {
          emit(message(table, entry, request));
        }
      }
    }
  }

  /** The entries that the filters let pass. */
  List<StoredEntry> select(TableInfo table, TableEntry request) {
    Map<TableEntryWriter.EntryKey, StoredEntry> entries = context.store().entries(table);
    Optional<String> action = actionFilter(table, request);
    if (request.getMatchCount() > 0 && (!table.needsPriority() || request.getPriority() != 0)) {
      TableEntryWriter.EntryKey key = TableEntryWriter.key(table, request);
      return Optional.ofNullable(entries.get(key)).stream()
          .filter(entry -> passes(entry, request, action))
          .toList();
    }
    Optional<List<MatchValue>> match =
        request.getMatchCount() == 0
            ? Optional.empty()
            : Optional.of(
                new MatchKeys(TableEntryWriter.owner(table), table.matchFields())
                    .decode(request.getMatchList()));
    return entries.values().stream()
        .filter(entry -> match.map(entry.entry().key()::equals).orElse(true))
        .filter(entry -> passes(entry, request, action))
        .toList();
  }

  private static boolean passes(StoredEntry stored, TableEntry request, Optional<String> action) {
    return (request.getPriority() == 0 || stored.entry().priority() == request.getPriority())
        && (TableEntryWriter.cookie(request) == 0
            || stored.controllerMetadata() == TableEntryWriter.cookie(request))
        && (request.getMetadata().isEmpty()
            || stored.entry().metadata().equals(TableEntryWriter.text(request.getMetadata())))
        && action.map(name -> runs(stored, name)).orElse(true);
  }

  private static boolean runs(StoredEntry stored, String action) {
    return stored.entry().target() instanceof EntryTarget.ActionCall call
        && call.action().equals(action);
  }

  private Optional<String> actionFilter(TableInfo table, TableEntry request) {
    if (!request.hasAction()) {
      return Optional.empty();
    }
    String owner = TableEntryWriter.owner(table);
    // Clients, BMv2's tests among them, name an entry by the whole of it, as they wrote it.
    boolean named = request.getMatchCount() > 0;
    if (!request.getAction().hasAction() || table.implementation().isPresent()) {
      if (named) {
        return Optional.empty();
      }
      throw Refusal.invalid(
          owner
              + ": entries can be filtered by an action_id of a table without action profile only");
    }
    if (!named && request.getAction().getAction().getParamsCount() > 0) {
      throw Refusal.invalid(owner + ": entries cannot be filtered by action parameters");
    }
    int id = request.getAction().getAction().getActionId();
    return Optional.of(Lookup.require(table.actionRefs(), "action of " + owner, id).name());
  }

  private void readDefault(TableInfo table, TableEntry request) {
    DirectResources.refuseOnDefault(table, request);
    Optional<StoredEntry> written =
        Optional.ofNullable(context.store().defaults().get(table.name()));
    TableEntry.Builder message =
        TableEntry.newBuilder().setTableId(table.id()).setIsDefaultAction(true);
    Optional<EntryTarget> target =
        written
            .map(stored -> stored.entry().target())
            .or(() -> context.control().defaultTarget(table.name()));
    target.ifPresent(found -> {
      if (found instanceof EntryTarget.ActionCall call) {
        message.setAction(
            TableAction.newBuilder().setAction(ActionCalls.encode(call, context.info())));
      }
    });
    written.ifPresent(stored -> setOpaque(message, stored));
    message.setIsConst(
        table.defaultAction().constant().isPresent() || table.implementation().isPresent());
    emit(message);
  }

  private TableEntry.Builder message(TableInfo table, StoredEntry stored, TableEntry request) {
    TableEntry.Builder message = key(table, stored).setAction(action(stored));
    message.setIdleTimeoutNs(stored.entry().idleTimeoutNs()).setIsConst(stored.entry().isConst());
    setOpaque(message, stored);
    if (request.hasCounterData() && table.perEntry().counter().isPresent()) {
      message.setCounterData(Counters.message(context.control().directCounter(stored.entry())));
    }
    if (request.hasMeterConfig()) {
      stored.meterConfig().ifPresent(message::setMeterConfig);
    }
    if (request.hasMeterCounterData()) {
      throw Meters.noColourCounters();
    }
    if (request.hasTimeSinceLastHit()) {
      sinceLastHit(table, stored)
          .ifPresent(elapsed -> message.getTimeSinceLastHitBuilder().setElapsedNs(elapsed));
    }
    return message;
  }

  /** Table, match and priority. */
  TableEntry.Builder key(TableInfo table, StoredEntry stored) {
    return TableEntry.newBuilder()
        .setTableId(table.id())
        .addAllMatch(
            new MatchKeys(TableEntryWriter.owner(table), table.matchFields())
                .encode(stored.entry().key()))
        .setPriority(stored.entry().priority());
  }

  @SuppressWarnings("deprecation")
  static void setOpaque(TableEntry.Builder message, StoredEntry stored) {
    message
        .setMetadata(TableEntryWriter.bytes(stored.entry().metadata()))
        .setControllerMetadata(stored.controllerMetadata());
  }

  private TableAction action(StoredEntry stored) {
    if (stored.oneShot().isPresent()) {
      return TableAction.newBuilder()
          .setActionProfileActionSet(stored.oneShot().get().written())
          .build();
    }
    return switch (stored.entry().target()) {
      case EntryTarget.ActionCall call ->
          TableAction.newBuilder().setAction(ActionCalls.encode(call, context.info())).build();
      case EntryTarget.Member(var id) ->
          TableAction.newBuilder().setActionProfileMemberId(id).build();
      case EntryTarget.Group(var id) ->
          TableAction.newBuilder().setActionProfileGroupId(id).build();
    };
  }

  private OptionalLong sinceLastHit(TableInfo table, StoredEntry stored) {
    if (!table.perEntry().idleTimeout()) {
      throw Refusal.invalid(
          TableEntryWriter.owner(table) + " has no idle timeout; leave time_since_last_hit out");
    }
    return context.pipeline().device().sinceLastHitNs(stored.entry());
  }

  private void emit(TableEntry.Builder entry) {
    context.emit(Entity.newBuilder().setTableEntry(entry));
  }

  private static void requireNoFilter(TableEntry request) {
    boolean filtered =
        request.getMatchCount() > 0
            || request.hasAction()
            || request.getPriority() != 0
            || TableEntryWriter.cookie(request) != 0
            || !request.getMetadata().isEmpty()
            || request.getIsDefaultAction();
    if (filtered) {
      throw Refusal.invalid(
          "table_id 0 reads all tables and takes no filter; set table_id or leave the filters out");
    }
  }

  /** Reads direct counters and meters by the entries they belong to (sections 9.3.1 and 9.4.1). */
  static final class DirectReader {
    private final ReadContext context;
    private final TableReader tables;

    DirectReader(ReadContext context) {
      this.context = context;
      this.tables = new TableReader(context);
    }

    void counters(DirectCounterEntry request) {
      TableEntry wanted = identity(request.getTableEntry());
      for (TableInfo table : tables(wanted, table -> table.perEntry().counter(), "counter")) {
        forEach(
            table,
            wanted,
            (stored, key) ->
                context.emit(
                    Entity.newBuilder()
                        .setDirectCounterEntry(
                            DirectCounterEntry.newBuilder()
                                .setTableEntry(key)
                                .setData(
                                    Counters.message(
                                        context.control().directCounter(stored.entry()))))));
      }
    }

    void meters(DirectMeterEntry request) {
      TableEntry wanted = identity(request.getTableEntry());
      if (request.hasCounterData()) {
        throw Meters.noColourCounters();
      }
      for (TableInfo table : tables(wanted, table -> table.perEntry().meter(), "meter")) {
        forEach(
            table,
            wanted,
            (stored, key) -> {
              DirectMeterEntry.Builder entry = DirectMeterEntry.newBuilder().setTableEntry(key);
              stored.meterConfig().ifPresent(entry::setConfig);
              context.emit(Entity.newBuilder().setDirectMeterEntry(entry));
            });
      }
    }

    /** Returns what says which entry is meant; clients send the whole entry that they wrote. */
    private static TableEntry identity(TableEntry sent) {
      return TableEntry.newBuilder()
          .setTableId(sent.getTableId())
          .addAllMatch(sent.getMatchList())
          .setPriority(sent.getPriority())
          .setIsDefaultAction(sent.getIsDefaultAction())
          .build();
    }

    /** The tables meant that have what is read; a table that is named must have it. */
    private List<TableInfo> tables(
        TableEntry wanted, Function<TableInfo, Optional<?>> resource, String what) {
      if (wanted.getIsDefaultAction()) {
        throw Refusal.directOfDefault("");
      }
      List<TableInfo> tables = new ArrayList<>();
      for (TableInfo table :
          context.selected(context.info().tables(), "table", wanted.getTableId())) {
        if (resource.apply(table).isPresent()) {
          tables.add(table);
        } else if (wanted.getTableId() != 0) {
          throw Refusal.invalid(TableEntryWriter.owner(table) + " has no direct " + what);
        }
      }
      return tables;
    }

    private void forEach(
        TableInfo table, TableEntry wanted, BiConsumer<StoredEntry, TableEntry.Builder> found) {
      List<StoredEntry> entries = tables.select(table, wanted);
      if (entries.isEmpty() && wanted.getMatchCount() > 0) {
        throw Refusal.notFound(
            "%s has no entry %s"
                .formatted(
                    TableEntryWriter.owner(table),
                    TableEntryWriter.describe(table, TableEntryWriter.key(table, wanted))));
      }
      entries.forEach(stored -> found.accept(stored, tables.key(table, stored)));
    }
  }
}
