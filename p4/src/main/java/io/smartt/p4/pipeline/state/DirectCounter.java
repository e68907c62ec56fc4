package io.smartt.p4.pipeline.state;

import io.smartt.p4.pipeline.PacketByteCount;

/** Counts what an entry matched. Written by the data path, read by any thread. */
final class DirectCounter {
  private final CounterCells cells = new CounterCells(1);

  void count(long bytes) {
    cells.count(0, bytes);
  }

  PacketByteCount value() {
    return cells.get(0);
  }

  void set(PacketByteCount value) {
    cells.set(0, value);
  }
}
