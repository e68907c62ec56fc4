package io.smartt.base.counters;

import module java.base;

import io.smartt.base.counters.Drops.DropReason;

/**
 * Counts the packets that a node drops, by port and reason. One thread writes; a count read from
 * another may be a moment old. Counting allocates nothing.
 */
public final class DropCounter {
  private static final DropReason[] REASONS = DropReason.values();

  private final long[] packets;

  /**
   * Counts nothing yet.
   *
   * @param ports highest port number
   */
  public DropCounter(int ports) {
    packets = new long[(ports + 1) * REASONS.length];
  }

  /** Counts a packet; a port that the node does not have counts as port 0. */
  public void count(int port, DropReason reason) {
    int at = port * REASONS.length + reason.ordinal();
    packets[at >= 0 && at < packets.length ? at : reason.ordinal()]++;
  }

  /** Returns what a port counted of these reasons. */
  public Drops of(int port, DropReason... reasons) {
    Map<DropReason, Long> counts = new EnumMap<>(DropReason.class);
    for (DropReason reason : reasons) {
      counts.put(reason, packets[port * REASONS.length + reason.ordinal()]);
    }
    return new Drops(counts);
  }

  /** Returns the sum over ports and reasons. */
  public long total() {
    return Arrays.stream(packets).sum();
  }

  /** Counts anew. */
  public void clear() {
    Arrays.fill(packets, 0);
  }
}
