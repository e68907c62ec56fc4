package io.smartt.virtual;

import module java.base;

import io.smartt.p4.pipeline.Packet;

/**
 * The frames on one direction of a cable, oldest first, with when each arrives. A ring in one array
 * of bytes, because millions of packets in flight are the largest thing that a simulation holds:
 * each takes two cache lines, next to those of the frame before. Allocates only when it grows.
 *
 * <p>One thread adds, another takes: it sees what was added before it last called {@link #look}.
 */
final class FramesInFlight {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle ADDED;
  private static final VarHandle TAKEN;

  private static final int ARRIVAL = 0;
  private static final int ID = 8;
  private static final int LENGTH = 16;
  private static final int HEAD_LENGTH = 20;
  private static final int SENT_LENGTH = 24;
  private static final int BYTES = 28;
  private static final int FIRST_SLOTS = 4;
  private static final int FIRST_SLOT_BYTES = 128;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ADDED = lookup.findVarHandle(FramesInFlight.class, "added", long.class);
      TAKEN = lookup.findVarHandle(FramesInFlight.class, "taken", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** A ring of slots of one size; the one that the sender writes to, until it is too small. */
  private static final class Ring {
    final byte[] bytes;
    final int slots;
    final int slotBytes;

    Ring(int slots, int slotBytes) {
      this.slots = slots;
      this.slotBytes = slotBytes;
      bytes = new byte[Math.multiplyExact(slots, slotBytes)];
    }

    int at(long number) {
      return ((int) number & (slots - 1)) * slotBytes;
    }
  }

  private volatile Ring ring = new Ring(FIRST_SLOTS, FIRST_SLOT_BYTES);

  @SuppressWarnings("UnusedVariable") // by its handle
  private long added;

  @SuppressWarnings("UnusedVariable") // by its handle
  private long taken;

  private long takenBytes;
  private Ring seenRing = ring;
  private long seenAdded;

  /** Adds a frame behind the others. For the sender. */
  void add(Packet packet, long arrivalPs) {
    long number = (long) ADDED.get(this);
    long oldest = (long) TAKEN.getAcquire(this);
    Ring into = ring;
    int headLength = packet.headLength();
    // The time that a host takes is behind the head, so that all others fill no third cache line.
    boolean held = packet.heldPs() != 0;
    int slotBytes = BYTES + headLength + (held ? Long.BYTES : 0);
    if (number - oldest == into.slots || slotBytes > into.slotBytes) {
      into = larger(into, oldest, number, slotBytes);
      ring = into;
    }
    byte[] bytes = into.bytes;
    int at = into.at(number);
    LONG.set(bytes, at + ARRIVAL, arrivalPs);
    LONG.set(bytes, at + ID, packet.id());
    INT.set(bytes, at + LENGTH, packet.length());
    INT.set(bytes, at + HEAD_LENGTH, held ? ~headLength : headLength);
    if (held) {
      LONG.set(bytes, at + BYTES + headLength, packet.heldPs());
    }
    INT.set(bytes, at + SENT_LENGTH, packet.sentLength());
    System.arraycopy(packet.bytes(), 0, bytes, at + BYTES, headLength);
    ADDED.setRelease(this, number + 1);
  }

  /** Returns a larger ring; what the taker still reads in the old one stays as it was. */
  private static Ring larger(Ring old, long oldest, long end, int atLeastBytes) {
    int slotBytes = old.slotBytes;
    while (slotBytes < atLeastBytes) {
      slotBytes *= 2;
    }
    Ring larger = new Ring(end - oldest == old.slots ? old.slots * 2 : old.slots, slotBytes);
    for (long number = oldest; number < end; number++) {
      System.arraycopy(old.bytes, old.at(number), larger.bytes, larger.at(number), old.slotBytes);
    }
    return larger;
  }

  /** Sees what has been added so far; true if that is anything. For the taker. */
  boolean look() {
    seenAdded = (long) ADDED.getAcquire(this);
    seenRing = ring;
    return !isEmpty();
  }

  /** Returns whether all that was seen has been taken. */
  boolean isEmpty() {
    return seenAdded == (long) TAKEN.get(this);
  }

  /** Returns how many were ever added. */
  long added() {
    return (long) ADDED.getAcquire(this);
  }

  /** Returns how many were ever taken. */
  long taken() {
    return (long) TAKEN.getAcquire(this);
  }

  /** Returns the length of all that were ever taken. For when the taker is not at work. */
  long takenBytes() {
    return takenBytes;
  }

  /** Returns when the oldest frame arrives; there must be one. */
  long arrivalPs() {
    Ring from = seenRing;
    return (long) LONG.get(from.bytes, from.at((long) TAKEN.get(this)) + ARRIVAL);
  }

  /** Takes the oldest frame; there must be one. */
  void take(Packet out) {
    Ring from = seenRing;
    byte[] bytes = from.bytes;
    long number = (long) TAKEN.get(this);
    int at = from.at(number);
    int length = (int) INT.get(bytes, at + LENGTH);
    int head = (int) INT.get(bytes, at + HEAD_LENGTH);
    out.set(bytes, at + BYTES, head < 0 ? ~head : head, length);
    out.holdFor(head < 0 ? (long) LONG.get(bytes, at + BYTES + ~head) : 0);
    takenBytes += length;
    out.numberAs((long) LONG.get(bytes, at + ID), (int) INT.get(bytes, at + SENT_LENGTH));
    TAKEN.setRelease(this, number + 1);
  }
}
