package io.smartt.softswitch.standalone;

import module java.base;

import io.smartt.p4.pipeline.Packet;

/**
 * Frames on their way from the ports' threads to the switch's thread, bounded: who brings more than
 * it holds waits. Allocates nothing once its packets have grown.
 */
final class Inbox {
  private static final int FRAME_CAPACITY = 2048;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition room = lock.newCondition();
  private final Packet[] frames;
  private final int[] ports;
  private int head;
  private int count;
  private boolean woken;
  private boolean closed;

  Inbox(int capacity) {
    frames = new Packet[capacity];
    ports = new int[capacity];
    for (int i = 0; i < capacity; i++) {
      frames[i] = new Packet(FRAME_CAPACITY);
    }
  }

  /** Copies a frame in; waits for room. A frame for a closed inbox is lost. */
  void put(int port, byte[] frame, int offset, int length) {
    lock.lock();
    try {
      while (count == frames.length && !closed) {
        room.awaitUninterruptibly();
      }
      if (closed) {
        return;
      }
      int tail = (head + count) % frames.length;
      Packet packet = frames[tail];
      packet.ensureCapacity(length);
      System.arraycopy(frame, offset, packet.bytes(), 0, length);
      packet.setLengths(length, length);
      ports[tail] = port;
      if (count++ == 0) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes frames out without waiting, by exchanging packets.
   *
   * @return how many of {@code packets} and {@code fromPorts} are filled
   */
  int take(Packet[] packets, int[] fromPorts) {
    lock.lock();
    try {
      int taken = Math.min(count, packets.length);
      for (int i = 0; i < taken; i++) {
        Packet frame = frames[head];
        frames[head] = packets[i];
        packets[i] = frame;
        fromPorts[i] = ports[head];
        head = (head + 1) % frames.length;
      }
      if (taken > 0) {
        count -= taken;
        room.signalAll();
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there is a frame, somebody calls {@link #wake}, or the time is over. */
  void await(long timeoutNs) {
    lock.lock();
    try {
      long left = timeoutNs;
      while (count == 0 && !woken && !closed && left > 0) {
        left = changed.awaitNanos(left);
      }
      woken = false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** Ends a wait. */
  void wake() {
    lock.lock();
    try {
      woken = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    lock.lock();
    try {
      return count == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Nobody waits any more. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  static long nanos(long ps) {
    return Math.min(TimeUnit.SECONDS.toNanos(1), ps / 1_000 + 1);
  }
}
