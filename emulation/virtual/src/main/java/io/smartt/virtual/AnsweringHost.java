package io.smartt.virtual;

import module java.base;

import io.smartt.experiment.endhost.EndHost;
import io.smartt.p4.pipeline.Packet;
import io.smartt.virtual.simulation.EventQueue;

/** An end host of the virtual fabric and its card. */
final class AnsweringHost {
  private final HostNic card;
  private final EndHost host;

  /**
   * @param packetNumbers gives each packet that leaves a number of its own
   * @param address with its prefix length
   * @param commands that set routes and neighbours
   * @throws io.smartt.base.input.UserInputException for an address that is none
   */
  AnsweringHost(
      EventQueue eventQueue,
      LongSupplier packetNumbers,
      String name,
      String address,
      String mac,
      List<String> commands) {
    card = new HostNic(eventQueue, packetNumbers, this::arrived);
    host = EndHost.answering(frame -> card.send(Packet.of(frame)), name, address, mac, commands);
  }

  private void arrived(Packet packet, long nowPs) {
    host.receive(nowPs, packet.toByteArray());
  }

  HostNic card() {
    return card;
  }

  EndHost host() {
    return host;
  }
}
