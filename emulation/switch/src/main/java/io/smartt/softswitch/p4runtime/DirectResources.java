package io.smartt.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex.MeterInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.softswitch.p4runtime.EntityStore.StoredEntry;
import io.smartt.softswitch.p4runtime.TableEntryWriter.EntryKey;
import java.util.Optional;
import org.p4.v1.CounterData;
import org.p4.v1.DirectCounterEntry;
import org.p4.v1.DirectMeterEntry;
import org.p4.v1.MeterConfig;
import org.p4.v1.Update;

/** The counter and the meter of table entries (P4Runtime sections 9.1.7, 9.3.1 and 9.4.1). */
record DirectResources(WriteContext context) {
  /**
   * Writes what comes with an INSERT or MODIFY of the entry: an unset counter stays, an unset meter
   * config goes back to green.
   */
  void writeWithEntry(
      TableInfo table,
      EntryKey key,
      org.p4.v1.TableEntry message,
      Optional<MeterConfig> oldMeterConfig) {
    if (message.hasCounterData()) {
      requireCounter(table);
      setCounter(table, key, message.getCounterData());
    }
    if (message.hasMeterCounterData()) {
      throw Meters.noColourCounters();
    }
    if (message.hasMeterConfig()) {
      setMeter(table, key, Optional.of(message.getMeterConfig()));
    } else if (oldMeterConfig.isPresent()) {
      setMeter(table, key, Optional.empty());
    }
  }

  /** Refuses a counter or a meter of a default entry, in a write and in a read. */
  static void refuseOnDefault(TableInfo table, org.p4.v1.TableEntry message) {
    if (message.hasCounterData() || message.hasMeterConfig() || message.hasMeterCounterData()) {
      throw Refusal.directOfDefault(TableEntryWriter.owner(table) + ": ");
    }
  }

  void write(Update.Type type, DirectCounterEntry message) {
    TableInfo table = table(type, message.getTableEntry(), "a direct counter");
    requireCounter(table);
    EntryKey key = existing(table, message.getTableEntry());
    if (message.hasData()) {
      setCounter(table, key, message.getData());
    }
  }

  void write(Update.Type type, DirectMeterEntry message) {
    TableInfo table = table(type, message.getTableEntry(), "a direct meter");
    requireMeter(table);
    if (message.hasCounterData()) {
      throw Meters.noColourCounters();
    }
    EntryKey key = existing(table, message.getTableEntry());
    setMeter(table, key, message.hasConfig() ? Optional.of(message.getConfig()) : Optional.empty());
  }

  private TableInfo table(Update.Type type, org.p4.v1.TableEntry message, String what) {
    Refusal.requireModify(type, what);
    TableInfo table = context.owned(context.info().tables(), "table", message.getTableId());
    if (message.getIsDefaultAction()) {
      throw Refusal.directOfDefault(TableEntryWriter.owner(table) + ": ");
    }
    return table;
  }

  private EntryKey existing(TableInfo table, org.p4.v1.TableEntry message) {
    EntryKey key = TableEntryWriter.key(table, message);
    if (context.store().entry(table, key).isEmpty()) {
      throw Refusal.notFound(
          "%s has no entry %s"
              .formatted(TableEntryWriter.owner(table), TableEntryWriter.describe(table, key)));
    }
    return key;
  }

  private void setCounter(TableInfo table, EntryKey key, CounterData data) {
    PacketByteCount value = Counters.value(TableEntryWriter.owner(table), data);
    context
        .effects()
        .change(new Change.WriteDirectCounter(table.name(), key.key(), key.priority(), value));
  }

  private void setMeter(TableInfo table, EntryKey key, Optional<MeterConfig> config) {
    MeterInfo meter = requireMeter(table);
    Optional<PipelineControl.MeterConfig> rates = config.map(c -> Meters.rates(meter, c));
    StoredEntry old = context.store().entry(table, key).orElseThrow();
    context
        .journal()
        .put(
            context.store().entries(table),
            key,
            new StoredEntry(old.entry(), old.controllerMetadata(), old.oneShot(), config));
    context
        .effects()
        .change(new Change.ConfigureDirectMeter(table.name(), key.key(), key.priority(), rates));
  }

  private static void requireCounter(TableInfo table) {
    if (table.perEntry().counter().isEmpty()) {
      throw Refusal.invalid(TableEntryWriter.owner(table) + " has no direct counter");
    }
  }

  private static MeterInfo requireMeter(TableInfo table) {
    return table
        .perEntry()
        .meter()
        .orElseThrow(() -> Refusal.invalid(TableEntryWriter.owner(table) + " has no direct meter"));
  }
}
