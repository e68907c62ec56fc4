package io.smartt.softswitch;

import io.smartt.p4.pipeline.PacketContext;
import org.jspecify.annotations.Nullable;

/**
 * A packet inside the switch: its passage through the pipeline and what the switch notes of it.
 * Pooled and reused.
 */
final class QueuedPacket {
  final PacketContext context;

  /** The port it came in by; 0 if it began here. */
  int ingressPort;

  /** Bytes it takes in a queue. */
  int bytes;

  /** Bytes it had when it was received or cloned. */
  int receivedBytes;

  /** Most bytes it may leave with, by its clone session. */
  int keepBytes = Integer.MAX_VALUE;

  /** The time at which it was put in its queue. */
  long enqueuedPs;

  /** The bytes that waited in its queue before it. */
  long foundBytes;

  /** The queue that it is in or came from. */
  int queue;

  /** The ECN bits it came with. */
  int receivedEcn;

  /** The number of times that it, or what it is a copy of, has gone round. */
  int passes = 1;

  /** The cut that the traffic manager made; null when it made none. */
  QueueConfig.@Nullable Trimming trimming;

  /** The other packets that came of the one received; null while there is none. */
  PacketPool.@Nullable Family family;

  QueuedPacket(PacketContext context) {
    this.context = context;
  }

  void reset() {
    context.reset();
    ingressPort = 0;
    keepBytes = Integer.MAX_VALUE;
    passes = 1;
    trimming = null;
  }

  /** Takes over what was noted of a packet that this is a copy of. */
  void copyMetadataFrom(QueuedPacket other) {
    ingressPort = other.ingressPort;
    receivedBytes = other.receivedBytes;
    receivedEcn = other.receivedEcn;
    passes = other.passes;
  }
}
