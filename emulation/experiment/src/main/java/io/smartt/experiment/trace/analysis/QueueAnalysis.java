package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.experiment.trace.analysis.CaptureSet.Sighting;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;

/**
 * The events in nodes, from the packets that went in and came out: of each interface its traffic,
 * and of packets seen on both sides of a node how long they stayed and what was done to them.
 *
 * <p>A packet is known again by its packet id where the capture has ids, otherwise by its transport
 * headers: addresses, PSN, entropy, type and flags. Interfaces belong to the node that their names
 * begin with ({@code s1-eth3}). Directions must be in the capture or in its files' names.
 */
public final class QueueAnalysis implements TraceAnalysis.Watch {
  private static final int MOST_INSIDE = 4_000_000;

  private final CaptureSet captures;
  private final List<PortTraffic> ports = new ArrayList<>();
  private final Map<Identity, Entry> inside = new HashMap<>();
  private long undirected;

  private record Identity(String node, long high, long low) {}

  private record Entry(long timePs, int wireBytes, FrameKind kind, boolean marked) {}

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
        inside.put(identity(port, sighting, frame), entry(timePs, wireBytes, frame));
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

  private static Entry entry(long timePs, int wireBytes, FrameView frame) {
    return new Entry(timePs, wireBytes, frame.kind(), frame.isCongestionExperienced());
  }

  /** A trimmed packet is captured with its length before the cut; what passed is what is left. */
  private static int lengthOnTheWire(Sighting sighting, FrameView frame) {
    return frame.kind() == FrameKind.TRIMMED ? sighting.packet().bytes().length : frame.wireBytes();
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
