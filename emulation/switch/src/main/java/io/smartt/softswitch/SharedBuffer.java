package io.smartt.softswitch;

/**
 * The memory that queues of a switch share, each below a dynamic threshold (Choudhury and Hahne,
 * "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches", IEEE/ACM Transactions on
 * Networking 6(2), 1998): a queue takes a packet while it has less than alpha times what is free.
 * Of n queues that are full each has alpha / (1 + n alpha) of the memory, so that a part stays free
 * for the next one. A queue's reserved part comes on top, and no other takes it.
 *
 * <p>For the thread of the switch; allocates nothing.
 */
public final class SharedBuffer {
  private final long sharedBytes;
  private final double alpha;
  private final long reservedBytes;
  private long usedBytes;

  /**
   * Creates it empty.
   *
   * @param sharedBytes without what queues have reserved
   * @param alpha of each queue, above 0
   * @param reservedBytes of each queue
   */
  public SharedBuffer(long sharedBytes, double alpha, long reservedBytes) {
    if (sharedBytes <= 0 || !(alpha > 0) || reservedBytes < 0) {
      throw new IllegalArgumentException(
          "%d B shared, alpha %s, %d B reserved".formatted(sharedBytes, alpha, reservedBytes));
    }
    this.sharedBytes = sharedBytes;
    this.alpha = alpha;
    this.reservedBytes = reservedBytes;
  }

  /** Returns whether a queue of this depth may take a packet. */
  boolean hasRoomFor(long depthBytes, int bytes) {
    long after = shared(depthBytes + bytes);
    if (after == 0) {
      return true;
    }
    long own = shared(depthBytes);
    long freeBytes = sharedBytes - usedBytes;
    return own < alpha * freeBytes && after - own <= freeBytes;
  }

  /** Notes the depth that a queue had and has. */
  void changed(long fromBytes, long toBytes) {
    usedBytes += shared(toBytes) - shared(fromBytes);
  }

  /** The part of a queue that is beyond what it has reserved. */
  private long shared(long depthBytes) {
    return Math.max(0, depthBytes - reservedBytes);
  }
}
