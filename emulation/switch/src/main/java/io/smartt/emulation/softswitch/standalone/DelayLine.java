package io.smartt.emulation.softswitch.standalone;

import io.smartt.p4.pipeline.Packet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Packets on their way along a cable, in order, each due at its time. Packets are exchanged, not
 * copied; allocates nothing once it has grown.
 */
final class DelayLine {
  private static final int FIRST_CAPACITY = 16;
  private static final int FRAME_CAPACITY = 2048;

  private @Nullable Packet[] packets = new Packet[FIRST_CAPACITY];
  private long[] duePs = new long[FIRST_CAPACITY];
  private int head;
  private int count;

  /** Takes a packet's content; what was there before is to be overwritten. */
  void add(Packet packet, long atPs) {
    if (count == packets.length) {
      grow();
    }
    int tail = (head + count) & (packets.length - 1);
    Packet slot = packets[tail];
    if (slot == null) {
      slot = new Packet(FRAME_CAPACITY);
      packets[tail] = slot;
    }
    slot.swap(packet);
    duePs[tail] = count == 0 ? atPs : Math.max(atPs, duePs[(tail - 1) & (packets.length - 1)]);
    count++;
  }

  boolean isEmpty() {
    return count == 0;
  }

  int count() {
    return count;
  }

  /** Returns when the first is due, or {@link Long#MAX_VALUE}. */
  long nextPs() {
    return count == 0 ? Long.MAX_VALUE : duePs[head];
  }

  /** Gives the first. */
  void remove(Packet into) {
    into.swap(Objects.requireNonNull(packets[head]));
    head = (head + 1) & (packets.length - 1);
    count--;
  }

  private void grow() {
    int capacity = packets.length;
    @Nullable Packet[] morePackets = new Packet[capacity * 2];
    long[] moreDue = new long[capacity * 2];
    for (int i = 0; i < capacity; i++) {
      int from = (head + i) & (capacity - 1);
      morePackets[i] = packets[from];
      moreDue[i] = duePs[from];
    }
    packets = morePackets;
    duePs = moreDue;
    head = 0;
  }
}
