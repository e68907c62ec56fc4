package io.smartt.emulation.shell;

import module java.base;

import io.smartt.p4.pipeline.TableEntry;

/**
 * The entries of one table by number, as simple_switch_CLI numbers them. What is gone loses its
 * number, what is new gets the next.
 */
final class EntryNumbers {
  private final Map<Integer, TableEntry> entries = new LinkedHashMap<>();
  private int next;

  /** Numbers what is in the table now. */
  void see(List<TableEntry> now) {
    Map<List<Object>, TableEntry> left = new LinkedHashMap<>();
    now.forEach(entry -> left.put(identity(entry), entry));
    entries
        .entrySet()
        .removeIf(known -> {
          TableEntry there = left.remove(identity(known.getValue()));
          if (there != null) {
            known.setValue(there);
          }
          return there == null;
        });
    left.values().forEach(entry -> entries.put(next++, entry));
  }

  /** Returns the entries that were last seen, by number. */
  Map<Integer, TableEntry> entries() {
    return Collections.unmodifiableMap(entries);
  }

  /** Returns what tells an entry from the others of its table. */
  static List<Object> identity(TableEntry entry) {
    return List.of(entry.key(), entry.priority());
  }
}
