package io.smartt.host.transport;

import module java.base;

import io.smartt.host.transport.OutgoingMessages.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/**
 * The packets of a connection from the oldest not acknowledged to the newest sent, by sequence
 * number (a PSN without wrap-around): which part of which message each carries, when it was sent
 * last, by which path, and what became of it. A ring that doubles until it spans {@link #MAX_SPAN}.
 */
final class SendWindow {
  /** Most packets between the oldest not acknowledged and the newest sent. */
  static final int MAX_SPAN = 1 << 14;

  private static final int INITIAL_SPAN = 16;
  private static final int MOST = 0xff;

  // What is known of a packet, in one word: the lower bits first.
  private static final int ENTROPY_SHIFT = 16;
  private static final int TRANSMISSIONS_SHIFT = 32;
  private static final int TIMEOUTS_SHIFT = 40;
  private static final long ONE_TRANSMISSION = 1L << TRANSMISSIONS_SHIFT;
  private static final long ONE_TIMEOUT = 1L << TIMEOUTS_SHIFT;
  private static final long IN_FLIGHT = 1L << 48;
  private static final long LOST = 1L << 49;
  private static final long ENTROPY_MASK = 0xffffL << ENTROPY_SHIFT;

  private long[] facts = new long[INITIAL_SPAN];
  private long[] sentPs = new long[INITIAL_SPAN];
  private @Nullable OutgoingMessage[] message = new OutgoingMessage[INITIAL_SPAN];
  private int[] part = new int[INITIAL_SPAN];
  private int mask = INITIAL_SPAN - 1;

  private final ReceiveWindow.SequenceBits acknowledged = new ReceiveWindow.SequenceBits();
  private final LongRing lost = new LongRing();
  private final long first;
  private long base;
  private long next;
  private long acknowledgedEnd;
  private long inFlightBytes;
  private long lostBytes;

  SendWindow(long first) {
    this.first = first;
    base = first;
    next = first;
    acknowledgedEnd = first;
  }

