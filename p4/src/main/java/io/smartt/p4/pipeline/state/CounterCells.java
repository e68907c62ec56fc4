package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.pipeline.PacketByteCount;

/**
 * The cells of a counter array, packets and bytes. Counted by the data path's one thread; read by
 * any, which sees a value soon after it was written.
 */
public final class CounterCells {
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] cells;

  /** Creates so many cells at zero. */
  public CounterCells(int size) {
    cells = new long[2 * size];
  }

  /** Returns how many cells there are. */
  public int size() {
    return cells.length / 2;
  }

  /** Counts a packet; nothing where the index is out of bounds. */
  public void count(long index, long bytes) {
    if (index >= 0 && index < size()) {
      int at = 2 * (int) index;
      CELL.setOpaque(cells, at, cells[at] + 1);
      CELL.setOpaque(cells, at + 1, cells[at + 1] + bytes);
    }
  }

  PacketByteCount get(int index) {
    return new PacketByteCount(
        (long) CELL.getOpaque(cells, 2 * index), (long) CELL.getOpaque(cells, 2 * index + 1));
  }

  void set(int index, PacketByteCount value) {
    CELL.setOpaque(cells, 2 * index, value.packets());
    CELL.setOpaque(cells, 2 * index + 1, value.bytes());
  }
}
