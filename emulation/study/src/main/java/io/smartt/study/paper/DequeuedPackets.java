package io.smartt.study.paper;

import module java.base;

import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.FrameView;

/** The data packets that left the fullest queue of a captured run, one by one. */
final class DequeuedPackets {
  private static final double NS_PER_US = 1_000;

  /**
   * A packet.
   *
   * @param stayUs how long it was in the switch, microseconds, beyond the shortest stay there
   * @param marked whether it left with a congestion mark
   */
  record Packet(double stayUs, boolean marked) {}

  private record Identity(String node, int source, long message, long offset) {}

  private DequeuedPackets() {}

  /**
   * Returns the packets of the port in which a packet stayed longest, in the order in which they
   * left.
   */
  static List<Packet> of(Path folder) {
    Map<Identity, Long> inside = new HashMap<>();
    Map<Integer, List<Packet>> byPort = new HashMap<>();
    FrameView frame = new FrameView();
    try (CaptureSet captures = CaptureSet.open(List.of(folder.resolve("trace.pcapng")))) {
      for (Optional<CaptureSet.Sighting> next = captures.next();
          next.isPresent();
          next = captures.next()) {
        CaptureSet.Sighting sighting = next.get();
        if (frame.read(sighting.packet()) == FrameView.FrameKind.DATA) {
          CaptureSet.TracedInterface port = captures.interfaces().get(sighting.interfaceId());
          Identity packet =
              new Identity(port.node(), frame.source(), frame.messageId(), frame.messageOffset());
          long nowNs = sighting.packet().timeNs();
          if (sighting.direction().equals(Optional.of(Direction.INBOUND))) {
            inside.put(packet, nowNs);
          } else {
            Optional.ofNullable(inside.remove(packet))
                .ifPresent(cameNs ->
                    byPort
                        .computeIfAbsent(port.id(), _ -> new ArrayList<>())
                        .add(
                            new Packet(
                                (nowNs - cameNs) / NS_PER_US, frame.isCongestionExperienced())));
          }
        }
      }
    }
    return byPort.values().stream()
        .map(DequeuedPackets::inQueue)
        .max(Comparator.comparingDouble(DequeuedPackets::longestStayUs))
        .orElse(List.of());
  }

  /**
   * Returns the packets with their stay in the queue, without what a packet stays that met no
   * queue.
   */
  private static List<Packet> inQueue(List<Packet> packets) {
    double shortest = packets.stream().mapToDouble(Packet::stayUs).min().orElse(0);
    return packets.stream()
        .map(packet -> new Packet(packet.stayUs() - shortest, packet.marked()))
        .toList();
  }

  /** The longest stay of packets. */
  static double longestStayUs(List<Packet> packets) {
    return packets.stream().mapToDouble(Packet::stayUs).max().orElse(Double.NaN);
  }

  /**
   * Returns how many of the last packets had no mark, but a delay of more than half of the longest.
   */
  static double lateWithoutMark(List<Packet> packets) {
    double late = longestStayUs(packets) / 2;
    int lastMarked = packets.size() - 1;
    while (lastMarked >= 0 && !packets.get(lastMarked).marked()) {
      lastMarked--;
    }
    return packets.subList(lastMarked + 1, packets.size()).stream()
        .filter(packet -> packet.stayUs() > late)
        .count();
  }
}
