package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.info.TableInfo;
import java.util.List;
import java.util.function.BiConsumer;
import org.p4.v1.DirectCounterEntry;
import org.p4.v1.DirectMeterEntry;
import org.p4.v1.Entity;
import org.p4.v1.TableEntry;

/** Reads direct counters and meters by the entries they belong to (sections 9.3.1 and 9.4.1). */
final class DirectReader {
  private final ReadContext context;
  private final TableReader tables;

  DirectReader(ReadContext context) {
    this.context = context;
    this.tables = new TableReader(context);
  }

  void counters(DirectCounterEntry request) {
    TableEntry wanted = identity(request.getTableEntry());
    for (TableInfo table : tables(wanted)) {
      if (table.directCounter().isEmpty()) {
        requireWildcard(wanted, table, "counter");
        continue;
      }
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
    for (TableInfo table : tables(wanted)) {
      if (table.directMeter().isEmpty()) {
        requireWildcard(wanted, table, "meter");
        continue;
      }
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

  private List<TableInfo> tables(TableEntry wanted) {
    if (wanted.getIsDefaultAction()) {
      throw Refusal.unimplemented(
          "this switch keeps no direct counter or meter for default entries");
    }
    return context.selected(context.info().tables(), "table", wanted.getTableId());
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

  private static void requireWildcard(TableEntry wanted, TableInfo table, String what) {
    if (wanted.getTableId() != 0) {
      throw Refusal.invalid(TableEntryWriter.owner(table) + " has no direct " + what);
    }
  }
}
