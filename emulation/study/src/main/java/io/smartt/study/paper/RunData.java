package io.smartt.study.paper;

import module java.base;

import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.RunCsv;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.FrameView;

/** The CSVs of a run folder, as far as figures need them. */
final class RunData {
  private RunData() {}

  /**
   * A flow of {@code flows.csv}; times in microseconds.
   *
   * @param name source and destination
   */
  record Flow(String id, String name, double startUs, double fctUs, double baseRttUs) {
    double finishUs() {
      return startUs + fctUs;
    }
  }

  /** The bins of one series, of equal width: their starts in microseconds, and their means. */
  @SuppressWarnings("ArrayRecordComponent") // thousands of bins; nobody compares series
  record Samples(double widthUs, double[] startsUs, double[] means) {

    /**
     * The mean of the bin that an instant is in, or of the last before it; NaN before the first.
     */
    double at(double us) {
      int i = Arrays.binarySearch(startsUs, us);
      int last = i >= 0 ? i : -i - 2;
      return last < 0 ? Double.NaN : means[last];
    }

    /** Mean between two instants, each bin by its time in between; NaN if there are none. */
    double mean(double fromUs, double toUs) {
      return sum(fromUs, toUs) / covered(fromUs, toUs);
    }

    /** The integral over the time between two instants, the unit times microseconds. */
    double sum(double fromUs, double toUs) {
      double sum = 0;
      for (int i = 0; i < startsUs.length; i++) {
        sum += means[i] * within(i, fromUs, toUs);
      }
      return sum;
    }

    private double covered(double fromUs, double toUs) {
      double covered = 0;
      for (int i = 0; i < startsUs.length; i++) {
        covered += within(i, fromUs, toUs);
      }
      return covered;
    }

    private double within(int i, double fromUs, double toUs) {
      return Math.max(0, Math.min(toUs, startsUs[i] + widthUs) - Math.max(fromUs, startsUs[i]));
    }
  }

  /** The finished flows. */
  static List<Flow> flows(Path folder) {
    List<Flow> flows = new ArrayList<>();
    RunCsv.flows(
        folder,
        flow ->
            flow.fctUs()
                .ifPresent(fctUs ->
                    flows.add(
                        new Flow(
                            flow.id(),
                            flow.source() + " to " + flow.destination(),
                            flow.startUs(),
                            fctUs,
                            flow.baseRttUs()))));
    return flows;
  }

  /** Series of a metric by flow, or by switch, port and queue. */
  static Map<String, Samples> samples(Path folder, Metric metric) {
    Map<String, List<RunCsv.Bin>> bins = new LinkedHashMap<>();
    RunCsv.bins(
        folder,
        metric,
        bin ->
            bins.computeIfAbsent(
                    bin.flow().isEmpty() ? bin.port() : bin.flow(), _ -> new ArrayList<>())
                .add(bin));
    Map<String, Samples> samples = new LinkedHashMap<>();
    bins.forEach((subject, rows) ->
        samples.put(
            subject,
            new Samples(
                rows.getFirst().widthUs(),
                rows.stream().mapToDouble(RunCsv.Bin::startUs).toArray(),
                rows.stream().mapToDouble(RunCsv.Bin::mean).toArray())));
    return samples;
  }

  /** The data packets that left the fullest queue of a captured run, one by one. */
  static final class DequeuedPackets {
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

    static double longestStayUs(List<Packet> packets) {
      return packets.stream().mapToDouble(Packet::stayUs).max().orElse(Double.NaN);
    }

    /**
     * Returns how many of the last packets had no mark, but a delay of more than half of the
     * longest.
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
}
