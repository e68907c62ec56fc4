package io.smartt.switchd.thrift;

import module java.base;

import org.p4.v1.FieldMatch;
import org.p4.v1.TableEntry;

/** The numbers by which Thrift clients name entries; P4Runtime names them by their keys. */
final class EntryHandles {
  private record Key(int table, List<FieldMatch> match, int priority) {
    static Key of(TableEntry entry) {
      return new Key(entry.getTableId(), List.copyOf(entry.getMatchList()), entry.getPriority());
    }
  }

  private record Place(int table, int handle) {}

  private final Map<Key, Integer> handles = new HashMap<>();
  private final Map<Place, TableEntry> keys = new HashMap<>();
  private final Map<Place, ThriftValue> given = new HashMap<>();
  private final Map<Integer, Integer> next = new HashMap<>();

  /** The handle of an entry, which gets one if it has none. */
  int of(TableEntry entry) {
    return handles.computeIfAbsent(
        Key.of(entry),
        key -> {
          int handle = Optional.ofNullable(next.get(key.table())).orElse(0);
          next.put(key.table(), handle + 1);
          keys.put(
              new Place(key.table(), handle),
              TableEntry.newBuilder()
                  .setTableId(key.table())
                  .addAllMatch(key.match())
                  .setPriority(key.priority())
                  .build());
          return handle;
        });
  }

  /** Keeps a key as a client wrote it, bits beyond its masks included: BMv2 reads it back so. */
  void written(int table, int handle, ThriftValue key) {
    given.put(new Place(table, handle), key);
  }

  /** The key as a client wrote it, where one did. */
  Optional<ThriftValue> written(int table, int handle) {
    return Optional.ofNullable(given.get(new Place(table, handle)));
  }

  /** Table, match and priority of an entry. */
  Optional<TableEntry> key(int table, int handle) {
    return Optional.ofNullable(keys.get(new Place(table, handle)));
  }

  /** Forgets an entry that is gone. */
  void forget(int table, int handle) {
    given.remove(new Place(table, handle));
    Optional.ofNullable(keys.remove(new Place(table, handle)))
        .ifPresent(key -> handles.remove(Key.of(key)));
  }

  /** Forgets the entries of a table that are not among these. */
  void retain(int table, List<TableEntry> entries) {
    Set<Key> kept = entries.stream().map(Key::of).collect(Collectors.toSet());
    for (Map.Entry<Key, Integer> known : new ArrayList<>(handles.entrySet())) {
      if (known.getKey().table() == table && !kept.contains(known.getKey())) {
        forget(table, known.getValue());
      }
    }
  }

  /** Forgets all: another program runs. */
  void clear() {
    handles.clear();
    keys.clear();
    given.clear();
    next.clear();
  }
}
