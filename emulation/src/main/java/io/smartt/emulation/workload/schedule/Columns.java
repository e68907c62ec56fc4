package io.smartt.emulation.workload.schedule;

import java.util.Arrays;

/** Growing columns of numbers, for schedules of millions of operations. */
final class Columns {
  private Columns() {}

  /** A column of ints. */
  static final class Ints {
    private int[] values = new int[16];
    private int size;

    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    int get(int row) {
      return values[row];
    }

    void set(int row, int value) {
      values[row] = value;
    }

    int size() {
      return size;
    }
  }

  /** A column of longs. */
  static final class Longs {
    private long[] values = new long[16];
    private int size;

    void add(long value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    long get(int row) {
      return values[row];
    }
  }
}
