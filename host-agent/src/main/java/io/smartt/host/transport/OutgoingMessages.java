package io.smartt.host.transport;

import java.util.ArrayList;
import java.util.List;

/** The messages of a connection that are not complete, in the order of their sequence numbers. */
final class OutgoingMessages {
  private final List<OutgoingMessage> messages = new ArrayList<>(1);
  private long endSequence;

  OutgoingMessages(long firstSequence) {
    endSequence = firstSequence;
  }

  /** One past the last sequence number of any message so far. */
  long endSequence() {
    return endSequence;
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  void add(long id, long sizeBytes, int packetBytes) {
    OutgoingMessage message = new OutgoingMessage(id, sizeBytes, endSequence, packetBytes);
    endSequence = message.endSequence();
    messages.add(message);
  }

  /** The message of a packet that is not acknowledged. */
  OutgoingMessage holding(long sequence) {
    int low = 0;
    int high = messages.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sequence < messages.get(middle).endSequence()) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return messages.get(low);
  }

  /** Removes a complete message, the lowest; there must be one. */
  OutgoingMessage removeComplete() {
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i).isComplete()) {
        return messages.remove(i);
      }
    }
    throw new IllegalStateException("no message is complete");
  }
}
