package io.smartt.p4.pipeline.runtime;

import module java.base;

import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.StandardMetadata.InstanceType;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.Entry;
import io.smartt.p4.pipeline.state.PipelineState.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what ingress did to packets, so that it is done to the next of a flow without a look at
 * the tables. That holds for one snapshot of them: every batch of changes empties the cache. A flow
 * has two places, by two hashes; it takes a free one, or by turns one or the other. Rows are made
 * as flows come, up to a bound, and used again. Where most are overwritten before they are of use,
 * the cache rests for a while.
 *
 * <p>For the data path's one thread, which sees changes of the tables by the packet's snapshot.
 */
public final class FlowCache {
  private static final int WINDOW = 4096;
  private static final int RESTING_PACKETS = 8 * WINDOW;

  private final FlowPlan plan;
  private final int instanceType;
  private final @Nullable Row[] rows;
  private final long[] key;
  private final long[] before;
  private @Nullable Snapshot snapshot;
  private int epoch;
  private int first;
  private int second;
  private int turn;
  private Object[] counted = new Object[8];
  private long[] cells = new long[8];
  private int counts;
  private int looked;
  private int wasted;
  private int resting;

  /** What ingress does to packets with one key. */
  private static final class Row {
    int epoch;
    boolean used;

    /** The key; then slot and value of each change; then the cell of each count. */
    long[] data = {};

    /** Counters, and entries that remember when they were hit. */
    Object[] counted = {};

    int changes;
    int counts;
    int addedBytes;
    int truncateBytes;
    int cloneSession;
    int cloneFieldList;
    int resubmitFieldList;
    int recirculateFieldList;
    int digestList;
  }

  /** An empty one for a program that has a plan. */
  FlowCache(FlowPlan plan, SlotProgram program) {
    this.plan = plan;
    this.instanceType = program.slot(StandardMetadata.INSTANCE_TYPE);
    this.rows = new @Nullable Row[plan.rows()];
    this.key = new long[plan.keyWords()];
    this.before = new long[plan.changing()];
  }

  /** Returns whether to look a packet up: one that goes round has metadata from before. */
  public boolean admits(SlotContext context) {
    if (resting > 0) {
      resting--;
      return false;
    }
    if (++looked == WINDOW) {
      resting = wasted > WINDOW / 2 ? RESTING_PACKETS : 0;
      looked = 0;
      wasted = 0;
    }
    return context.slots[instanceType] == InstanceType.NORMAL;
  }

  /** Does what ingress did to such a packet; false where that is not known. */
  @SuppressWarnings("ReferenceEquality") // Every batch of changes makes another snapshot.
  public boolean replay(SlotContext context) {
    if (context.snapshot != snapshot) {
      snapshot = context.snapshot;
      epoch++;
    }
    long hash = plan.key(context.slots, key);
    first = (int) hash & rows.length - 1;
    second = (int) (hash >>> Integer.SIZE) & rows.length - 1;
    Row row = isOfKey(rows[first]) ? rows[first] : rows[second];
    if (row == null || !isOfKey(row)) {
      return false;
    }
    row.used = true;
    apply(row, context);
    return true;
  }

  private boolean isOfKey(@Nullable Row row) {
    return row != null
        && row.epoch == epoch
        && Arrays.equals(row.data, 0, key.length, key, 0, key.length);
  }

  private void apply(Row row, SlotContext context) {
    long[] data = row.data;
    int at = key.length;
    for (int end = at + 2 * row.changes; at < end; at += 2) {
      context.slots[(int) data[at]] = data[at + 1];
    }
    for (int i = 0; i < row.counts; i++) {
      if (row.counted[i] instanceof CounterCells counter) {
        counter.count(data[at + i], context.receivedBytes);
      } else {
        ((Entry) row.counted[i]).hit(context.nowPs);
      }
    }
    context.adjustedBytes += row.addedBytes;
    context.truncateBytes = row.truncateBytes;
    context.cloneSession = row.cloneSession;
    context.cloneFieldList = row.cloneFieldList;
    context.resubmitFieldList = row.resubmitFieldList;
    context.recirculateFieldList = row.recirculateFieldList;
    context.digestList = row.digestList;
  }

  /** Looks at a packet that {@link #replay} did not know, before ingress. */
  public void begin(SlotContext context) {
    for (int i = 0; i < before.length; i++) {
      before[i] = context.slots[plan.changing(i)];
    }
    counts = 0;
    context.counting = this;
  }

  /** Ingress counted the packet in a cell, or told an entry of it. */
  void note(Object counter, long cell) {
    if (counts == cells.length) {
      counted = Arrays.copyOf(counted, 2 * counts);
      cells = Arrays.copyOf(cells, 2 * counts);
    }
    counted[counts] = counter;
    cells[counts++] = cell;
  }

  /** Remembers what ingress did to the packet. */
  public void keep(SlotContext context) {
    Row row = victim();
    row.changes = 0;
    for (int i = 0; i < before.length; i++) {
      row.changes += context.slots[plan.changing(i)] == before[i] ? 0 : 1;
    }
    int at = key.length;
    int needed = at + 2 * row.changes + counts;
    if (row.data.length < needed) {
      row.data = new long[needed];
    }
    if (row.counted.length < counts) {
      row.counted = new Object[counts];
    }
    System.arraycopy(key, 0, row.data, 0, key.length);
    for (int i = 0; i < before.length; i++) {
      int slot = plan.changing(i);
      if (context.slots[slot] != before[i]) {
        row.data[at++] = slot;
        row.data[at++] = context.slots[slot];
      }
    }
    System.arraycopy(cells, 0, row.data, at, counts);
    System.arraycopy(counted, 0, row.counted, 0, counts);
    row.counts = counts;
    row.epoch = epoch;
    row.addedBytes = context.adjustedBytes - context.receivedBytes;
    row.truncateBytes = context.truncateBytes;
    row.cloneSession = context.cloneSession;
    row.cloneFieldList = context.cloneFieldList;
    row.resubmitFieldList = context.resubmitFieldList;
    row.recirculateFieldList = context.recirculateFieldList;
    row.digestList = context.digestList;
  }

  /** Ingress is over. */
  public void end(SlotContext context) {
    context.counting = null;
  }

  /** A row that is free, or by turns one or the other. */
  private Row victim() {
    turn ^= 1;
    int at = isFree(first) || (turn == 0 && !isFree(second)) ? first : second;
    Row row = rows[at];
    if (row == null) {
      row = new Row();
      rows[at] = row;
    } else if (!row.used) {
      wasted++;
    }
    row.used = false;
    return row;
  }

  private boolean isFree(int at) {
    Row row = rows[at];
    return row == null || row.epoch != epoch;
  }
}
