package io.smartt.host.transport;

/**
 * A bit for each sequence number of a span that slides upward: a ring of words. The caller keeps to
 * the span and clears what it leaves behind.
 */
final class SequenceBits {
  private long[] words = new long[2];

  /** The number of consecutive sequence numbers, from any first one, whose bits do not collide. */
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
