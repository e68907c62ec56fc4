package io.smartt.virtual;

import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.PauseFrame;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.EventQueue.Event;
import java.util.function.LongSupplier;

/**
 * Priority flow control at one end of a link (802.1Qbb): tells the peer to pause its data, again
 * before that time is over, and to resume; and obeys what the peer tells. Pause frames go before
 * anything else that waits. Allocates nothing per frame.
 */
final class PfcPort {
  /** The priority that data has: its queue's number. */
  private static final int PRIORITY = 0;

  /** Stops or resumes the data that leaves by this end. */
  @FunctionalInterface
  interface Gate {
    void pause(boolean on);
  }

  private final EventQueue eventQueue;
  private final SimplexLink out;
  private final long rateBps;
  private final long mac;
  private final Gate gate;
  private final LongSupplier packetNumbers;
  private final Event refresh;
  private final Event expiry;
  private boolean pausing;
  private boolean due;
  private long framesSent;

  /**
   * @param number of its first event; it has two
   */
  PfcPort(
      EventQueue eventQueue,
      int number,
      SimplexLink out,
      long rateBps,
      long mac,
      Gate gate,
      LongSupplier packetNumbers) {
    this.eventQueue = eventQueue;
    this.out = out;
    this.rateBps = rateBps;
    this.mac = mac;
    this.gate = gate;
    this.packetNumbers = packetNumbers;
    refresh =
        new Event(eventQueue, number) {
          @Override
          protected void fire(long nowPs) {
            due = true;
            out.kick(nowPs);
          }
        };
    expiry =
        new Event(eventQueue, number + 1) {
          @Override
          protected void fire(long nowPs) {
            resume(nowPs);
          }
        };
  }

  /** Makes the peer pause its data, or go on. */
  void pausePeer(boolean on) {
    pausing = on;
    due = true;
    eventQueue.cancel(refresh);
    out.kick(eventQueue.nowPs());
  }

  /** Returns whether a pause frame is to leave. */
  boolean isDue() {
    return due;
  }

  /** Gives the pause frame that is due. */
  void next(long nowPs, Packet frame) {
    due = false;
    framesSent++;
    PauseFrame.write(frame, mac, PRIORITY, pausing ? PauseFrame.MAX_QUANTA : 0);
    frame.numberAs(packetNumbers.getAsLong());
    if (pausing) {
      eventQueue.schedule(refresh, nowPs + PauseFrame.lastsPs(PauseFrame.MAX_QUANTA / 2, rateBps));
    }
  }

  /** Obeys a pause frame; false if the packet is not one. */
  boolean takes(Packet packet, long nowPs) {
    if (!PauseFrame.is(packet)) {
      return false;
    }
    if (PauseFrame.names(packet, PRIORITY)) {
      int quanta = PauseFrame.quanta(packet, PRIORITY);
      if (quanta > 0) {
        gate.pause(true);
        eventQueue.schedule(expiry, nowPs + PauseFrame.lastsPs(quanta, rateBps));
      } else {
        eventQueue.cancel(expiry);
        resume(nowPs);
      }
    }
    return true;
  }

  /** Pause frames sent. */
  long framesSent() {
    return framesSent;
  }

  private void resume(long nowPs) {
    gate.pause(false);
    out.kick(nowPs);
  }
}
