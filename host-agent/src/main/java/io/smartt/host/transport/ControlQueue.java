package io.smartt.host.transport;

import io.smartt.host.wire.Uet;

/** Acknowledgements and NACKs waiting to leave, oldest first. */
final class ControlQueue {
  private static final int NACK = 0x80;

  private final LongRing sequences = new LongRing();
  private final LongRing rest = new LongRing();

  void add(ReceiveConnection connection, long sequence, int entropy, int flags, boolean nack) {
    sequences.add(sequence);
    rest.add(((long) connection.id() << 32) | ((long) entropy << 8) | flags | (nack ? NACK : 0));
  }

  /** Writes the oldest; false if there is none. What it acknowledges is as of now. */
  boolean poll(OutgoingFrame out, FrameWriter writer, ReceiveConnections connections) {
    if (sequences.isEmpty()) {
      return false;
    }
    long sequence = sequences.removeFirst();
    long packed = rest.removeFirst();
    ReceiveConnection connection = connections.get((int) (packed >>> 32));
    int entropy = (int) (packed >>> 8) & 0xffff;
    int flags = (int) packed & (Uet.FLAG_MARKED | Uet.FLAG_RETX);
    if ((packed & NACK) != 0) {
      writer.nack(out, connection, sequence, entropy, flags);
    } else {
      writer.ack(out, connection, sequence, entropy, flags);
    }
    return true;
  }
}
