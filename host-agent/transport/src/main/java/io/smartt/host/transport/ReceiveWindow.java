package io.smartt.host.transport;

/**
 * The packets of a connection that have arrived, by sequence number (a PSN without wrap-around):
 * all below {@link #next}, and those of a bitmap above it, a ring that doubles as needed.
 */
final class ReceiveWindow {
  /** Outcome of {@link #classify}: not seen before. */
  static final int NEW = 0;

  /** Outcome of {@link #classify}: has arrived. */
  static final int DUPLICATE = 1;

  /** Outcome of {@link #classify}: too far from what is expected. */
  static final int OUTSIDE = 2;

  private final SequenceBits arrived = new SequenceBits();
  private final long first;
  private long next;
  private long end;
  private int outOfOrder;

  ReceiveWindow(long first) {
    this.first = first;
    next = first;
    end = first;
  }

  /** The connection's first sequence number. */
  long first() {
    return first;
  }

  /** The lowest that has not arrived. */
  long next() {
    return next;
  }

  /** One past the highest that has arrived. */
  long end() {
    return end;
  }

  /** The number of packets that have arrived beyond {@link #next}. */
  int outOfOrder() {
    return outOfOrder;
  }

  /** The sequence number nearest to what is expected that has these low 32 bits. */
  long unwrap(int psn) {
    return next + (psn - (int) next);
  }

  int classify(long sequence) {
    if (sequence < first || sequence < next - SendWindow.MAX_SPAN) {
      return OUTSIDE;
    }
    if (sequence < next) {
      return DUPLICATE;
    }
    if (sequence >= next + SendWindow.MAX_SPAN) {
      return OUTSIDE;
    }
    return sequence < end && arrived.get(sequence) ? DUPLICATE : NEW;
  }

  /** Takes note of a packet that is {@link #NEW}. */
  void accept(long sequence) {
    if (sequence == next && outOfOrder == 0) {
      next++;
      end = next;
      return;
    }
    while (sequence >= next + arrived.span()) {
      arrived.grow(next);
    }
    arrived.set(sequence);
    outOfOrder++;
    end = Math.max(end, sequence + 1);
    while (outOfOrder > 0 && arrived.get(next)) {
      arrived.clear(next);
      outOfOrder--;
      next++;
    }
  }

  /** Bit i says whether {@code from + i} has arrived; {@code from} not below {@link #next}. */
  long bitmap(long from) {
    return outOfOrder == 0 ? 0 : arrived.from(from, end);
  }

  /**
   * A bit for each sequence number of a span that slides upward: a ring of words. The caller keeps
   * to the span and clears what it leaves behind.
   */
  static final class SequenceBits {
    private long[] words = new long[2];

    /**
     * The number of consecutive sequence numbers, from any first one, whose bits do not collide.
     */
    int span() {
      // A word less than the ring has: the words at both ends may be the same one.
      return (words.length - 1) * Long.SIZE;
    }

    boolean get(long sequence) {
      return ((words[word(sequence)] >>> sequence) & 1) != 0;
    }

    void set(long sequence) {
      words[word(sequence)] |= 1L << sequence;
    }

    void clear(long sequence) {
      words[word(sequence)] &= ~(1L << sequence);
    }

    /** Bit i says {@code get(from + i)}; {@code end} is one past the highest that may be set. */
    long from(long from, long end) {
      if (from >= end) {
        return 0;
      }
      long low = words[word(from)] >>> from;
      long following = (from | (Long.SIZE - 1)) + 1;
      boolean aligned = (from & (Long.SIZE - 1)) == 0;
      return aligned || following >= end ? low : low | words[word(following)] << -from;
    }

    /** Doubles the span, of which {@code first} is the lowest that may be set. */
    void grow(long first) {
      long[] larger = new long[2 * words.length];
      for (int i = 0; i < words.length; i++) {
        long at = first + (long) Long.SIZE * i;
        larger[(int) (at >>> 6) & (larger.length - 1)] = words[word(at)];
      }
      words = larger;
    }

    private int word(long sequence) {
      return (int) (sequence >>> 6) & (words.length - 1);
    }
  }

  /** Applies an acknowledgement to the send window of its connection. */
  static final class Arrivals {
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
}
