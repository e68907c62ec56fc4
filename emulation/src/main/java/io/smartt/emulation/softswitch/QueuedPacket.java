package io.smartt.emulation.softswitch;

import io.smartt.p4.pipeline.PacketContext;
import org.jspecify.annotations.Nullable;

/**
 * A packet inside the switch: its passage through the pipeline and what the traffic manager notes
 * of it. Pooled by the switch and reused.
 */
final class QueuedPacket {
  final PacketContext context;

  /** Bytes it takes in a queue. */
  int bytes;

  /** Bytes it had when it was received. */
  int receivedBytes;

  /** When it was put in its queue. */
  long enqueuedPs;

  /** The queue that it is in or came from. */
  int queue;

  /** The ECN bits it came with. */
  int receivedEcn;

  /** How the traffic manager cut it; null when it did not. */
  QueueConfig.@Nullable Trimming trimming;

  QueuedPacket(PacketContext context) {
    this.context = context;
  }
}
