package io.smartt.host.transport;

/** A queue of longs that allocates only when it grows. */
final class LongRing {
  private long[] values = new long[8];
  private int head;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  void add(long value) {
    if (size == values.length) {
      long[] larger = new long[2 * size];
      for (int i = 0; i < size; i++) {
        larger[i] = values[(head + i) & (size - 1)];
      }
      values = larger;
      head = 0;
    }
    values[(head + size) & (values.length - 1)] = value;
    size++;
  }

  void clear() {
    head = 0;
    size = 0;
  }

  long first() {
    return values[head];
  }

  long removeFirst() {
    long value = values[head];
    head = (head + 1) & (values.length - 1);
    size--;
    return value;
  }
}
