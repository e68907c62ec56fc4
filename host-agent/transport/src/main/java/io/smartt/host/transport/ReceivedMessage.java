package io.smartt.host.transport;

import io.smartt.host.transport.PayloadSink.PayloadTarget;
import org.jspecify.annotations.Nullable;

/**
 * A message being received: which of its packets have been placed. The sender cuts a message into
 * packets of one size (the last may be shorter) and numbers them in order; a packet that
 * contradicts this is refused, so that each byte is placed once.
 */
final class ReceivedMessage {
  private static final long UNKNOWN = -1;

  private final long id;
  private final @Nullable PayloadTarget target;
  private final ReceiveWindow parts = new ReceiveWindow(0);
  private long placedBytes;

  /** Payload bytes of each packet but the last; 0 until one arrived. */
  private int packetBytes;

  /** A packet placed, not the last of the message, with which others are compared. */
  private long anchorSequence;

  private long anchorPart;

  private long sizeBytes = UNKNOWN;
  private long claimedBytes = UNKNOWN;
  private long lastSequence;
  private int lastBytes;

  ReceivedMessage(long id, @Nullable PayloadTarget target) {
    this.id = id;
    this.target = target;
  }

  long id() {
    return id;
  }

  /** The target of the bytes; null if they are only counted. */
  @Nullable PayloadTarget target() {
    return target;
  }

  /** Bytes of the message; -1 until its last packet arrived. */
  long sizeBytes() {
    return sizeBytes;
  }

  /** The number of its last packet; only of a complete message. */
  long lastSequence() {
    return lastSequence;
  }

  /**
   * Returns whether the length that a packet says the message has is that of the packets before it.
   */
  boolean claims(long bytes) {
    if (claimedBytes == UNKNOWN) {
      claimedBytes = bytes;
    }
    return claimedBytes == bytes;
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

  /** Payload bytes that are there, each counted once. */
  long placedBytes() {
    return placedBytes;
  }

  /** Returns whether the whole message is there, by count. */
  boolean isComplete() {
    return placedBytes == sizeBytes;
  }

  /** Returns whether each byte of a complete message was placed exactly once, by its packets. */
  boolean isCoveredOnce() {
    return isComplete()
        && parts.outOfOrder() == 0
        && sizeBytes == parts.next() * packetBytes + lastBytes;
  }

  private boolean placeOther(long sequence, long offset, int length, long windowFirst) {
    if (packetBytes != 0 && length != packetBytes) {
      return false;
    }
    long part = part(sequence, offset, length);
    if (part < 0
        || !isInOrder(sequence, part, windowFirst)
        || (sizeBytes != UNKNOWN && !endsWithLast(sequence, part, length))
        || parts.classify(part) != ReceiveWindow.NEW) {
      return false;
    }
    parts.accept(part);
    packetBytes = length;
    anchorSequence = sequence;
    anchorPart = part;
    placedBytes += length;
    return true;
  }

  private boolean placeLast(long sequence, long offset, int length, long windowFirst) {
    if (packetBytes == 0) {
      // Which part it is shows with the first of the others; until then it may be the second.
      if (sequence - (offset == 0 ? 0 : 1) < windowFirst) {
        return false;
      }
    } else {
      long part = part(sequence, offset, packetBytes);
      if (part < parts.end() || length > packetBytes || !isInOrder(sequence, part, windowFirst)) {
        return false;
      }
    }
    sizeBytes = offset + length;
    lastBytes = length;
    lastSequence = sequence;
    placedBytes += length;
    return true;
  }

  /** Returns whether a part of this length is before the last one and puts that where it is. */
  private boolean endsWithLast(long sequence, long part, int length) {
    long offset = sizeBytes - lastBytes;
    long apart = lastSequence - sequence;
    if (apart <= 0 || lastBytes > length) {
      return false;
    }
    // Parts with numbers in a row, as they mostly are, save the division.
    long between = apart * length == offset - part * length ? apart : parts(offset, length) - part;
    return between > 0 && between <= apart;
  }

  /**
   * The index of the part that begins at an offset; -1 if none does. The guess saves a division.
   */
  private long part(long sequence, long offset, int length) {
    long guess = anchorPart + sequence - anchorSequence;
    return guess * length == offset ? guess : parts(offset, length);
  }

  private static long parts(long offset, int length) {
    return offset % length == 0 ? offset / length : -1;
  }

  /**
   * Returns whether as many packets fit before it, and between it and the anchor, as there are
   * parts.
   */
  private boolean isInOrder(long sequence, long part, long windowFirst) {
    long first = sequence - part;
    if (first < windowFirst) {
      return false;
    }
    long anchorFirst = anchorSequence - anchorPart;
    return packetBytes == 0 || first == anchorFirst || (first > anchorFirst) == (part > anchorPart);
  }
}
