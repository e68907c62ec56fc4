package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.base.trace.CaptureReader.CaptureFormatException;
import io.smartt.experiment.trace.analysis.CaptureSet.Sighting;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;

/**
 * Rebuilds the flows of a trace from its packets alone, in one pass.
 *
 * <p>A packet may be seen at many interfaces. A connection is followed at the one where its first
 * packet appears first, or, where clocks disagree, with more hops left to live: the sender's card
 * or the point that is nearest to it. Its answers are taken there too, so that round-trip times are
 * the sender's; of a capture elsewhere they are those from there to the receiver and back.
 */
public final class TraceAnalysis {
  private static final long PS_PER_NS = 1_000;
  private static final long MAX_SPAN_NS = Long.MAX_VALUE / PS_PER_NS / 2;

  private final Watch watch;
  private final FrameView frame = new FrameView();
  private final Map<FrameKind, Long> frames = new EnumMap<>(FrameKind.class);
  private final Map<TracedConnection.Key, TracedConnection> open = new HashMap<>();
  private final List<TracedConnection> connections = new ArrayList<>();
  private long packets;
  private long wireBytes;
  private long cut;
  private long marked;
  private long firstNs;
  private long lastNs;
  private long stepsBack;
  private long orphanAnswers;

  /** The watcher of the packets of a pass. */
  public interface Watch {
    /** Nothing else does. */
    Watch NONE = new Watch() {};

    /** Returns the observer of a connection, when its first packet appears. */
    default FlowObserver observer(TracedConnection.Peers peers) {
      return FlowObserver.NONE;
    }

    /** Returns when its sender gives up waiting, if that is known. */
    default Optional<RetransmissionTimes> times(TracedConnection.Peers peers) {
      return Optional.empty();
    }

    /** Every packet at every interface, its headers read. */
    default void packet(long timePs, Sighting sighting, FrameView frame) {}
  }

  private TraceAnalysis(Watch watch) {
    this.watch = watch;
  }

  /**
   * Reads a trace to its end.
   *
   * @throws CaptureFormatException naming the file and what is wrong with it
   */
  public static TraceAnalysis of(CaptureSet captures, Watch watch) {
    TraceAnalysis analysis = new TraceAnalysis(watch);
    for (Optional<Sighting> next = captures.next(); next.isPresent(); next = captures.next()) {
      analysis.take(next.get());
    }
    analysis.open.values().forEach(connection -> connection.end(analysis.spanPs()));
    return analysis;
  }

  private void take(Sighting sighting) {
    long timeNs = sighting.packet().timeNs();
    if (packets++ == 0) {
      firstNs = timeNs;
      lastNs = timeNs;
    }
    if (timeNs < lastNs) {
      stepsBack++;
    }
    lastNs = Math.max(lastNs, timeNs);
    long sinceNs = timeNs - firstNs;
    if (sinceNs < -MAX_SPAN_NS || sinceNs > MAX_SPAN_NS) {
      throw new CaptureFormatException(
          "packet "
              + packets
              + " is stamped more than 53 days from the first; such traces are not read");
    }
    long timePs = Math.max(0, sinceNs) * PS_PER_NS;
    FrameKind kind = frame.read(sighting.packet());
    frames.merge(kind, 1L, Long::sum);
    wireBytes += frame.wireBytes();
    cut += sighting.packet().isCut() ? 1 : 0;
    marked += frame.isCongestionExperienced() ? 1 : 0;
    switch (kind) {
      case DATA, TRIMMED -> request(timePs, sighting.interfaceId());
      case ACK, NACK -> answer(timePs, sighting.interfaceId());
      default -> {
        // Of no flow.
      }
    }
    watch.packet(timePs, sighting, frame);
  }

  private void request(long timePs, int interfaceId) {
    TracedConnection.Key key =
        new TracedConnection.Key(frame.source(), frame.destination(), frame.sourcePdc());
    TracedConnection connection = open.get(key);
    if (connection == null || !connection.mayOwn(frame)) {
      connection = opened(connections.size(), key, interfaceId);
      connections.add(connection);
    } else if (connection.interfaceId() != interfaceId) {
      if (frame.timeToLive() <= connection.timeToLive() || frame.kind() == FrameKind.TRIMMED) {
        return;
      }
      connection = opened(connection.number() - 1, key, interfaceId);
      connections.set(connection.number() - 1, connection);
    }
    connection.request(timePs, frame);
  }

