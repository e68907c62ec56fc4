package io.smartt.softswitch;

import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.softswitch.QueueConfig.Sharing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One queue of one port: a ring of packets between ingress and egress, with its bounds and
 * counters. Written by the switch's thread; counters read from another may be a moment old.
 * Allocates only while the ring grows towards its capacity.
 */
final class PacketQueue {
  /**
   * The number of packets that are fetched early: about as many as leave while one window of a
   * simulation lasts; more would push others out.
   */
  private static final int PREFETCHED = 16;

  private final SharedBuffer memory;
  private QueueConfig config;

  /** The part that the configuration names; null: the queue shares no memory. */
  private @Nullable Sharing sharing;

  private @Nullable QueuedPacket[] ring = new QueuedPacket[16];
  private int head;
  private int depthPackets;
  private long depthBytes;

  private long enqueuedPackets;
  private long enqueuedBytes;
  private long dequeuedPackets;
  private long dequeuedBytes;
  private long droppedPackets;
  private long droppedBytes;
  private long trimmedPackets;
  private long trimmedBytes;
  private long cutPackets;
  private long cutBytes;
  private long cutDroppedPackets;
  private long cutDroppedBytes;
  private long markedPackets;
  private long markedBytes;
  private int maxDepthPackets;
  private long maxDepthBytes;

  /**
   * Creates it empty.
   *
   * @param memory of the switch
   */
  PacketQueue(QueueConfig config, SharedBuffer memory) {
    this.memory = memory;
    this.config = config;
    configure(config);
  }

  QueueConfig config() {
    return config;
  }

  /** Changes its bounds; what waits stays, and is counted anew in memory that it shares. */
  void configure(QueueConfig newConfig) {
    if (sharing != null) {
      memory.changed(sharing, depthBytes, 0);
    }
    config = newConfig;
    sharing = newConfig.sharing().orElse(null);
    if (sharing != null) {
      memory.resize(sharing.sharedBytes());
      memory.changed(sharing, 0, depthBytes);
    }
  }

  /** Its bounds as they are now: shared memory leaves it less the more others have. */
  QueueConfig bounds() {
    return sharing == null ? config : config.within(memory.boundBytes(sharing, depthBytes));
  }

  int depthPackets() {
    return depthPackets;
  }

  long depthBytes() {
    return depthBytes;
  }

  /** Bytes of the packet that leaves next; the queue must not be empty. */
  int headBytes() {
    return waiting(0).bytes;
  }

  boolean hasRoomFor(int bytes) {
    return depthPackets < config.capacityPackets()
        && depthBytes + bytes <= config.capacityBytes()
        && (sharing == null || memory.hasRoomFor(sharing, depthBytes, bytes));
  }

  void add(QueuedPacket packet) {
    if (depthPackets == ring.length) {
      grow();
    }
    ring[(head + depthPackets) & (ring.length - 1)] = packet;
    depthPackets++;
    deepen(packet.bytes);
    enqueuedPackets++;
    enqueuedBytes += packet.bytes;
    if (packet.bytes < packet.receivedBytes) {
      trimmedPackets++;
      trimmedBytes += packet.receivedBytes;
    }
    maxDepthPackets = Math.max(maxDepthPackets, depthPackets);
    maxDepthBytes = Math.max(maxDepthBytes, depthBytes);
  }

  /** Takes the oldest packet; the queue must not be empty. */
  QueuedPacket remove() {
    QueuedPacket packet = Objects.requireNonNull(ring[head]);
    ring[head] = null;
    head = (head + 1) & (ring.length - 1);
    depthPackets--;
    deepen(-packet.bytes);
    dequeuedPackets++;
    dequeuedBytes += packet.bytes;
    return packet;
  }

  private void deepen(int bytes) {
    if (sharing != null) {
      memory.changed(sharing, depthBytes, depthBytes + bytes);
    }
    depthBytes += bytes;
  }

  /** Reads what is noted of the packets that leave next, and where the rest of each is. */
  long prefetchNotes() {
    long sum = 0;
    for (int i = 0; i < Math.min(depthPackets, PREFETCHED); i++) {
      sum += waiting(i).bytes;
    }
    return sum;
  }

  /** Reads from the packets that leave next. */
  long prefetchContexts() {
    long sum = 0;
    for (int i = 0; i < Math.min(depthPackets, PREFETCHED); i++) {
      sum += waiting(i).context.prefetch();
    }
    return sum;
  }

  private QueuedPacket waiting(int place) {
    return Objects.requireNonNull(ring[(head + place) & (ring.length - 1)]);
  }

  /**
   * Counts a packet that found no room.
   *
   * @param leftBytes that it has, or would have had in a queue of trimmed packets
   */
  void countDrop(QueuedPacket packet, int leftBytes) {
    droppedPackets++;
    droppedBytes += packet.bytes;
    if (leftBytes < packet.receivedBytes) {
      cutDroppedPackets++;
      cutDroppedBytes += packet.receivedBytes;
    }
  }

  long droppedPackets() {
    return droppedPackets;
  }

  void countCut(int bytes) {
    cutPackets++;
    cutBytes += bytes;
  }

  void countMark(int bytes) {
    markedPackets++;
    markedBytes += bytes;
  }

  QueueCounters counters() {
    return new QueueCounters(
        new PacketByteCount(enqueuedPackets, enqueuedBytes),
        new PacketByteCount(dequeuedPackets, dequeuedBytes),
        new PacketByteCount(droppedPackets, droppedBytes),
        new PacketByteCount(trimmedPackets, trimmedBytes),
        new PacketByteCount(markedPackets, markedBytes),
        maxDepthPackets,
        maxDepthBytes,
        new PacketByteCount(cutPackets, cutBytes),
        new PacketByteCount(cutDroppedPackets, cutDroppedBytes),
        CountedBy.TRAFFIC_MANAGER);
  }

  /** Counts anew, as if what waits had just come. */
  void clearCounters() {
    enqueuedPackets = depthPackets;
    enqueuedBytes = depthBytes;
    dequeuedPackets = 0;
    dequeuedBytes = 0;
    droppedPackets = 0;
    droppedBytes = 0;
    trimmedPackets = 0;
    trimmedBytes = 0;
    cutPackets = 0;
    cutBytes = 0;
    cutDroppedPackets = 0;
    cutDroppedBytes = 0;
    markedPackets = 0;
    markedBytes = 0;
    maxDepthPackets = depthPackets;
    maxDepthBytes = depthBytes;
  }

  private void grow() {
    @Nullable QueuedPacket[] larger = new QueuedPacket[ring.length * 2];
    for (int i = 0; i < depthPackets; i++) {
      larger[i] = ring[(head + i) & (ring.length - 1)];
    }
    ring = larger;
    head = 0;
  }
}
