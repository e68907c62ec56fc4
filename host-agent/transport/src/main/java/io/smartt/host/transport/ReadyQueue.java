package io.smartt.host.transport;

import org.jspecify.annotations.Nullable;

/** Connections that may send, first in, first out; each is in it once at most. */
final class ReadyQueue {
  private @Nullable SendConnection head;
  private @Nullable SendConnection tail;

  void add(SendConnection connection) {
    if (connection.ready) {
      return;
    }
    connection.ready = true;
    connection.nextReady = null;
    if (tail == null) {
      head = connection;
    } else {
      tail.nextReady = connection;
    }
    tail = connection;
  }

  @Nullable SendConnection poll() {
    SendConnection first = head;
    if (first != null) {
      head = first.nextReady;
      if (head == null) {
        tail = null;
      }
      first.nextReady = null;
      first.ready = false;
    }
    return first;
  }
}
