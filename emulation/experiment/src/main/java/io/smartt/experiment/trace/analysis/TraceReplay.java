package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.experiment.trace.analysis.CaptureSet.Sighting;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.experiment.trace.analysis.TracedConnection.TracedFlow;
import org.jspecify.annotations.Nullable;

/**
 * Sends the data packets of a trace again, each from its host when it was recorded there, into any
 * fabric, and tells in which order the flows complete against the order recorded. A trace is read
 * twice: once for its flows, once while it is sent.
 *
 * @param dilation by how much times are multiplied
 * @param answers whether ACKs, NACKs and control packets are sent again too
 */
public record TraceReplay(List<Path> files, double dilation, boolean answers) {
  /**
   * A flow, recorded and replayed. Times are picoseconds from the first packet of the trace, and
   * from the beginning of the replay.
   *
   * @param flow as the trace has it
   * @param recordedPs when its last byte arrived; where the trace does not have the receiver's
   *     interface, when the sender heard of that; empty if it never did
   * @param replayedPs when its last byte arrived, or, where some did not, the last packet of its
   *     connection, be it trimmed; empty if none did
   * @param missingBytes payload that was not delivered: trimmed or dropped where the recording's
   *     was not, and so not sent again
   */
  public record ReplayedFlow(
      TracedFlow flow, OptionalLong recordedPs, OptionalLong replayedPs, long missingBytes) {}

  /** Copies the list. */
  public TraceReplay {
    files = List.copyOf(files);
  }

  /** Replays it. Flows by their first packet. */
  public List<ReplayedFlow> into(ReplayFabric fabric) {
    Recorded recorded;
    List<TracedFlow> flows;
    try (CaptureSet captures = CaptureSet.open(files)) {
      recorded = new Recorded(captures);
      flows = TracedFlow.of(TraceAnalysis.of(captures, recorded), captures.hostNames());
    }
    Map<Long, Integer> senders = new HashMap<>();
    Map<Integer, Integer> nearest = new HashMap<>();
    for (TracedFlow flow : flows) {
      nearest.putIfAbsent(flow.connection().source(), flow.connection().interfaceId());
      senders.put(ends(flow.connection()), flow.connection().interfaceId());
    }
    ReplayDeliveries replayed = new ReplayDeliveries();
    try (CaptureSet captures = CaptureSet.open(files)) {
      FrameView view = new FrameView();
      fabric.run(
          new Frames(captures, senders, nearest),
          (timePs, host, bytes, headLength, wireLength) -> {
            view.read(Arrays.copyOf(bytes, headLength), wireLength);
            if (view.kind().isTransport() && view.destination() == host) {
              replayed.arrived(timePs, view);
            }
          });
    }
    return flows.stream()
        .map(flow ->
            new ReplayedFlow(
                flow,
                recorded.finishPs(flow),
                completion(replayed, key(flow)),
                flow.message().bytes() - replayed.arrivedBytes(key(flow))))
        .toList();
  }

  private static OptionalLong completion(
      ReplayDeliveries deliveries, ReplayDeliveries.FlowKey flow) {
    OptionalLong whole = deliveries.finishPs(flow);
    return whole.isPresent() ? whole : deliveries.lastPs(flow);
  }

  private static long ends(TracedConnection connection) {
    return ((long) connection.source() << 32) | Integer.toUnsignedLong(connection.destination());
  }

  private static ReplayDeliveries.FlowKey key(TracedFlow flow) {
    return new ReplayDeliveries.FlowKey(
        flow.connection().source(),
        flow.connection().destination(),
        flow.connection().sourcePdc(),
        flow.message().id());
  }

  /**
   * The times at which flows completed at their receivers, where the trace has the receivers'
   * interfaces.
   */
  private static final class Recorded implements TraceAnalysis.Watch {
    private final CaptureSet captures;
    private final ReplayDeliveries deliveries = new ReplayDeliveries();

    Recorded(CaptureSet captures) {
      this.captures = captures;
    }

    @Override
    public void packet(long timePs, Sighting sighting, FrameView frame) {
      if (frame.kind() == FrameKind.DATA
          && sighting.direction().equals(Optional.of(Direction.INBOUND))) {
        String node = captures.interfaces().get(sighting.interfaceId()).node();
        if (node.equals(captures.hostName(frame.destination()).orElse(""))) {
          deliveries.arrived(timePs, frame);
        }
      }
    }

    OptionalLong finishPs(TracedFlow flow) {
      OptionalLong arrived = deliveries.finishPs(key(flow));
      return arrived.isPresent() ? arrived : flow.message().finishPs();
    }
  }

  /** The packets to send, where and when their host sent them. */
  private final class Frames implements Iterator<ReplayFrame> {
    private final CaptureSet captures;
    private final Map<Long, Integer> senders;
    private final Map<Integer, Integer> nearest;
    private final FrameView view = new FrameView();
    private @Nullable ReplayFrame next;
    private long firstNs = Long.MIN_VALUE;

    Frames(CaptureSet captures, Map<Long, Integer> senders, Map<Integer, Integer> nearest) {
      this.captures = captures;
      this.senders = senders;
      this.nearest = nearest;
      advance();
    }

