package io.smartt.softswitch.port;

import module java.base;

import io.smartt.base.trace.CaptureReader.CaptureFormatException;
import io.smartt.base.trace.RecordedPacket;

/**
 * Gives the packets of all file ports of a switch in the order of their stamps, each as soon as the
 * switch takes it.
 */
public final class FileReplay {
  private final List<FilePort> ports;

  private record Head(RecordedPacket packet, int port) {}

  /** A replay into these ports. */
  public FileReplay(List<FilePort> ports) {
    this.ports = List.copyOf(ports);
  }

  /**
   * Gives all packets; at equal stamps the port that was named first goes first.
   *
   * @return how many there were
   * @throws CaptureFormatException naming the file that is broken or has a packet cut short
   */
  public long run() {
    PriorityQueue<Head> heads =
        new PriorityQueue<>(
            Comparator.comparingLong((Head head) -> head.packet.timeNs())
                .thenComparingInt(Head::port));
    for (int i = 0; i < ports.size(); i++) {
      addNext(heads, i);
    }
    long packets = 0;
    for (Head head = heads.poll(); head != null; head = heads.poll()) {
      FilePort port = ports.get(head.port);
      if (head.packet.isCut()) {
        throw new CaptureFormatException(
            "%s: packet with only %d of %d B captured; a switch needs whole packets"
                .formatted(port.file(), head.packet.bytes().length, head.packet.originalBytes()));
      }
      port.deliver(head.packet);
      packets++;
      addNext(heads, head.port);
    }
    return packets;
  }

  private void addNext(PriorityQueue<Head> heads, int port) {
    ports.get(port).next().ifPresent(packet -> heads.add(new Head(packet, port)));
  }
}
