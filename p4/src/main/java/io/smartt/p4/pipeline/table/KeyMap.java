package io.smartt.p4.pipeline.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A hash map from keys of a fixed number of longs. The leading bits of a hash choose a segment, the
 * trailing ones where probing starts in it. A segment that gets too full is split in two; a copy
 * shares segments until it changes them, so that changing one key costs the same in a map of ten
 * and of a million. Look-ups allocate nothing and may mask the key as they go.
 */
final class KeyMap<V> {
  private static final int MIN_CAPACITY = 8;
  private static final int MAX_CAPACITY = 256;

  /** Keys that are still together after so many bits of hash stay together. */
  private static final int MAX_DEPTH = 20;

  private final int words;

  /** Marks the segments that this map has made and may change. */
  private final Object owner = new Object();

  /** Segments by the leading bits of the hash; one that has more room is there several times. */
  private Segment[] directory;

  /** The number of bits to shift a hash by, once more than by 1, for its place in the directory. */
  private int shift;

  private boolean ownsDirectory;
  private int size;

  KeyMap(int words) {
    this.words = words;
    this.directory = new Segment[] {new Segment(owner, words, MIN_CAPACITY, 0)};
    this.shift = Integer.SIZE - 1;
    this.ownsDirectory = true;
  }

  private KeyMap(KeyMap<V> other) {
    words = other.words;
    directory = other.directory;
    shift = other.shift;
    size = other.size;
  }

  KeyMap<V> copy() {
    return new KeyMap<>(this);
  }

  int size() {
    return size;
  }

  private Segment segment(int hash) {
    return directory[hash >>> 1 >>> shift];
  }

  /** The value of this key. */
  @Nullable V get(long[] key) {
    if (words == 1) {
      return get(key[0]);
    }
    int hash = hash(key);
    Segment segment = segment(hash);
    int mask = segment.values.length - 1;
    for (int slot = hash & mask; ; slot = slot + 1 & mask) {
      Object value = segment.values[slot];
      if (value == null || segment.equalAt(slot, key)) {
        return cast(value);
      }
    }
  }

  /** The value of this key, where keys have one long. */
  @Nullable V get(long key) {
    int hash = spread(key);
    Segment segment = segment(hash);
    @Nullable Object[] values = segment.values;
    int mask = values.length - 1;
    for (int slot = hash & mask; ; slot = slot + 1 & mask) {
      Object value = values[slot];
      if (value == null || segment.keys[slot] == key) {
        return cast(value);
      }
    }
  }

  /** The value of this key under a mask; the keys of the map are masked already. */
  @Nullable V get(long[] key, long[] keyMask) {
    if (words == 1) {
      return get(key[0] & keyMask[0]);
    }
    int hash = hash(key, keyMask);
    Segment segment = segment(hash);
    int mask = segment.values.length - 1;
    for (int slot = hash & mask; ; slot = slot + 1 & mask) {
      Object value = segment.values[slot];
      if (value == null || segment.equalAt(slot, key, keyMask)) {
        return cast(value);
      }
    }
  }

  void put(long[] key, V value) {
    int hash = hash(key);
    Segment segment = writable(hash);
    while (segment.isFull() && segment.values[segment.find(hash, key)] == null) {
      makeRoom(hash, segment);
      segment = writable(hash);
    }
    size += segment.put(hash, key, value) ? 1 : 0;
  }

  void remove(long[] key) {
    int hash = hash(key);
    Segment segment = writable(hash);
    size -= segment.remove(hash, key) ? 1 : 0;
  }

  /** The segment of a hash, made this map's own. */
  @SuppressWarnings("ReferenceEquality") // An owner is nothing but its identity.
  private Segment writable(int hash) {
    Segment segment = segment(hash);
    if (segment.owner != owner) {
      Segment copy = new Segment(owner, segment);
      replace(segment, copy, copy, hash);
      return copy;
    }
    return segment;
  }

  private void makeRoom(int hash, Segment full) {
    if (full.values.length < MAX_CAPACITY || full.depth == MAX_DEPTH) {
      full.grow();
      return;
    }
    if (full.depth == Integer.SIZE - 1 - shift) {
      doubleDirectory();
    }
    Segment low = new Segment(owner, words, MAX_CAPACITY, full.depth + 1);
    Segment high = new Segment(owner, words, MAX_CAPACITY, full.depth + 1);
    full.splitInto(low, high);
    replace(full, low, high, hash);
  }

  private void doubleDirectory() {
    Segment[] doubled = new Segment[directory.length * 2];
    for (int i = 0; i < doubled.length; i++) {
      doubled[i] = directory[i / 2];
    }
    directory = doubled;
    ownsDirectory = true;
    shift--;
  }

