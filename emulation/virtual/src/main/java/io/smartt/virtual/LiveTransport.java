package io.smartt.virtual;

import io.smartt.experiment.endhost.EndHostFrames;
import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.wire.Bytes;
import io.smartt.host.wire.Uet;
import io.smartt.p4.pipeline.Packet;

/** A transport endpoint above the card of a standing network's host, for the time of one run. */
final class LiveTransport implements HostNic.CardTransport {
  private static final int PROTOCOL_AT = 23;
  private static final int PORT_AT = 36;

  private final HostNic card;
  private final TransportEndpoint endpoint;
  private final HostTimer timer;
  private final OutgoingFrame frame = new OutgoingFrame();

  /**
   * @param timer of its deadlines
   */
  LiveTransport(HostNic card, TransportEndpoint endpoint, HostTimer timer) {
    this.card = card;
    this.endpoint = endpoint;
    this.timer = timer;
  }

  TransportEndpoint endpoint() {
    return endpoint;
  }

  void begin() {
    var _ = timer.timer(this::ring);
    card.attach(this);
  }

  /** Sends and takes nothing any more. */
  void end() {
    card.detach();
  }

  private void ring(long nowPs) {
    if (endpoint.nextDeadlinePs() <= nowPs) {
      endpoint.onDeadline(nowPs);
    }
    wake();
  }

  /** Sends what it can; called after anything that may let the endpoint send. */
  void wake() {
    card.wake();
    watchDeadline();
  }

  private void watchDeadline() {
    long deadlinePs = endpoint.nextDeadlinePs();
    if (deadlinePs != Long.MAX_VALUE) {
      timer.at(Math.max(deadlinePs, timer.nowPs()));
    }
  }

  @Override
  public boolean next(long networkPs, long pausedDscps, Packet out) {
    boolean found = endpoint.nextFrame(timer.nowPs(), pausedDscps, frame);
    if (found) {
      out.set(frame.header(), 0, frame.headerLength(), frame.wireLength());
      watchDeadline();
    }
    return found;
  }

  @Override
  public boolean receive(long networkPs, Packet packet) {
    if (!isUet(packet)) {
      return false;
    }
    endpoint.receive(
        timer.nowPs(), packet.heldPs(), packet.bytes(), 0, packet.headLength(), packet.length());
    wake();
    return true;
  }

  private static boolean isUet(Packet packet) {
    byte[] bytes = packet.bytes();
    return packet.headLength() >= Uet.PDS_AT
        && bytes[PROTOCOL_AT] == EndHostFrames.UDP
        && Bytes.unsignedShort(bytes, PORT_AT) == Uet.UDP_PORT;
  }
}
