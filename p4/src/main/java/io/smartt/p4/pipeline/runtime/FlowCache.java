package io.smartt.p4.pipeline.runtime;

import module java.base;

import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.PipelineState.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what ingress did to packets, so that it is done to the next of a flow without a look at
 * the tables. That holds for one snapshot of them: every batch of changes empties the cache. A flow
 * has two places, by two hashes; it takes a free one, or by turns one or the other. Rows are made
 * as flows come, up to a bound, and used again. Where most are overwritten before they are of use,
 * the cache rests for a while. For the data path's one thread.
 */
public final class FlowCache {
  private static final int WINDOW = 4096;
  private static final int RESTING_PACKETS = 8 * WINDOW;

  /** Odd, its bits as if drawn: 2 to the power of 64, divided by the golden ratio. */
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int[] slots;
  private final int[] shifts;
  private final long[] masks;
  private final int keyWords;
  private final long[] before;
  private final @Nullable Row[] rows;

  /** The key of the packet, then slot and value of each change. */
  private final long[] work;

  private @Nullable Snapshot snapshot;
  private int epoch;
  private int first;
  private int second;
  private int turn;
  private CounterCells[] counters = new CounterCells[8];
  private long[] cells = new long[8];
  private int counts;
  private int looked;
  private int wasted;
  private int resting;

  /** The work of ingress on packets with one key; {@code data} as in {@link #work}. */
  private static final class Row {
    int epoch;
    boolean used;
    long[] data = {};
    int length;
    int addedBytes;
    CounterCells[] counters = {};
    long[] cells = {};
    int counts;
  }

  /**
   * An empty one.
   *
   * @param size flows to be remembered, a power of two
   * @param widths of all that ingress reads or writes, in bits, by slot
   */
  public FlowCache(int size, SortedMap<Integer, Integer> widths) {
    slots = widths.keySet().stream().mapToInt(slot -> slot).toArray();
    masks = widths.values().stream().mapToLong(Words::mask).toArray();
    shifts = new int[slots.length];
    int words = 0;
    int used = Long.SIZE;
    for (int i = 0; i < slots.length; i++) {
      int width = Long.bitCount(masks[i]);
      words += used + width > Long.SIZE ? 1 : 0;
      shifts[i] = used + width > Long.SIZE ? 0 : used;
      used = shifts[i] + width;
    }
    keyWords = words;
    before = new long[slots.length];
    rows = new @Nullable Row[size];
    work = new long[keyWords + 2 * slots.length];
  }

  /** Returns whether to look the next packet up. */
  public boolean isAwake() {
    if (resting > 0) {
      resting--;
      return false;
    }
    if (++looked == WINDOW) {
      resting = wasted > WINDOW / 2 ? RESTING_PACKETS : 0;
      looked = 0;
      wasted = 0;
    }
    return true;
  }

  /** Repeats what ingress did to such a packet; false where that is not known. */
  @SuppressWarnings("ReferenceEquality") // Every batch of changes makes another snapshot.
  public boolean replay(SlotContext context) {
    if (context.snapshot != snapshot) {
      snapshot = context.snapshot;
      epoch++;
    }
    long hash = packKey(context.slots);
    first = (int) hash & rows.length - 1;
    second = (int) (hash >>> Integer.SIZE) & rows.length - 1;
    Row row = rowOfKey(first);
    if (row == null) {
      row = rowOfKey(second);
    }
    if (row == null) {
      return false;
    }
    row.used = true;
    for (int at = keyWords; at < row.length; at += 2) {
      context.slots[(int) row.data[at]] = row.data[at + 1];
    }
    for (int i = 0; i < row.counts; i++) {
      row.counters[i].count(row.cells[i], context.receivedBytes);
    }
    context.adjustedBytes += row.addedBytes;
    return true;
  }

  private long packKey(long[] from) {
    long hash = 0;
    int word = 0;
    for (int i = 0; i < slots.length; word++) {
      long packed = from[slots[i]] & masks[i];
      for (i++; i < slots.length && shifts[i] != 0; i++) {
        packed |= (from[slots[i]] & masks[i]) << shifts[i];
      }
      work[word] = packed;
      hash = (hash ^ packed) * MULTIPLIER;
      hash ^= hash >>> Integer.SIZE;
    }
    hash *= MULTIPLIER;
    return hash ^ (hash >>> Integer.SIZE);
  }

  private @Nullable Row rowOfKey(int at) {
    Row row = rows[at];
    return row != null
            && row.epoch == epoch
            && Arrays.equals(row.data, 0, keyWords, work, 0, keyWords)
        ? row
        : null;
  }

  /** Looks at a packet that {@link #replay} did not know, before ingress. */
  public void begin(SlotContext context) {
    for (int i = 0; i < slots.length; i++) {
      before[i] = context.slots[slots[i]];
    }
    counts = 0;
    context.flows = this;
  }

  /** Ingress counted the packet in a cell. */
  void counted(CounterCells counter, long cell) {
    if (counts == cells.length) {
      counters = Arrays.copyOf(counters, 2 * counts);
      cells = Arrays.copyOf(cells, 2 * counts);
    }
    counters[counts] = counter;
    cells[counts++] = cell;
  }

  /** Remembers what ingress did to the packet, unless it asked the switch for something. */
  public void keep(SlotContext context) {
    if (context.flows == null
        || context.truncateBytes != Integer.MAX_VALUE
        || (context.cloneSession & context.digestList) != PacketContext.NONE
        || (context.resubmitFieldList & context.recirculateFieldList) != PacketContext.NONE) {
      return;
    }
    int length = keyWords;
    for (int i = 0; i < slots.length; i++) {
      if (context.slots[slots[i]] != before[i]) {
        work[length++] = slots[i];
        work[length++] = context.slots[slots[i]];
      }
    }
    Row row = victim();
    if (row.data.length < length) {
      row.data = new long[length];
    }
    if (row.cells.length < counts) {
      row.counters = new CounterCells[counts];
      row.cells = new long[counts];
    }
    System.arraycopy(work, 0, row.data, 0, length);
    System.arraycopy(counters, 0, row.counters, 0, counts);
    System.arraycopy(cells, 0, row.cells, 0, counts);
    row.length = length;
    row.counts = counts;
    row.addedBytes = context.adjustedBytes - context.receivedBytes;
    row.epoch = epoch;
  }

  /** A row that is free, or by turns one or the other. */
  private Row victim() {
    turn ^= 1;
    int at = isFree(first) || (turn == 0 && !isFree(second)) ? first : second;
    Row row = rows[at];
    if (row == null) {
      row = new Row();
      rows[at] = row;
    }
    wasted += row.used || row.epoch == 0 ? 0 : 1;
    row.used = false;
    return row;
  }

  private boolean isFree(int at) {
    Row row = rows[at];
    return row == null || row.epoch != epoch;
  }
}
