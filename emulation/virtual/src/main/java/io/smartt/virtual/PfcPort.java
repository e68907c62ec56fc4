package io.smartt.virtual;

import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.PauseFrame;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.EventQueue.Event;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Priority flow control at one end of a link (802.1Qbb): tells the peer to pause data, again before
 * that time is over, and to resume; and obeys what the peer tells. The priority of data is the
 * number of its queue. Priorities that no data has are passed over. Pause frames go before anything
 * else that waits. Allocates nothing per frame.
 */
final class PfcPort {
  private static final long NEVER = Long.MAX_VALUE;

  /** Stops or resumes the data of a priority that leaves by this end. */
  @FunctionalInterface
  interface Gate {
    void pause(int priority, boolean on);
  }

  private final EventQueue eventQueue;
  private final SimplexLink out;
  private final long rateBps;
  private final long mac;
  private final Gate gate;
  private final LongSupplier packetNumbers;
  private final Event refresh;
  private final Event expiry;

  /** The end of the pause of each priority here. */
  private final long[] endsPs;

  /** A bit for each priority that the peer is to pause. */
  private int pausing;

  /** A bit for each priority of which the next frame speaks. */
  private int due;

  private long framesSent;

  /**
   * @param number of its first event; it has two
   * @param priorities how many data has, from 0 on
   */
  PfcPort(
      EventQueue eventQueue,
      int number,
      SimplexLink out,
      long rateBps,
      long mac,
      int priorities,
      Gate gate,
      LongSupplier packetNumbers) {
    this.eventQueue = eventQueue;
    this.out = out;
    this.rateBps = rateBps;
    this.mac = mac;
    this.gate = gate;
    this.packetNumbers = packetNumbers;
    endsPs = new long[priorities];
    Arrays.fill(endsPs, NEVER);
    refresh =
        new Event(eventQueue, number) {
          @Override
          protected void fire(long nowPs) {
            due |= pausing;
            out.kick(nowPs);
          }
        };
    expiry =
        new Event(eventQueue, number + 1) {
          @Override
          protected void fire(long nowPs) {
            resumeDue(nowPs);
          }
        };
  }

  /** Priorities that data has. */
  int priorities() {
    return endsPs.length;
  }

  /** Makes the peer pause the data of a priority, or go on. */
  void pausePeer(int priority, boolean on) {
    int bit = 1 << priority;
    pausing = on ? pausing | bit : pausing & ~bit;
    due |= bit | pausing;
    eventQueue.cancel(refresh);
    out.kick(eventQueue.nowPs());
  }

  /** Returns whether a pause frame is to leave. */
  boolean isDue() {
    return due != 0;
  }

  /** Gives the pause frame that is due. */
  void next(long nowPs, Packet frame) {
    framesSent++;
    PauseFrame.write(frame, mac, due, pausing);
    due = 0;
    frame.numberAs(packetNumbers.getAsLong());
    if (pausing != 0) {
      eventQueue.schedule(refresh, nowPs + PauseFrame.lastsPs(PauseFrame.MAX_QUANTA / 2, rateBps));
    }
  }

  /** Obeys a pause frame; false if the packet is not one. */
  boolean takes(Packet packet, long nowPs) {
    if (!PauseFrame.is(packet)) {
      return false;
    }
    for (int priority = 0; priority < endsPs.length; priority++) {
      if (PauseFrame.names(packet, priority)) {
        int quanta = PauseFrame.quanta(packet, priority);
        endsPs[priority] = nowPs + PauseFrame.lastsPs(quanta, rateBps);
        if (quanta > 0) {
          gate.pause(priority, true);
        }
      }
    }
    resumeDue(nowPs);
    return true;
  }

  /** Pause frames sent. */
  long framesSent() {
    return framesSent;
  }

  /** Ends the pauses whose time is over, and comes back for the next. */
  private void resumeDue(long nowPs) {
    boolean resumed = false;
    long next = NEVER;
    for (int priority = 0; priority < endsPs.length; priority++) {
      if (endsPs[priority] <= nowPs) {
        endsPs[priority] = NEVER;
        gate.pause(priority, false);
        resumed = true;
      }
      next = Math.min(next, endsPs[priority]);
    }
    eventQueue.cancel(expiry);
    if (next != NEVER) {
      eventQueue.schedule(expiry, next);
    }
    if (resumed) {
      out.kick(nowPs);
    }
  }
}
