package io.smartt.p4.pipeline.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A hash map from keys of a fixed number of longs, open addressing with linear probing. Look-ups
 * allocate nothing and may mask the key as they go.
 */
final class KeyMap<V> {
  private static final int MIN_CAPACITY = 8;

  private final int words;
  private long[] keys;
  private @Nullable Object[] values;
  private int size;

  KeyMap(int words) {
    this.words = words;
    this.keys = new long[MIN_CAPACITY * words];
    this.values = new Object[MIN_CAPACITY];
  }

  private KeyMap(KeyMap<V> other) {
    words = other.words;
    keys = other.keys.clone();
    values = other.values.clone();
    size = other.size;
  }

  KeyMap<V> copy() {
    return new KeyMap<>(this);
  }

  int size() {
    return size;
  }

  /** The value of this key. */
  @Nullable V get(long[] key) {
    if (words == 1) {
      return get(key[0]);
    }
    int mask = values.length - 1;
    for (int slot = hash(key) & mask; ; slot = slot + 1 & mask) {
      Object value = values[slot];
      if (value == null || equalAt(slot, key)) {
        return cast(value);
      }
    }
  }

  /** The value of this key, where keys have one long. */
  @Nullable V get(long key) {
    int mask = values.length - 1;
    for (int slot = spread(key) & mask; ; slot = slot + 1 & mask) {
      Object value = values[slot];
      if (value == null || keys[slot] == key) {
        return cast(value);
      }
    }
  }

  /** The value of this key under a mask; the keys of the map are masked already. */
  @Nullable V get(long[] key, long[] keyMask) {
    if (words == 1) {
      return get(key[0] & keyMask[0]);
    }
    int mask = values.length - 1;
    for (int slot = hash(key, keyMask) & mask; ; slot = slot + 1 & mask) {
      Object value = values[slot];
      if (value == null || equalAt(slot, key, keyMask)) {
        return cast(value);
      }
    }
  }

  void put(long[] key, V value) {
    if ((size + 1) * 2 > values.length) {
      grow();
    }
    int slot = find(key);
    if (values[slot] == null) {
      size++;
      System.arraycopy(key, 0, keys, slot * words, words);
    }
    values[slot] = value;
  }

  void remove(long[] key) {
    int mask = values.length - 1;
    int hole = find(key);
    if (values[hole] == null) {
      return;
    }
    size--;
    values[hole] = null;
    // Close the gap: move up what would no longer be found.
    for (int slot = hole + 1 & mask; values[slot] != null; slot = slot + 1 & mask) {
      int home = hashAt(slot) & mask;
      if ((slot - home & mask) >= (slot - hole & mask)) {
        System.arraycopy(keys, slot * words, keys, hole * words, words);
        values[hole] = values[slot];
        values[slot] = null;
        hole = slot;
      }
    }
  }

  private void grow() {
    long[] oldKeys = keys;
    Object[] oldValues = values;
    keys = new long[oldKeys.length * 2];
    values = new Object[oldValues.length * 2];
    for (int slot = 0; slot < oldValues.length; slot++) {
      if (oldValues[slot] != null) {
        long[] key = Arrays.copyOfRange(oldKeys, slot * words, (slot + 1) * words);
        int to = find(key);
        System.arraycopy(key, 0, keys, to * words, words);
        values[to] = oldValues[slot];
      }
    }
  }

  private int find(long[] key) {
    int mask = values.length - 1;
    int slot = hash(key) & mask;
    while (values[slot] != null && !equalAt(slot, key)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private boolean equalAt(int slot, long[] key) {
    int base = slot * words;
    for (int i = 0; i < words; i++) {
      if (keys[base + i] != key[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean equalAt(int slot, long[] key, long[] keyMask) {
    int base = slot * words;
    for (int i = 0; i < words; i++) {
      if (keys[base + i] != (key[i] & keyMask[i])) {
        return false;
      }
    }
    return true;
  }

  private int hash(long[] key) {
    long hash = key[0];
    for (int i = 1; i < words; i++) {
      hash = hash * 31 + key[i] ^ hash >>> 29;
    }
    return spread(hash);
  }

  private int hash(long[] key, long[] keyMask) {
    long hash = key[0] & keyMask[0];
    for (int i = 1; i < words; i++) {
      hash = hash * 31 + (key[i] & keyMask[i]) ^ hash >>> 29;
    }
    return spread(hash);
  }

  private int hashAt(int slot) {
    int base = slot * words;
    long hash = keys[base];
    for (int i = 1; i < words; i++) {
      hash = hash * 31 + keys[base + i] ^ hash >>> 29;
    }
    return spread(hash);
  }

  private static int spread(long hash) {
    long mixed = hash * 0x9E3779B97F4A7C15L;
    return (int) (mixed ^ mixed >>> 32);
  }

  @SuppressWarnings("unchecked") // Only values of V are put.
  private @Nullable V cast(@Nullable Object value) {
    return (V) value;
  }
}
