package io.smartt.host.transport;

import java.util.Arrays;

/**
 * The packets of a connection from the oldest not acknowledged to the newest sent, by sequence
 * number (a PSN without wrap-around): when each was sent last, by which path, and what became of
 * it. A ring that doubles until it spans {@link #MAX_SPAN}.
 */
final class SendWindow {
  /** No more packets than this between the oldest not acknowledged and the newest sent. */
  static final int MAX_SPAN = 1 << 14;

  /** On its way. */
  static final byte IN_FLIGHT = 1;

  /** Known or supposed lost, waiting to be sent again. */
  static final byte LOST = 2;

  /** Acknowledged. */
  static final byte ACKED = 3;

  private static final int INITIAL_SPAN = 16;
  private static final int MOST = Byte.MAX_VALUE;

  private long[] sentPs = new long[INITIAL_SPAN];
  private char[] entropy = new char[INITIAL_SPAN];
  private char[] frameBytes = new char[INITIAL_SPAN];
  private byte[] state = new byte[INITIAL_SPAN];
  private byte[] transmissions = new byte[INITIAL_SPAN];
  private byte[] timeouts = new byte[INITIAL_SPAN];
  private int mask = INITIAL_SPAN - 1;

  private final LongRing lost = new LongRing();
  private long base;
  private long next;
  private long inFlightBytes;

  SendWindow(long first) {
    base = first;
    next = first;
  }

  /** The oldest packet not acknowledged; {@link #next} if there is none. */
  long base() {
    return base;
  }

  /** The packet to be sent next for the first time. */
  long next() {
    return next;
  }

  long inFlightBytes() {
    return inFlightBytes;
  }

  boolean isFull() {
    return next - base >= MAX_SPAN;
  }

  byte state(long sequence) {
    return state[index(sequence)];
  }

  long sentPs(long sequence) {
    return sentPs[index(sequence)];
  }

  int entropy(long sequence) {
    return entropy[index(sequence)];
  }

  int frameBytes(long sequence) {
    return frameBytes[index(sequence)];
  }

  int transmissions(long sequence) {
    return transmissions[index(sequence)];
  }

  int timeouts(long sequence) {
    return timeouts[index(sequence)];
  }

  /** The next packet leaves for the first time. Returns its sequence number. */
  long sendNew(long nowPs, int bytes, int path) {
    if (next - base > mask) {
      grow();
    }
    long sequence = next++;
    int at = index(sequence);
    frameBytes[at] = (char) bytes;
    transmissions[at] = 0;
    timeouts[at] = 0;
    launch(at, nowPs, path);
    return sequence;
  }

  /** A lost packet leaves again. */
  void sendAgain(long sequence, long nowPs, int path) {
    launch(index(sequence), nowPs, path);
  }

  /** The lost packet to be sent again next, or -1. It stays first until it is taken. */
  long firstLost() {
    while (!lost.isEmpty()) {
      long sequence = lost.first();
      if (sequence >= base && state[index(sequence)] == LOST) {
        return sequence;
      }
      lost.removeFirst();
    }
    return -1;
  }

  void removeFirstLost() {
    lost.removeFirst();
  }

  /** A packet in flight was lost. */
  void lose(long sequence, boolean timedOut) {
    int at = index(sequence);
    state[at] = LOST;
    inFlightBytes -= frameBytes[at];
    if (timedOut && timeouts[at] < MOST) {
      timeouts[at]++;
    }
    lost.add(sequence);
  }

  /** Takes note that a packet of the window arrived. Returns its bytes, 0 if that was known. */
  int acknowledge(long sequence) {
    int at = index(sequence);
    if (state[at] == ACKED) {
      return 0;
    }
    if (state[at] == IN_FLIGHT) {
      inFlightBytes -= frameBytes[at];
    }
    state[at] = ACKED;
    return frameBytes[at];
  }

  /** Moves the base past packets that are acknowledged. */
  void advance() {
    while (base < next && state[index(base)] == ACKED) {
      base++;
    }
  }

  private void launch(int at, long nowPs, int path) {
    sentPs[at] = nowPs;
    entropy[at] = (char) path;
    state[at] = IN_FLIGHT;
    if (transmissions[at] < MOST) {
      transmissions[at]++;
    }
    inFlightBytes += frameBytes[at];
  }

  private int index(long sequence) {
    return (int) sequence & mask;
  }

  private void grow() {
    int span = 2 * (mask + 1);
    sentPs = Arrays.copyOf(sentPs, span);
    entropy = Arrays.copyOf(entropy, span);
    frameBytes = Arrays.copyOf(frameBytes, span);
    state = Arrays.copyOf(state, span);
    transmissions = Arrays.copyOf(transmissions, span);
    timeouts = Arrays.copyOf(timeouts, span);
    int old = mask + 1;
    mask = span - 1;
    // The ring was full from base to base + old; each packet stays or moves up by the old span.
    for (long sequence = base; sequence < base + old; sequence++) {
      int before = (int) sequence & (old - 1);
      int after = index(sequence);
      if (before != after) {
        sentPs[after] = sentPs[before];
        entropy[after] = entropy[before];
        frameBytes[after] = frameBytes[before];
        state[after] = state[before];
        transmissions[after] = transmissions[before];
        timeouts[after] = timeouts[before];
      }
    }
  }
}
