package io.smartt.host.transport;

/**
 * Which packets of a connection have arrived, by sequence number (a PSN without wrap-around): all
 * below {@link #next}, and those of a bitmap above it, a ring that doubles as needed.
 */
final class ReceiveWindow {
  /** Outcome of {@link #classify}: not seen before. */
  static final int NEW = 0;

  /** Outcome of {@link #classify}: has arrived. */
  static final int DUPLICATE = 1;

  /** Outcome of {@link #classify}: too far from what is expected. */
  static final int OUTSIDE = 2;

  private long[] bits = new long[2];
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

  /** How many have arrived beyond {@link #next}. */
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
    return sequence < next + span() && isSet(sequence) ? DUPLICATE : NEW;
  }

  /** Takes note of a packet that is {@link #NEW}. */
  void accept(long sequence) {
    while (sequence >= next + span()) {
      grow();
    }
    bits[word(sequence)] |= 1L << sequence;
    outOfOrder++;
    end = Math.max(end, sequence + 1);
    while (isSet(next)) {
      bits[word(next)] &= ~(1L << next);
      outOfOrder--;
      next++;
    }
  }

  /** Bit i says whether {@code from + i} has arrived; {@code from} not below {@link #next}. */
  long bitmap(long from) {
    if (outOfOrder == 0) {
      return 0;
    }
    long low = from < next + span() ? bits[word(from)] >>> from : 0;
    if ((from & 63) == 0) {
      return low;
    }
    long following = (from | 63) + 1;
    long high = following < next + span() ? bits[word(following)] << -from : 0;
    return low | high;
  }

  private boolean isSet(long sequence) {
    return ((bits[word(sequence)] >>> sequence) & 1) != 0;
  }

  private int word(long sequence) {
    return (int) (sequence >>> 6) & (bits.length - 1);
  }

  private int span() {
    // A word less than the ring has: the words at both ends may be the same one.
    return (bits.length - 1) * 64;
  }

  private void grow() {
    long[] larger = new long[2 * bits.length];
    for (int i = 0; i < bits.length; i++) {
      long at = next + 64L * i;
      larger[(int) (at >>> 6) & (larger.length - 1)] = bits[word(at)];
    }
    bits = larger;
  }
}