    private void advance() {
      next = null;
      for (Optional<Sighting> each = captures.next(); each.isPresent(); each = captures.next()) {
        Sighting sighting = each.get();
        long timeNs = sighting.packet().timeNs();
        firstNs = firstNs == Long.MIN_VALUE ? timeNs : firstNs;
        if (wanted(sighting)) {
          next =
              new ReplayFrame(
                  Math.round(Math.max(0, timeNs - firstNs) * 1_000 * dilation),
                  view.source(),
                  sighting.packet().bytes(),
                  view.wireBytes());
          return;
        }
      }
    }

    private boolean wanted(Sighting sighting) {
      FrameKind kind = view.read(sighting.packet());
      if (sighting.direction().equals(Optional.of(Direction.INBOUND)) && isOwn(sighting)) {
        return false;
      }
      if (kind == FrameKind.DATA) {
        long ends = ((long) view.source() << 32) | Integer.toUnsignedLong(view.destination());
        return senders.getOrDefault(ends, -1) == sighting.interfaceId();
      }
      return answers
          && kind.isTransport()
          && kind != FrameKind.TRIMMED
          && nearest.getOrDefault(view.source(), -1) == sighting.interfaceId();
    }

    /** Returns whether it came into the node that sent it, which cannot be where it was sent. */
    private boolean isOwn(Sighting sighting) {
      return view.kind().isTransport()
          && captures
              .interfaces()
              .get(sighting.interfaceId())
              .node()
              .equals(captures.hostName(view.source()).orElse(""));
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public ReplayFrame next() {
      ReplayFrame frame = next;
      if (frame == null) {
        throw new NoSuchElementException();
      }
      advance();
      return frame;
    }
  }

  /** A fabric that recorded packets can be sent into. */
  public interface ReplayFabric {
    /** Receives each packet that reaches a host. */
    @FunctionalInterface
    interface Arrivals {
      /**
       * A packet arrived.
       *
       * @param timePs since the replay began
       * @param host IPv4 address of the host that it reached
       * @param bytes the packet's headers, and of its payload what was captured
       * @param headLength how many bytes there are
       * @param wireLength its whole length
       */
      void arrived(long timePs, int host, byte[] bytes, int headLength, int wireLength);
    }

    /**
     * Sends packets, each from its host at its time, and waits until all have arrived or are lost.
     *
     * @param frames by time
     */
    void run(Iterator<ReplayFrame> frames, Arrivals arrivals);
  }

  /**
   * A recorded packet to send again.
   *
   * @param timePs since the first packet of the trace
   * @param source IPv4 address of the host that sends it
   * @param bytes what was captured of it, from the Ethernet header on; not copied
   * @param wireBytes its whole length
   */
  @SuppressWarnings("ArrayRecordComponent") // thousands of packets; nobody compares them
  public record ReplayFrame(long timePs, int source, byte[] bytes, int wireBytes) {}

  /**
   * The messages that have arrived whole and when, from the data packets that reached their hosts.
   */
  public static final class ReplayDeliveries {
    private final Map<FlowKey, Delivery> byFlow = new HashMap<>();
    private final Map<Peers, Long> lastPs = new HashMap<>();

    /**
     * A message.
     *
     * @param source address of its sender
     * @param destination address of its receiver
     * @param connection the sender's number of the connection
     * @param message the sender's number of the message
     */
    public record FlowKey(int source, int destination, int connection, long message) {}

    private record Peers(int source, int destination, int connection) {}

    private static final class Delivery {
      private final Set<Long> offsets = new HashSet<>();
      private long bytes;
      private long size = Long.MAX_VALUE;
      private long finishPs = -1;
    }

    /** A packet reached its host. */
    void arrived(long timePs, FrameView frame) {
      if (frame.kind().isRequest()) {
        lastPs.put(new Peers(frame.source(), frame.destination(), frame.sourcePdc()), timePs);
      }
      if (frame.kind() != FrameKind.DATA || !frame.hasMessage()) {
        return;
      }
      Delivery delivery = byFlow.computeIfAbsent(key(frame), _ -> new Delivery());
      long offset = frame.messageOffset();
      if (!delivery.offsets.add(offset)) {
        return;
      }
      delivery.bytes += frame.payloadBytes();
      if (frame.endsMessage()) {
        delivery.size = offset + frame.payloadBytes();
      }
      if (delivery.finishPs < 0 && delivery.bytes >= delivery.size) {
        delivery.finishPs = timePs;
      }
    }

    static FlowKey key(FrameView frame) {
      return new FlowKey(frame.source(), frame.destination(), frame.sourcePdc(), frame.messageId());
    }

    /** Returns when the last missing byte of a message arrived; empty if it did not. */
    public OptionalLong finishPs(FlowKey flow) {
      Delivery delivery = byFlow.get(flow);
      return delivery == null || delivery.finishPs < 0
          ? OptionalLong.empty()
          : OptionalLong.of(delivery.finishPs);
    }

    /** Payload of a message that arrived, each byte once. */
    public long arrivedBytes(FlowKey flow) {
      Delivery delivery = byFlow.get(flow);
      return delivery == null ? 0 : delivery.bytes;
    }

    /** Returns when the last data packet of a message's connection arrived, trimmed or whole. */
    public OptionalLong lastPs(FlowKey flow) {
      Long last = lastPs.get(new Peers(flow.source(), flow.destination(), flow.connection()));
      return last == null ? OptionalLong.empty() : OptionalLong.of(last);
    }
  }
}
