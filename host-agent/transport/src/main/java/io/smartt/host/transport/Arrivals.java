package io.smartt.host.transport;

/** Applies an acknowledgement to the send window of its connection. */
final class Arrivals {
  private final SendWindow window;
  private final OutgoingMessages messages;
  private int packets;

  Arrivals(SendWindow window, OutgoingMessages messages) {
    this.window = window;
    this.messages = messages;
  }

  /**
   * Takes note of what arrived.
   *
   * @param cumulative all up to this one
   * @param answered this one
   * @param from and those that the bitmap names, of which this is the first
   * @return frame bytes of the packets that were not known to have arrived
   */
  int note(long cumulative, long answered, long from, long bitmap) {
    int bytes = 0;
    packets = 0;
    for (long sequence = window.base(); sequence <= cumulative; sequence++) {
      bytes += one(sequence);
    }
    bytes += one(answered);
    if (bitmap != 0) {
      bytes += several(from, bitmap);
    }
    window.advance();
    return bytes;
  }

  /** Returns how many packets the last acknowledgement was the first to cover. */
  int packets() {
    return packets;
  }

  private int several(long from, long bitmap) {
    // Packets below the base are acknowledged and out of the window.
    long below = Math.max(0, window.base() - from);
    if (below >= Long.SIZE) {
      return 0;
    }
    long start = from + below;
    int bytes = 0;
    for (long rest = window.news(start, bitmap >>> below); rest != 0; rest &= rest - 1) {
      bytes += fresh(start + Long.numberOfTrailingZeros(rest));
    }
    return bytes;
  }

  private int one(long sequence) {
    return sequence < window.base() || window.isAcknowledged(sequence) ? 0 : fresh(sequence);
  }

  private int fresh(long sequence) {
    packets++;
    messages.acknowledgeOne(window.message(sequence));
    return window.acknowledge(sequence);
  }
}
