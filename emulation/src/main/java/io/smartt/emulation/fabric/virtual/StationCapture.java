package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.fabric.virtual.station.LinkEnd;
import io.smartt.emulation.fabric.virtual.station.LinkWatch;
import io.smartt.emulation.trace.CaptureSink;
import io.smartt.emulation.trace.Direction;
import io.smartt.p4.pipeline.Packet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Shows the packets of a network of stations to a capture while there is one. */
final class StationCapture implements LinkWatch {
  private final Map<String, Integer> numbers = new HashMap<>();
  private Optional<CaptureSink> sink = Optional.empty();

  /** Numbers an interface. */
  void number(String interfaceName) {
    numbers.put(interfaceName, numbers.size());
  }

  void into(Optional<CaptureSink> newSink) {
    sink = newSink;
  }

  @Override
  public void sent(long timePs, LinkEnd from, Packet packet) {
    put(timePs, from, packet, Direction.OUTBOUND);
  }

  @Override
  public void arrived(long timePs, LinkEnd to, Packet packet) {
    put(timePs, to, packet, Direction.INBOUND);
  }

  private void put(long timePs, LinkEnd end, Packet packet, Direction direction) {
    if (sink.isPresent()) {
      sink.get()
          .packet(
              timePs,
              numbers.getOrDefault(end.interfaceName(), 0),
              direction,
              packet.bytes(),
              packet.headLength(),
              Math.max(packet.length(), packet.sentLength()),
              packet.id(),
              Optional.empty());
    }
  }
}
