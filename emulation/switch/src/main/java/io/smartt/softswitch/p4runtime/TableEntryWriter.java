package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.softswitch.p4runtime.EntityStore.StoredEntry;
import org.p4.v1.Update;

/** Inserts, modifies and deletes match entries (P4Runtime section 9.1). */
final class TableEntryWriter {
  private final WriteContext context;
  private final TableTargets targets;
  private final DirectResources resources;

  TableEntryWriter(WriteContext context) {
    this.context = context;
    this.targets = new TableTargets(context);
    this.resources = new DirectResources(context);
  }

  void write(Update.Type type, org.p4.v1.TableEntry message) {
    TableInfo table = context.owned(context.info().tables(), "table", message.getTableId());
    if (message.getIsConst()) {
      throw Refusal.invalid(owner(table) + ": is_const is the server's to say; leave it out");
    }
    if (message.getIsDefaultAction()) {
      new DefaultEntryWriter(context).write(type, table, message);
      return;
    }
    requireWritable(type, table, message);
    EntryKey key = key(table, message);
    switch (type) {
      case INSERT -> insert(table, key, message);
      case MODIFY -> modify(table, key, message);
      case DELETE -> delete(table, key);
      case UNSPECIFIED, UNRECOGNIZED -> throw EntityWriter.noType();
    }
  }

  /** The identity of an entry: its match and priority. */
  static EntryKey key(TableInfo table, org.p4.v1.TableEntry message) {
    requirePriority(table, message.getPriority());
    return new EntryKey(
        new MatchKeys(owner(table), table.matchFields()).decode(message.getMatchList()),
        message.getPriority());
  }

  private static void requirePriority(TableInfo table, int priority) {
    if (table.needsPriority() && priority <= 0) {
      throw Refusal.invalid(
          "%s has ternary, range or optional fields: priority %d must be above 0"
              .formatted(owner(table), priority));
    }
    if (!table.needsPriority() && priority != 0) {
      throw Refusal.invalid(
          "%s has only exact and lpm fields: priority %d must be 0"
              .formatted(owner(table), priority));
    }
  }

  static String owner(TableInfo table) {
    return "table '" + table.name() + "'";
  }

  /** Says for messages what the entry matches. */
  static String describe(TableInfo table, EntryKey key) {
    StringBuilder text = new StringBuilder();
    List<MatchValue> values = key.key();
    for (int i = 0; i < values.size(); i++) {
      if (!(values.get(i) instanceof MatchValue.Any)) {
        text.append(text.isEmpty() ? "" : ", ")
            .append(table.matchFields().all().get(i).name())
            .append(" = ")
            .append(ValueSets.text(values.get(i)));
      }
    }
    if (key.priority() != 0) {
      text.append(text.isEmpty() ? "" : ", ").append("priority ").append(key.priority());
    }
    return text.isEmpty() ? "matching anything" : text.toString();
  }

  /**
   * Inserts an entry that a controller in this process gives as the pipeline is to have it, which
   * checks its key and its arguments.
   */
  void insert(TableEntry entry) {
    TableInfo table = context.info().tables().named(entry.table());
    requireOpen(table);
    requireKeyed(table);
    requireIdleTimeout(table, entry.idleTimeoutNs());
    requirePriority(table, entry.priority());
    EntryKey key = EntryKey.of(entry);
    requireRoom(table, key);
    TableTargets.Resolved resolved = targets.acquire(table, entry.target());
    put(table, key, entry, 0, resolved.oneShot());
  }

  private void insert(TableInfo table, EntryKey key, org.p4.v1.TableEntry message) {
    requireRoom(table, key);
    put(table, key, message, targets.acquire(table, message.getAction()));
    resources.writeWithEntry(table, key, message, Optional.empty());
  }

  private void requireRoom(TableInfo table, EntryKey key) {
    Map<EntryKey, StoredEntry> entries = context.store().entries(table);
    if (entries.containsKey(key)) {
      throw Refusal.exists(
          "%s already has the entry %s".formatted(owner(table), describe(table, key)));
    }
    if (table.size() > 0 && entries.size() >= table.size()) {
      throw Refusal.full("%s is full with %d entries".formatted(owner(table), table.size()));
    }
  }