  /** Puts two segments where one was: in the first and the second half of its places. */
  private void replace(Segment old, Segment low, Segment high, int hash) {
    if (!ownsDirectory) {
      directory = directory.clone();
      ownsDirectory = true;
    }
    int places = 1 << (Integer.SIZE - 1 - shift - old.depth);
    int first = (hash >>> 1 >>> shift) & -places;
    Arrays.fill(directory, first, first + (places + 1) / 2, low);
    Arrays.fill(directory, first + (places + 1) / 2, first + places, high);
  }

  private int hash(long[] key) {
    long hash = key[0];
    for (int i = 1; i < words; i++) {
      hash = mix(hash, key[i]);
    }
    return spread(hash);
  }

  private int hash(long[] key, long[] keyMask) {
    long hash = key[0] & keyMask[0];
    for (int i = 1; i < words; i++) {
      hash = mix(hash, key[i] & keyMask[i]);
    }
    return spread(hash);
  }

  private static long mix(long hash, long next) {
    return (hash ^ hash >>> 29) * 0xBF58476D1CE4E5B9L + next;
  }

  private static int spread(long hash) {
    long mixed = hash * 0x9E3779B97F4A7C15L;
    return (int) (mixed ^ mixed >>> 32);
  }

  @SuppressWarnings("unchecked") // Only values of V are put.
  private @Nullable V cast(@Nullable Object value) {
    return (V) value;
  }

  /** Keys whose hashes have the same first {@code depth} bits: open addressing, linear probing. */
  private static final class Segment {
    final Object owner;
    final int words;
    final int depth;
    long[] keys;
    int[] hashes;
    @Nullable Object[] values;
    int size;

    Segment(Object owner, int words, int capacity, int depth) {
      this.owner = owner;
      this.words = words;
      this.depth = depth;
      keys = new long[capacity * words];
      hashes = new int[capacity];
      values = new Object[capacity];
    }

    Segment(Object owner, Segment other) {
      this.owner = owner;
      words = other.words;
      depth = other.depth;
      keys = other.keys.clone();
      hashes = other.hashes.clone();
      values = other.values.clone();
      size = other.size;
    }

    boolean isFull() {
      return (size + 1) * 2 > values.length;
    }

    boolean put(int hash, long[] key, Object value) {
      int slot = find(hash, key);
      boolean added = values[slot] == null;
      if (added) {
        size++;
        System.arraycopy(key, 0, keys, slot * words, words);
        hashes[slot] = hash;
      }
      values[slot] = value;
      return added;
    }

    boolean remove(int hash, long[] key) {
      int mask = values.length - 1;
      int hole = find(hash, key);
      if (values[hole] == null) {
        return false;
      }
      size--;
      values[hole] = null;
      // Close the gap: move up what would no longer be found.
      for (int slot = hole + 1 & mask; values[slot] != null; slot = slot + 1 & mask) {
        int home = hashes[slot] & mask;
        if ((slot - home & mask) >= (slot - hole & mask)) {
          move(this, slot, hole);
          values[slot] = null;
          hole = slot;
        }
      }
      return true;
    }

    private void move(Segment from, int fromSlot, int toSlot) {
      System.arraycopy(from.keys, fromSlot * words, keys, toSlot * words, words);
      hashes[toSlot] = from.hashes[fromSlot];
      values[toSlot] = from.values[fromSlot];
    }

    void grow() {
      Segment larger = new Segment(owner, words, values.length * 2, depth);
      splitInto(larger, larger);
      keys = larger.keys;
      hashes = larger.hashes;
      values = larger.values;
    }

    /** Copies everything, by the first bit of the hash behind those that are all the same. */
    void splitInto(Segment low, Segment high) {
      for (int slot = 0; slot < values.length; slot++) {
        if (values[slot] != null) {
          boolean isHigh = (hashes[slot] >>> (Integer.SIZE - 1 - depth) & 1) != 0;
          Segment to = isHigh ? high : low;
          to.add(this, slot);
        }
      }
    }

    private void add(Segment from, int fromSlot) {
      int mask = values.length - 1;
      int slot = from.hashes[fromSlot] & mask;
      while (values[slot] != null) {
        slot = slot + 1 & mask;
      }
      move(from, fromSlot, slot);
      size++;
    }

    /** Returns the place of a key, or where it would be. */
    int find(int hash, long[] key) {
      int mask = values.length - 1;
      int slot = hash & mask;
      while (values[slot] != null && !equalAt(slot, key)) {
        slot = slot + 1 & mask;
      }
      return slot;
    }

    boolean equalAt(int slot, long[] key) {
      int base = slot * words;
      for (int i = 0; i < words; i++) {
        if (keys[base + i] != key[i]) {
          return false;
        }
      }
      return true;
    }

    boolean equalAt(int slot, long[] key, long[] keyMask) {
      int base = slot * words;
      for (int i = 0; i < words; i++) {
        if (keys[base + i] != (key[i] & keyMask[i])) {
          return false;
        }
      }
      return true;
    }
  }
}
