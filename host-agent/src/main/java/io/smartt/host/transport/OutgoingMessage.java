package io.smartt.host.transport;

/** A message being sent: a run of sequence numbers, and how many are not acknowledged yet. */
final class OutgoingMessage {
  private final long id;
  private final long sizeBytes;
  private final long firstSequence;
  private final long endSequence;
  private final int packetBytes;
  private long missing;

  OutgoingMessage(long id, long sizeBytes, long firstSequence, int packetBytes) {
    this.id = id;
    this.sizeBytes = sizeBytes;
    this.firstSequence = firstSequence;
    this.packetBytes = packetBytes;
    missing = (sizeBytes - 1) / packetBytes + 1;
    endSequence = firstSequence + missing;
  }

  long id() {
    return id;
  }

  long firstSequence() {
    return firstSequence;
  }

  long endSequence() {
    return endSequence;
  }

  long offset(long sequence) {
    return (sequence - firstSequence) * packetBytes;
  }

  int length(long sequence) {
    return (int) Math.min(packetBytes, sizeBytes - offset(sequence));
  }

  boolean isLast(long sequence) {
    return sequence == endSequence - 1;
  }

  void acknowledgeOne() {
    missing--;
  }

  boolean isComplete() {
    return missing == 0;
  }
}
