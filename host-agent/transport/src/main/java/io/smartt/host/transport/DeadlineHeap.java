package io.smartt.host.transport;

import java.util.Arrays;

/** Connections by the time of their next timer: a binary heap that knows each one's place. */
final class DeadlineHeap {
  private SendConnection[] heap = new SendConnection[16];
  private int size;

  /** The earliest deadline, {@code Long.MAX_VALUE} if there is none. */
  long earliestPs() {
    return size == 0 ? Long.MAX_VALUE : heap[0].deadlinePs;
  }

  /** The connection of the earliest deadline; there must be one. */
  SendConnection first() {
    return heap[0];
  }

  /** Sets a connection's deadline; {@code Long.MAX_VALUE} takes it out. */
  void schedule(SendConnection connection, long deadlinePs) {
    connection.deadlinePs = deadlinePs;
    int at = connection.heapIndex;
    if (deadlinePs == Long.MAX_VALUE) {
      if (at >= 0) {
        remove(at);
      }
      return;
    }
    if (at < 0) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
      }
      at = size++;
      put(connection, at);
    }
    sift(at);
  }

  private void remove(int at) {
    heap[at].heapIndex = -1;
    SendConnection last = heap[--size];
    if (at < size) {
      put(last, at);
      sift(at);
    }
  }

  private void sift(int start) {
    SendConnection moving = heap[start];
    int at = start;
    while (at > 0 && moving.deadlinePs < heap[(at - 1) / 2].deadlinePs) {
      put(heap[(at - 1) / 2], at);
      at = (at - 1) / 2;
    }
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && heap[child + 1].deadlinePs < heap[child].deadlinePs) {
        child++;
      }
      if (moving.deadlinePs <= heap[child].deadlinePs) {
        break;
      }
      put(heap[child], at);
      at = child;
    }
    put(moving, at);
  }

  private void put(SendConnection connection, int at) {
    heap[at] = connection;
    connection.heapIndex = at;
  }
}
