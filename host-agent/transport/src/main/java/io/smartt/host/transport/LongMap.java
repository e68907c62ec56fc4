package io.smartt.host.transport;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * A map from longs to objects that allocates only when it grows: open addressing, linear probing.
 *
 * @param <V> what it holds
 */
final class LongMap<V> {
  private static final long MIX = 0x9e3779b97f4a7c15L;

  private long[] keys = new long[8];
  private @Nullable Object[] values = new Object[8];
  private int size;

  int size() {
    return size;
  }

  @SuppressWarnings("unchecked") // only values of this type are put in
  @Nullable V get(long key) {
    return (V) values[slot(key)];
  }

  void put(long key, V value) {
    int slot = slot(key);
    if (values[slot] == null) {
      if (2 * (size + 1) > values.length) {
        grow();
        slot = slot(key);
      }
      keys[slot] = key;
      size++;
    }
    values[slot] = value;
  }

  void remove(long key) {
    int hole = slot(key);
    if (values[hole] == null) {
      return;
    }
    values[hole] = null;
    size--;
    // What probing put behind the hole moves into it, unless its own place is behind the hole.
    int mask = values.length - 1;
    for (int at = (hole + 1) & mask; values[at] != null; at = (at + 1) & mask) {
      int home = home(keys[at]);
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        keys[hole] = keys[at];
        values[hole] = values[at];
        values[at] = null;
        hole = at;
      }
    }
  }

  /** Hands each value to an action, in no order. The map must not change meanwhile. */
  @SuppressWarnings("unchecked") // only values of this type are put in
  void forEach(Consumer<? super V> action) {
    for (Object value : values) {
      if (value != null) {
        action.accept((V) value);
      }
    }
  }

  /** The index of a key, or the one that it would get. */
  private int slot(long key) {
    int mask = values.length - 1;
    int at = home(key);
    while (values[at] != null && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private int home(long key) {
    return (int) ((key * MIX) >>> 32) & (values.length - 1);
  }

  private void grow() {
    long[] oldKeys = keys;
    @Nullable Object[] oldValues = values;
    keys = Arrays.copyOf(oldKeys, 2 * oldKeys.length);
    values = new Object[keys.length];
    for (int i = 0; i < oldValues.length; i++) {
      if (oldValues[i] != null) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
