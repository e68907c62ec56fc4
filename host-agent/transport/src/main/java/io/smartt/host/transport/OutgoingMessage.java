package io.smartt.host.transport;

import org.jspecify.annotations.Nullable;

/**
 * A message being sent: cut into packets of one size, the last one what is left; how many of them
 * have left and how many are not acknowledged yet.
 */
final class OutgoingMessage {
  /** The next message in the queue of messages with packets that have not left. */
  @Nullable OutgoingMessage nextUnsent;

  /** The next message in the queue of complete messages not reported. */
  @Nullable OutgoingMessage nextComplete;

  private final long id;
  private final PayloadSource source;
  private final int packetBytes;
  private final int lastBytes;
  private final int packets;
  private int unsentPart;
  private int missing;

  OutgoingMessage(long id, long sizeBytes, PayloadSource source, int packetBytes) {
    this.id = id;
    this.source = source;
    this.packetBytes = packetBytes;
    packets = Math.toIntExact((sizeBytes - 1) / packetBytes + 1);
    lastBytes = (int) (sizeBytes - (packets - 1L) * packetBytes);
    missing = packets;
  }

  long id() {
    return id;
  }

  PayloadSource source() {
    return source;
  }

  int packets() {
    return packets;
  }

  long sizeBytes() {
    return (packets - 1L) * packetBytes + lastBytes;
  }

  long offset(int part) {
    return (long) part * packetBytes;
  }

  int length(int part) {
    return part == packets - 1 ? lastBytes : packetBytes;
  }

  boolean isLast(int part) {
    return part == packets - 1;
  }

  /** The packet to leave next for the first time. */
  int unsentPart() {
    return unsentPart;
  }

  void sendPart() {
    unsentPart++;
  }

  boolean isAllSent() {
    return unsentPart == packets;
  }

  /** Takes note that one more packet arrived. Returns whether that was the last. */
  boolean acknowledgeOne() {
    missing--;
    return missing == 0;
  }
}
