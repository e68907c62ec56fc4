package io.smartt.virtual;

import module java.base;

import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.p4.pipeline.Packet;
import io.smartt.virtual.simulation.EventQueue;
import org.jspecify.annotations.Nullable;

/**
 * A host of the virtual fabric: a transport endpoint behind a network card that asks it for the
 * next frame whenever the wire is free. Payload is counted, not carried. Allocates nothing per
 * packet.
 */
final class HostNode implements SimplexLink.HostPort {
  private final EventQueue eventQueue;
  private final TransportEndpoint endpoint;
  private final LongSupplier packetNumbers;
  private final OutgoingFrame frame = new OutgoingFrame();
  private final EventQueue.Event timer;
  private @Nullable SimplexLink uplink;
  private @Nullable PfcPort pfc;

  /** A bit for each code point whose data the switch has paused. */
  private long pausedDscps;

  /**
   * @param timerNumber number of its timer's event
   * @param packetNumbers gives each packet that leaves a number of its own
   */
  HostNode(
      EventQueue eventQueue,
      int timerNumber,
      TransportEndpoint endpoint,
      LongSupplier packetNumbers) {
    this.eventQueue = eventQueue;
    this.endpoint = endpoint;
    this.packetNumbers = packetNumbers;
    timer =
        new EventQueue.Event(eventQueue, timerNumber) {
          @Override
          protected void fire(long nowPs) {
            if (endpoint.nextDeadlinePs() <= nowPs) {
              endpoint.onDeadline(nowPs);
            }
            wake(nowPs);
          }
        };
  }

  TransportEndpoint endpoint() {
    return endpoint;
  }

  @Override
  public void connect(SimplexLink link) {
    uplink = link;
  }

  /** Obeys the pauses of a port: answers leave while data is paused. */
  @Override
  public void obeyPauses(PfcPort port) {
    pfc = port;
  }

  @Override
  public void pause(long dscps, boolean on) {
    pausedDscps = on ? pausedDscps | dscps : pausedDscps & ~dscps;
  }

  /** Lets the endpoint send what it was given since. */
  void wake() {
    wake(eventQueue.nowPs());
  }

  private void wake(long nowPs) {
    Objects.requireNonNull(uplink, "host without a link").kick(nowPs);
    watchDeadline(nowPs);
  }

  @Override
  public boolean next(long nowPs, Packet out) {
    if (!endpoint.nextFrame(nowPs, pausedDscps, frame)) {
      return false;
    }
    out.set(frame.header(), 0, frame.headerLength(), frame.wireLength());
    out.numberAs(packetNumbers.getAsLong());
    watchDeadline(nowPs);
    return true;
  }

  @Override
  public void arrive(Packet packet, long nowPs) {
    if (pfc != null && pfc.takes(packet, nowPs)) {
      return;
    }
    endpoint.receive(
        nowPs, packet.heldPs(), packet.bytes(), 0, packet.headLength(), packet.length());
    wake(nowPs);
  }

  /** The timer may fire too early, never too late: a deadline that moves back costs nothing now. */
  private void watchDeadline(long nowPs) {
    long deadlinePs = endpoint.nextDeadlinePs();
    if (deadlinePs == Long.MAX_VALUE) {
      return;
    }
    if (!timer.isScheduled() || deadlinePs < eventQueue.timeOf(timer)) {
      eventQueue.schedule(timer, Math.max(deadlinePs, nowPs));
    }
  }
}
