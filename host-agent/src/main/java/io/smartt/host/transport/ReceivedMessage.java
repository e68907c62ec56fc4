package io.smartt.host.transport;

import java.util.Arrays;

/**
 * A message being received: which of its packets have been placed. The sender cuts a message into
 * packets of one size (the last may be shorter) with sequence numbers in a row; a packet that
 * contradicts this is refused, so that each byte is placed once.
 */
final class ReceivedMessage {
  private static final long UNKNOWN = -1;

  private final long id;
  private long firstSequence = UNKNOWN;
  private long lastSequence = UNKNOWN;
  private long lastOffset;
  private long packetBytes = UNKNOWN;
  private long sizeBytes = UNKNOWN;
  private long endBytes;
  private long placedBytes;
  private long placedPackets;
  private long[] placed = new long[1];

  ReceivedMessage(long id) {
    this.id = id;
  }

  long id() {
    return id;
  }

  /** Bytes of the message; -1 until its last packet arrived. */
  long sizeBytes() {
    return sizeBytes;
  }

  /**
   * Places a packet that has not arrived before.
   *
   * @param windowFirst the connection's first sequence number; no packet is before it
   * @return false if it contradicts what arrived before; nothing changes then
   */
  boolean place(long sequence, long offset, int length, boolean last, long windowFirst) {
    if (length == 0 || (last && sizeBytes != UNKNOWN)) {
      return false;
    }
    return last
        ? placeLast(sequence, offset, length, windowFirst)
        : placeOther(sequence, offset, length, windowFirst);
  }

  /** Whether the whole message is there, by count. */
  boolean isComplete() {
    return sizeBytes != UNKNOWN && placedBytes == sizeBytes;
  }

  /** Whether each byte of a complete message was placed exactly once, by its packets. */
  boolean isCoveredOnce() {
    long packets = packetBytes == UNKNOWN ? 1 : (sizeBytes - 1) / packetBytes + 1;
    long bits = 1; // the last packet, which has no bit
    for (long word : placed) {
      bits += Long.bitCount(word);
    }
    return isComplete() && placedPackets == packets && bits == packets;
  }

  private boolean placeOther(long sequence, long offset, int length, long windowFirst) {
    if ((packetBytes != UNKNOWN && length != packetBytes) || offset % length != 0) {
      return false;
    }
    long index = offset / length;
    long first = sequence - index;
    if (first < windowFirst || (firstSequence != UNKNOWN && first != firstSequence)) {
      return false;
    }
    if (sizeBytes != UNKNOWN
        && (sequence >= lastSequence
            || !fits(first, length, lastSequence, lastOffset, sizeBytes))) {
      return false;
    }
    if (!set((int) index)) {
      return false;
    }
    firstSequence = first;
    packetBytes = length;
    endBytes = Math.max(endBytes, offset + length);
    count(length);
    return true;
  }

  private boolean placeLast(long sequence, long offset, int length, long windowFirst) {
    long size = offset + length;
    boolean contradicts =
        packetBytes == UNKNOWN
            ? sequence - windowFirst < (offset == 0 ? 0 : 1)
            : offset < endBytes || !fits(firstSequence, packetBytes, sequence, offset, size);
    if (contradicts) {
      return false;
    }
    lastSequence = sequence;
    lastOffset = offset;
    sizeBytes = size;
    count(length);
    return true;
  }

  /** Whether a last packet is where packets of this length put it, and no longer than they. */
  private static boolean fits(long first, long length, long last, long offset, long size) {
    return offset == (last - first) * length && size - offset <= length;
  }

  private boolean set(int index) {
    int word = index >>> 6;
    if (word >= placed.length) {
      placed = Arrays.copyOf(placed, Math.max(word + 1, 2 * placed.length));
    }
    if (((placed[word] >>> index) & 1) != 0) {
      return false;
    }
    placed[word] |= 1L << index;
    return true;
  }

  private void count(int length) {
    placedBytes += length;
    placedPackets++;
  }
}
