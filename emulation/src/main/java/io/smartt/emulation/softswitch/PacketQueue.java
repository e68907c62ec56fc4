package io.smartt.emulation.softswitch;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One queue of one port: a ring of packets between ingress and egress, with its bounds and
 * counters. Written by the switch's thread; counters read from another may be a moment old.
 * Allocates only while the ring grows towards its capacity.
 */
final class PacketQueue {
  private QueueConfig config;
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
  private long markedPackets;
  private long markedBytes;
  private int maxDepthPackets;
  private long maxDepthBytes;

  PacketQueue(QueueConfig config) {
    this.config = config;
  }

  QueueConfig config() {
    return config;
  }

  void configure(QueueConfig newConfig) {
    config = newConfig;
  }

  int depthPackets() {
    return depthPackets;
  }

  long depthBytes() {
    return depthBytes;
  }

  boolean hasRoomFor(int bytes) {
    return depthPackets < config.capacityPackets() && depthBytes + bytes <= config.capacityBytes();
  }

  void add(QueuedPacket packet) {
    if (depthPackets == ring.length) {
      grow();
    }
    ring[(head + depthPackets) & (ring.length - 1)] = packet;
    depthPackets++;
    depthBytes += packet.bytes;
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
    depthBytes -= packet.bytes;
    dequeuedPackets++;
    dequeuedBytes += packet.bytes;
    return packet;
  }

  void countDrop(int bytes) {
    droppedPackets++;
    droppedBytes += bytes;
  }

  void countMark(int bytes) {
    markedPackets++;
    markedBytes += bytes;
  }

  QueueCounters counters() {
    return new QueueCounters(
        enqueuedPackets,
        enqueuedBytes,
        dequeuedPackets,
        dequeuedBytes,
        droppedPackets,
        droppedBytes,
        trimmedPackets,
        trimmedBytes,
        markedPackets,
        markedBytes,
        maxDepthPackets,
        maxDepthBytes);
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
