package io.smartt.softswitch;

import io.smartt.softswitch.QueueConfig.Sharing;

/**
 * The packet memory that queues of a switch share. Each is below a dynamic threshold (Choudhury and
 * Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches", IEEE/ACM Transactions
 * on Networking 6(2), 1998): it takes a packet while it has less than alpha times what is free. Of
 * n full queues with one alpha each has alpha / (1 + n alpha) of the memory, so that a part stays
 * free for the next one. A queue's reserved part comes on top, and no other takes it.
 *
 * <p>For the thread of the switch; allocates nothing.
 */
final class SharedBuffer {
  private long sharedBytes;
  private long usedBytes;

  /** Changes how much all share; what is used stays. */
  void resize(long bytes) {
    sharedBytes = bytes;
  }

  /** Returns how much of it is used, without what queues have reserved. */
  long usedBytes() {
    return usedBytes;
  }

  /** Returns whether a queue of this depth may take a packet. */
  boolean hasRoomFor(Sharing part, long depthBytes, int bytes) {
    long after = part.beyondReserved(depthBytes + bytes);
    if (after == 0) {
      return true;
    }
    long own = part.beyondReserved(depthBytes);
    long freeBytes = sharedBytes - usedBytes;
    return own < part.alpha() * freeBytes && after - own <= freeBytes;
  }

  /** Returns the depth up to which a queue of this depth could grow if no other changes. */
  long boundBytes(Sharing part, long depthBytes) {
    return part.boundBytes(sharedBytes - usedBytes, depthBytes);
  }

  /** Notes the depth that a queue had and has. */
  void changed(Sharing part, long fromBytes, long toBytes) {
    usedBytes += part.beyondReserved(toBytes) - part.beyondReserved(fromBytes);
  }
}
