package io.smartt.host.transport;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The receiving end of a connection: the packets that arrived and the messages they fill. */
final class ReceiveConnection {
  private final int id;
  private final int remoteId;
  private final Destination peer;
  private final ReceiveWindow window;
  private final List<ReceivedMessage> messages = new ArrayList<>(1);
  private long receivedBytes;

  ReceiveConnection(int id, int remoteId, Destination peer, long firstSequence) {
    this.id = id;
    this.remoteId = remoteId;
    this.peer = peer;
    window = new ReceiveWindow(firstSequence);
  }

  /** This host's number of the connection. */
  int id() {
    return id;
  }

  /** The sender's number of the connection. */
  int remoteId() {
    return remoteId;
  }

  Destination peer() {
    return peer;
  }

  ReceiveWindow window() {
    return window;
  }

  /** Payload bytes placed. */
  long receivedBytes() {
    return receivedBytes;
  }

  /** Whether it could be forgotten: all that was begun is complete. */
  boolean isIdle() {
    return messages.isEmpty();
  }

  /**
   * Places a packet that has not arrived before, in the message with this id, begun if need be.
   * Returns the message, or null if the packet contradicts what arrived before.
   */
  @Nullable ReceivedMessage place(
      long sequence, long messageId, long offset, int length, boolean last) {
    ReceivedMessage message = null;
    for (int i = 0; i < messages.size() && message == null; i++) {
      if (messages.get(i).id() == messageId) {
        message = messages.get(i);
      }
    }
    boolean begun = message != null;
    if (message == null) {
      message = new ReceivedMessage(messageId);
    }
    if (!message.place(sequence, offset, length, last, window.first())) {
      return null;
    }
    if (!begun) {
      messages.add(message);
    }
    window.accept(sequence);
    receivedBytes += length;
    return message;
  }

  void remove(ReceivedMessage message) {
    messages.remove(message);
  }
}