  /** The connection's first packet. */
  long first() {
    return first;
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

  /** Frame bytes that were lost and wait to be sent again. */
  long lostBytes() {
    return lostBytes;
  }

  /** The sequence number nearest to the window that has these low 32 bits. */
  long unwrap(int psn) {
    return base + (psn - (int) base);
  }

  /** Returns whether a packet is of this connection and has left. */
  boolean wasSent(long sequence) {
    return sequence >= first && sequence < next;
  }

  /** Returns whether all up to a packet have left; true of the one before the first. */
  boolean wasSentUpTo(long sequence) {
    return sequence >= first - 1 && sequence < next;
  }

  /**
   * Returns whether the packets that a bitmap names, the lowest bit for {@code from}, have left.
   */
  boolean wereSent(long from, long bitmap) {
    return bitmap == 0 || (wasSent(from) && wasSent(from + 63 - Long.numberOfLeadingZeros(bitmap)));
  }

  boolean isFull() {
    return next - base >= MAX_SPAN;
  }

  boolean isEmpty() {
    return next == base;
  }

  /** Returns whether the packet, one of the window, is on its way. */
  boolean isInFlight(long sequence) {
    return (facts[index(sequence)] & IN_FLIGHT) != 0;
  }

  long sentPs(long sequence) {
    return sentPs[index(sequence)];
  }

  int entropy(long sequence) {
    return (int) (facts[index(sequence)] >>> ENTROPY_SHIFT) & 0xffff;
  }

  /** Writes the entropy values of packets in flight, the newest first and each once. */
  int inFlightEntropies(int[] into) {
    int found = 0;
    for (long sequence = next - 1; sequence >= base && found < into.length; sequence--) {
      if (isInFlight(sequence)) {
        int entropy = entropy(sequence);
        int at = 0;
        while (at < found && into[at] != entropy) {
          at++;
        }
        into[at] = entropy;
        found = Math.max(found, at + 1);
      }
    }
    return found;
  }

  int frameBytes(long sequence) {
    return (int) facts[index(sequence)] & 0xffff;
  }

  int transmissions(long sequence) {
    return (int) (facts[index(sequence)] >>> TRANSMISSIONS_SHIFT) & MOST;
  }

  int timeouts(long sequence) {
    return (int) (facts[index(sequence)] >>> TIMEOUTS_SHIFT) & MOST;
  }

  /** The message whose packet this is. */
  OutgoingMessage message(long sequence) {
    OutgoingMessage carried = message[index(sequence)];
    if (carried == null) {
      throw new IllegalStateException("packet " + sequence + " is not in the window");
    }
    return carried;
  }

  /** The index of the packet in its message, from 0. */
  int part(long sequence) {
    return part[index(sequence)];
  }

  /** The next packet leaves for the first time. Returns its sequence number. */
  long sendNew(long nowPs, OutgoingMessage carried, int number, int bytes, int path) {
    if (next - base > mask) {
      grow();
    }
    long sequence = next++;
    int at = index(sequence);
    facts[at] = IN_FLIGHT | ONE_TRANSMISSION | ((long) path << ENTROPY_SHIFT) | bytes;
    sentPs[at] = nowPs;
    message[at] = carried;
    part[at] = number;
    inFlightBytes += bytes;
    return sequence;
  }

  /** The first lost packet leaves again. Returns its sequence number. */
  long sendLost(long nowPs, int path) {
    long sequence = lost.removeFirst();
    int at = index(sequence);
    long known = facts[at] & ~(LOST | ENTROPY_MASK);
    if (transmissions(sequence) < MOST) {
      known += ONE_TRANSMISSION;
    }
    facts[at] = known | IN_FLIGHT | ((long) path << ENTROPY_SHIFT);
    sentPs[at] = nowPs;
    inFlightBytes += known & 0xffff;
    lostBytes -= known & 0xffff;
    return sequence;
  }

  /** The lost packet to be sent again next, or -1. */
  long firstLost() {
    while (!lost.isEmpty()) {
      long sequence = lost.first();
      if (sequence >= base && (facts[index(sequence)] & LOST) != 0) {
        return sequence;
      }
      lost.removeFirst();
    }
    return -1;
  }

  /** A packet in flight was lost. */
  void lose(long sequence, boolean timedOut) {
    int at = index(sequence);
    long known = (facts[at] & ~IN_FLIGHT) | LOST;
    if (timedOut && timeouts(sequence) < MOST) {
      known += ONE_TIMEOUT;
    }
    facts[at] = known;
    inFlightBytes -= known & 0xffff;
    lostBytes += known & 0xffff;
    lost.add(sequence);
  }

  /**
   * Notes that all packets in flight from this one on were lost. What waits to be sent again, these
   * and others, leaves in the order of sequence numbers, as go-back-N must.
   */
  void goBackTo(long sequence) {
    for (long at = Math.max(base, sequence); at < next; at++) {
      if (isInFlight(at)) {
        lose(at, false);
      }
    }
    lost.clear();
    for (long at = base; at < next; at++) {
      if ((facts[index(at)] & LOST) != 0) {
        lost.add(at);
      }
    }
  }

  /** Returns whether a packet, not before the window's base, is acknowledged. */
  boolean isAcknowledged(long sequence) {
    return sequence < acknowledgedEnd && acknowledged.get(sequence);
  }

  /** The packets of the 64 from {@code from} on that the bitmap names and that are news. */
  long news(long from, long bitmap) {
    return bitmap & ~acknowledged.from(from, acknowledgedEnd);
  }

  /** Takes note that a packet of the window arrived, which was not known. Returns its bytes. */
  int acknowledge(long sequence) {
    while (sequence >= base + acknowledged.span()) {
      acknowledged.grow(base);
    }
    acknowledged.set(sequence);
    acknowledgedEnd = Math.max(acknowledgedEnd, sequence + 1);
    int at = index(sequence);
    long known = facts[at];
    int bytes = (int) known & 0xffff;
    if ((known & IN_FLIGHT) != 0) {
      inFlightBytes -= bytes;
    } else {
      lostBytes -= bytes;
    }
    facts[at] = known & ~(IN_FLIGHT | LOST);
    return bytes;
  }

  /** Moves the base past packets that are acknowledged, which are forgotten. */
  void advance() {
    while (base < acknowledgedEnd && acknowledged.get(base)) {
      acknowledged.clear(base);
      message[index(base)] = null;
      base++;
    }
  }

  /** Hands the message of each packet not acknowledged to an action, once or more often. */
  void forEachMessage(Consumer<OutgoingMessage> action) {
    for (long sequence = base; sequence < next; sequence++) {
      action.accept(message(sequence));
    }
  }

  private int index(long sequence) {
    return (int) sequence & mask;
  }

  private void grow() {
    int old = mask + 1;
    int span = 2 * old;
    facts = Arrays.copyOf(facts, span);
    sentPs = Arrays.copyOf(sentPs, span);
    message = Arrays.copyOf(message, span);
    part = Arrays.copyOf(part, span);
    mask = span - 1;
    // The ring was full from base to base + old; each packet stays or moves up by the old span.
    for (long sequence = base; sequence < base + old; sequence++) {
      int before = (int) sequence & (old - 1);
      int after = index(sequence);
      if (before != after) {
        facts[after] = facts[before];
        sentPs[after] = sentPs[before];
        message[after] = message[before];
        part[after] = part[before];
      }
    }
  }

  /** A queue of longs that allocates only when it grows. */
  static final class LongRing {
    private long[] values = new long[8];
    private int head;
    private int size;

    boolean isEmpty() {
      return size == 0;
    }

    int size() {
      return size;
    }

    void add(long value) {
      if (size == values.length) {
        long[] larger = new long[2 * size];
        for (int i = 0; i < size; i++) {
          larger[i] = values[(head + i) & (size - 1)];
        }
        values = larger;
        head = 0;
      }
      values[(head + size) & (values.length - 1)] = value;
      size++;
    }

    void clear() {
      head = 0;
      size = 0;
    }

    long first() {
      return values[head];
    }

    long removeFirst() {
      long value = values[head];
      head = (head + 1) & (values.length - 1);
      size--;
      return value;
    }
  }
}
