package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.fabric.virtual.station.Frames;
import io.smartt.emulation.fabric.virtual.station.StationTransport;
import io.smartt.emulation.fabric.virtual.station.VirtualHost;
import io.smartt.emulation.traffic.StartClock;
import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.wire.Uet;
import io.smartt.p4.pipeline.Packet;

/** A host's transport endpoint above the card of a station, for the time of one run. */
final class StationEndpoint implements StationTransport {
  private static final int PROTOCOL_AT = 23;
  private static final int PORT_AT = 36;

  private final VirtualHost host;
  private final TransportEndpoint endpoint;
  private final StationClock clock;
  private final StartClock.Alarm timer;
  private final OutgoingFrame frame = new OutgoingFrame();
  private long sent;

  StationEndpoint(VirtualHost host, TransportEndpoint endpoint, StationClock clock) {
    this.host = host;
    this.endpoint = endpoint;
    this.clock = clock;
    timer = clock.alarm(this::ring);
  }

  TransportEndpoint endpoint() {
    return endpoint;
  }

  private void ring(long nowPs) {
    if (endpoint.nextDeadlinePs() <= nowPs) {
      endpoint.onDeadline(nowPs);
    }
    wake();
  }

  /** To be called after anything that may let the endpoint send. */
  void wake() {
    clock.network().wake(host.end());
    watchDeadline();
  }

  private void watchDeadline() {
    long deadlinePs = endpoint.nextDeadlinePs();
    if (deadlinePs != Long.MAX_VALUE) {
      timer.at(Math.max(deadlinePs, clock.nowPs()));
    }
  }

  @Override
  public boolean next(long networkPs, Packet out) {
    if (!endpoint.nextFrame(clock.nowPs(), frame)) {
      return false;
    }
    out.set(frame.header(), 0, frame.headerLength(), frame.wireLength());
    sent++;
    out.numberAs((long) host.ip() << Integer.SIZE | sent);
    watchDeadline();
    return true;
  }

  @Override
  public boolean receive(long networkPs, Packet packet) {
    if (!isUet(packet)) {
      return false;
    }
    endpoint.receive(clock.nowPs(), packet.bytes(), 0, packet.headLength(), packet.length());
    wake();
    return true;
  }

  private static boolean isUet(Packet packet) {
    byte[] bytes = packet.bytes();
    return packet.headLength() >= Uet.PDS_AT
        && bytes[PROTOCOL_AT] == Frames.UDP
        && ((bytes[PORT_AT] & 0xff) << 8 | (bytes[PORT_AT + 1] & 0xff)) == Uet.UDP_PORT;
  }
}