  private void modify(TableInfo table, EntryKey key, org.p4.v1.TableEntry message) {
    StoredEntry old = require(table, key);
    if (old.entry().isConst()) {
      if (message.hasAction()) {
        throw constant(table, key);
      }
    } else if (message.hasAction()) {
      targets.release(table, TableTargets.Resolved.of(old));
      put(table, key, message, targets.acquire(table, message.getAction()));
      targets.clean(table, TableTargets.Resolved.of(old));
    } else {
      put(table, key, message, TableTargets.Resolved.of(old));
    }
    resources.writeWithEntry(table, key, message, old.meterConfig());
  }

  private void delete(TableInfo table, EntryKey key) {
    StoredEntry old = require(table, key);
    if (old.entry().isConst()) {
      throw constant(table, key);
    }
    targets.release(table, TableTargets.Resolved.of(old));
    context.journal().remove(context.store().entries(table), key);
    context.effects().change(new Change.RemoveEntry(table.name(), key.key(), key.priority()));
    targets.clean(table, TableTargets.Resolved.of(old));
  }

  private void put(
      TableInfo table, EntryKey key, org.p4.v1.TableEntry message, TableTargets.Resolved resolved) {
    TableEntry entry =
        new TableEntry(
            table.name(),
            key.key(),
            key.priority(),
            resolved.target(),
            false,
            message.getIdleTimeoutNs(),
            text(message.getMetadata()));
    put(table, key, entry, cookie(message), resolved.oneShot());
  }

  private void put(
      TableInfo table,
      EntryKey key,
      TableEntry entry,
      long cookie,
      Optional<StoredEntry.OneShot> oneShot) {
    context
        .journal()
        .put(
            context.store().entries(table),
            key,
            new StoredEntry(entry, cookie, oneShot, Optional.empty()));
    context.effects().change(new Change.PutEntry(entry));
  }

  private StoredEntry require(TableInfo table, EntryKey key) {
    return context
        .store()
        .entry(table, key)
        .orElseThrow(() ->
            Refusal.notFound("%s has no entry %s".formatted(owner(table), describe(table, key))));
  }

  private static void requireWritable(
      Update.Type type, TableInfo table, org.p4.v1.TableEntry message) {
    if (type != Update.Type.MODIFY || message.hasAction()) {
      requireOpen(table);
    }
    if (type == Update.Type.DELETE) {
      return;
    }
    requireKeyed(table);
    requireIdleTimeout(table, message.getIdleTimeoutNs());
    if (message.hasTimeSinceLastHit()) {
      throw Refusal.invalid(owner(table) + ": time_since_last_hit can only be read");
    }
  }

  private static void requireOpen(TableInfo table) {
    if (table.isConst()) {
      throw Refusal.denied(
          owner(table)
              + " has constant entries; only their direct resources may be modified, without an"
              + " action");
    }
  }

  private static void requireKeyed(TableInfo table) {
    if (table.keyless()) {
      throw Refusal.invalid(
          owner(table) + " has no key; only its default entry can be written (is_default_action)");
    }
  }

  private static void requireIdleTimeout(TableInfo table, long idleTimeoutNs) {
    if (idleTimeoutNs < 0) {
      throw Refusal.invalid(
          "%s: idle_timeout_ns %d; accepted is 0 or more".formatted(owner(table), idleTimeoutNs));
    }
    if (idleTimeoutNs != 0 && !table.perEntry().idleTimeout()) {
      throw Refusal.invalid(owner(table) + " has no idle timeout; leave idle_timeout_ns out");
    }
  }

  private static Refusal constant(TableInfo table, EntryKey key) {
    return Refusal.denied(
        "%s: the entry %s is constant; only its direct resources may be modified, without an action"
            .formatted(owner(table), describe(table, key)));
  }

  /** Opaque bytes as text of one character a byte, and back. */
  static String text(ByteString bytes) {
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  static ByteString bytes(String text) {
    return ByteString.copyFrom(text, StandardCharsets.ISO_8859_1);
  }

  @SuppressWarnings("deprecation")
  static long cookie(org.p4.v1.TableEntry message) {
    return message.getControllerMetadata();
  }

  /** The key that tells entries of one table apart. */
  record EntryKey(List<MatchValue> key, int priority) {
    static EntryKey of(TableEntry entry) {
      return new EntryKey(entry.key(), entry.priority());
    }
  }
}
