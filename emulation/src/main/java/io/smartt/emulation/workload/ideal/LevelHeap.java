package io.smartt.emulation.workload.ideal;

/** A binary heap of resources by level, least first. Each resource is in it at most once. */
final class LevelHeap {
  private final int[] items;
  private final double[] levels;
  private int size;

  LevelHeap(int capacity) {
    items = new int[capacity];
    levels = new double[capacity];
  }

  void clear() {
    size = 0;
  }

  boolean isEmpty() {
    return size == 0;
  }

  double leastLevel() {
    return levels[0];
  }

  void add(int item, double level) {
    int at = size++;
    while (at > 0 && levels[(at - 1) / 2] > level) {
      put(at, items[(at - 1) / 2], levels[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    put(at, item, level);
  }

  int removeLeast() {
    int least = items[0];
    int moved = items[--size];
    double level = levels[size];
    int at = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && levels[child + 1] < levels[child]) {
        child++;
      }
      if (levels[child] >= level) {
        break;
      }
      put(at, items[child], levels[child]);
      at = child;
      child = 2 * at + 1;
    }
    put(at, moved, level);
    return least;
  }

  private void put(int at, int item, double level) {
    items[at] = item;
    levels[at] = level;
  }
}