  private TracedConnection opened(int place, TracedConnection.Key key, int interfaceId) {
    TracedConnection.Peers peers =
        new TracedConnection.Peers(place + 1, key.source(), key.destination());
    TracedConnection connection =
        new TracedConnection(
            place + 1, key, interfaceId, frame, watch.observer(peers), watch.times(peers));
    open.put(key, connection);
    return connection;
  }

  private void answer(long timePs, int interfaceId) {
    TracedConnection connection =
        open.get(
            new TracedConnection.Key(
                /* source= */ frame.destination(),
                /* destination= */ frame.source(),
                frame.answeredPdc()));
    if (connection == null) {
      orphanAnswers++;
    } else if (connection.interfaceId() == interfaceId) {
      connection.answer(timePs, frame);
    }
  }

  /** Connections in the order in which they appear. */
  public List<TracedConnection> connections() {
    return Collections.unmodifiableList(connections);
  }

  /** Packets by what they are, each as often as it was seen. */
  public Map<FrameKind, Long> frames() {
    return Collections.unmodifiableMap(frames);
  }

  /** Packets, each as often as it was seen. */
  public long packets() {
    return packets;
  }

  public long wireBytes() {
    return wireBytes;
  }

  /** Packets of which bytes are missing. */
  public long cutPackets() {
    return cut;
  }

  /** Transport packets that bore a mark, each as often as it was seen. */
  public long markedPackets() {
    return marked;
  }

  /** Packets stamped before one that precedes them. */
  public long stepsBack() {
    return stepsBack;
  }

  /** ACKs and NACKs of connections whose data is not in the trace. */
  public long orphanAnswers() {
    return orphanAnswers;
  }

  /** Stamp of the first packet, nanoseconds since 1970. */
  public long firstNs() {
    return firstNs;
  }

  /** Returns the time from the first packet to the latest. */
  public long spanPs() {
    return (lastNs - firstNs) * PS_PER_NS;
  }

  /**
   * Receives what the packets of one connection say of its sender, in the order in which the
   * sender's congestion controller learnt of it. Times are picoseconds since the first packet of
   * the trace.
   */
  public interface FlowObserver {
    /** Looks at nothing. */
    FlowObserver NONE = new FlowObserver() {};

    /** A data frame leaves, new or again. */
    default void sent(long timePs, int frameBytes, long inFlightBytes) {}

    /** An acknowledgement or NACK bears a mark. */
    default void marked(long timePs) {}

    /**
     * An acknowledgement of new data.
     *
     * @param rttPs or {@code CongestionController.RTT_UNKNOWN}
     */
    default void acknowledged(
        long timePs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {}

    /**
     * Called before {@link #trimmed} with the round-trip time from the packet's transmission to its
     * NACK.
     *
     * @param rttPs or {@code CongestionController.RTT_UNKNOWN}
     */
    default void trimRtt(long rttPs) {}

    /** A NACK said that a packet in flight was trimmed or lost. */
    default void trimmed(long timePs, int frameBytes, long inFlightBytes) {}

    /**
     * Called in place of {@link #trimmed} for a packet that the last switch trimmed and marked so.
     */
    default void trimmedLastHop(long timePs, int frameBytes, long inFlightBytes) {
      trimmed(timePs, frameBytes, inFlightBytes);
    }

    /** A packet in flight was given up for want of an answer. */
    default void timedOut(long timePs, int frameBytes, long inFlightBytes) {}
  }

  /**
   * The times at which a sender gave up waiting for the answer to a packet, which no packet tells.
   *
   * @param timeoutPs of a packet sent once
   * @param maxBackoff how many times it may double
   */
  public record RetransmissionTimes(long timeoutPs, int maxBackoff) {
    /** Returns how long a packet waits after it timed out so many times. */
    long after(int timeouts) {
      return timeoutPs << Math.min(timeouts, maxBackoff);
    }

    /** Returns how far apart expiries of a connection are at least, as the transport has it. */
    long granularityPs() {
      return timeoutPs / 16;
    }
  }
}
