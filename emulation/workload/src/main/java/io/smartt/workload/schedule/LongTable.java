package io.smartt.workload.schedule;

import java.util.Arrays;

/** A map from longs to ints, by open addressing; boxes nothing. */
final class LongTable {
  /** The value of a key that is not there. */
  static final int NONE = -1;

  private long[] keys = new long[16];
  private int[] values = new int[16];
  private int size;

  LongTable() {
    Arrays.fill(values, NONE);
  }

  int get(long key) {
    return values[slot(keys, values, key)];
  }

  /** Sets what a key has; values are at least 0. */
  void put(long key, int value) {
    int slot = slot(keys, values, key);
    if (values[slot] == NONE && 2 * ++size > keys.length) {
      grow();
      slot = slot(keys, values, key);
    }
    keys[slot] = key;
    values[slot] = value;
  }

  void clear() {
    Arrays.fill(values, NONE);
    size = 0;
  }

  private void grow() {
    long[] moreKeys = new long[2 * keys.length];
    int[] moreValues = new int[2 * keys.length];
    Arrays.fill(moreValues, NONE);
    for (int i = 0; i < keys.length; i++) {
      if (values[i] != NONE) {
        int slot = slot(moreKeys, moreValues, keys[i]);
        moreKeys[slot] = keys[i];
        moreValues[slot] = values[i];
      }
    }
    keys = moreKeys;
    values = moreValues;
  }

  private static int slot(long[] keys, int[] values, long key) {
    int mask = keys.length - 1;
    long mixed = key * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 32) & mask;
    while (values[slot] != NONE && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
