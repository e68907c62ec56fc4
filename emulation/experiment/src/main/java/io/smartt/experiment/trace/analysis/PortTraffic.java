package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.trace.analysis.CaptureSet.Sighting;
import io.smartt.experiment.trace.analysis.CaptureSet.TracedInterface;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;

/** The traffic of an interface, and how long packets that left by it stayed in its node. */
public final class PortTraffic {
  private final TracedInterface port;
  private long packetsIn;
  private long bytesIn;
  private long packetsOut;
  private long bytesOut;
  private long trims;
  private long marks;
  private long[] cameInPs = new long[16];
  private long[] leftPs = new long[16];
  private int[] lengths = new int[16];
  private int stays;

  PortTraffic(TracedInterface port) {
    this.port = port;
  }

  /** Returns which interface. */
  public TracedInterface port() {
    return port;
  }

  /** Packets that came in. */
  public long packetsIn() {
    return packetsIn;
  }

  /** Their bytes on the wire. */
  public long bytesIn() {
    return bytesIn;
  }

  /** Packets that left. */
  public long packetsOut() {
    return packetsOut;
  }

  /** Their bytes on the wire. */
  public long bytesOut() {
    return bytesOut;
  }

  /** Packets that came into the node whole and left it trimmed. */
  public long trims() {
    return trims;
  }

  /** Packets that came into the node without a mark and left it with one. */
  public long marks() {
    return marks;
  }

  /** Packets of which both the way in and the way out of the node are in the trace. */
  public int stays() {
    return stays;
  }

  /** Returns how long these stayed, in microseconds; empty without any. */
  public Optional<Distribution> stayUs() {
    double[] us = new double[stays];
    for (int i = 0; i < stays; i++) {
      us[i] = (leftPs[i] - cameInPs[i]) / 1e6;
    }
    return Distribution.of(us);
  }

  /** Most bytes that were in the node at a time on their way out of this interface. */
  public long maxBytesInside() {
    // Arrivals and departures as one list of times with a sign each; departures first at a tie.
    long[] in = Arrays.copyOf(cameInPs, stays);
    Integer[] byArrival = new Integer[stays];
    Integer[] byDeparture = new Integer[stays];
    Arrays.setAll(byArrival, i -> i);
    Arrays.setAll(byDeparture, i -> i);
    Arrays.sort(byArrival, (a, b) -> Long.compare(in[a], in[b]));
    Arrays.sort(byDeparture, (a, b) -> Long.compare(leftPs[a], leftPs[b]));
    long inside = 0;
    long most = 0;
    int gone = 0;
    for (int next : byArrival) {
      while (gone < stays && leftPs[byDeparture[gone]] <= in[next]) {
        inside -= lengths[byDeparture[gone++]];
      }
      inside += lengths[next];
      most = Math.max(most, inside);
    }
    return most;
  }

  void in(int wireBytes) {
    packetsIn++;
    bytesIn += wireBytes;
  }

  void out(int wireBytes) {
    packetsOut++;
    bytesOut += wireBytes;
  }

  void stay(long inPs, long outPs, int bytes, boolean trimmedHere, boolean markedHere) {
    if (stays == lengths.length) {
      cameInPs = Arrays.copyOf(cameInPs, 2 * stays);
      leftPs = Arrays.copyOf(leftPs, 2 * stays);
      lengths = Arrays.copyOf(lengths, 2 * stays);
    }
    cameInPs[stays] = inPs;
    leftPs[stays] = outPs;
    lengths[stays++] = bytes;
    trims += trimmedHere ? 1 : 0;
    marks += markedHere ? 1 : 0;
  }

  /**
   * The events in nodes, from the packets that went in and came out: of each interface its traffic,
   * and of packets seen on both sides of a node how long they stayed and what was done to them.
   *
   * <p>A packet is known again by its packet id where the capture has ids, otherwise by its
   * transport headers: addresses, PSN, entropy, type and flags. Interfaces belong to the node that
   * their names begin with ({@code s1-eth3}). Directions must be in the capture or in its files'
   * names.
   */
  public static final class QueueAnalysis implements TraceAnalysis.Watch {
    private static final int MOST_INSIDE = 4_000_000;

    private final CaptureSet captures;
    private final List<PortTraffic> ports = new ArrayList<>();
    private final Map<Identity, Entry> inside = new HashMap<>();
    private long undirected;

    private record Identity(String node, long high, long low) {}

    private record Entry(long timePs, FrameKind kind, boolean marked) {}

    /** Creates the analysis of the captures that the pass reads. */
    public QueueAnalysis(CaptureSet captures) {
      this.captures = captures;
    }

    /** Interfaces in the order of their numbers. */
    public List<PortTraffic> ports() {
      return List.copyOf(ports);
    }

    /** Packets of which nothing says whether they came in or went out. */
    public long undirected() {
      return undirected;
    }

    @Override
    public void packet(long timePs, Sighting sighting, FrameView frame) {
      while (ports.size() < captures.interfaces().size()) {
        ports.add(new PortTraffic(captures.interfaces().get(ports.size())));
      }
      Optional<Direction> direction = sighting.direction();
      if (direction.isEmpty()) {
        undirected++;
        return;
      }
      PortTraffic port = ports.get(sighting.interfaceId());
      int wireBytes = lengthOnTheWire(sighting, frame);
      if (direction.get() == Direction.INBOUND) {
        port.in(wireBytes);
        if (frame.kind().isTransport() && inside.size() < MOST_INSIDE) {
          inside.put(
              identity(port, sighting, frame),
              new Entry(timePs, frame.kind(), frame.isCongestionExperienced()));
        }
      } else {
        port.out(wireBytes);
        if (frame.kind().isTransport()) {
          Entry entered = inside.remove(identity(port, sighting, frame));
          if (entered != null) {
            boolean trimmed =
                entered.kind() != FrameKind.TRIMMED && frame.kind() == FrameKind.TRIMMED;
            boolean marked = !entered.marked() && frame.isCongestionExperienced();
            port.stay(entered.timePs(), timePs, wireBytes, trimmed, marked);
          }
        }
      }
    }

    /** A trimmed packet is captured with its length before the cut; what passed is what is left. */
    private static int lengthOnTheWire(Sighting sighting, FrameView frame) {
      return frame.kind() == FrameKind.TRIMMED
          ? sighting.packet().bytes().length
          : frame.wireBytes();
    }

    private static Identity identity(PortTraffic port, Sighting sighting, FrameView frame) {
      OptionalLong id = sighting.packet().packetId();
      if (id.isPresent()) {
        return new Identity(port.port().node(), Long.MIN_VALUE, id.getAsLong());
      }
      long addresses = ((long) frame.source() << 32) ^ Integer.toUnsignedLong(frame.destination());
      return new Identity(port.port().node(), addresses, frame.fingerprint());
    }
  }
}
