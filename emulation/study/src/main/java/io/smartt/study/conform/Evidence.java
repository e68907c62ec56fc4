package io.smartt.study.conform;

import module java.base;

import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.base.topology.Host;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.UdpHeader;

/**
 * The traces of a run: what was asked for, what was counted, and the frames that hosts sent and
 * got, as their cards' captures have them.
 *
 * @param countsTrimsAt number of the queue of data where switches that count as SAI has it do so
 */
record Evidence(
    ExperimentSpec spec,
    RunResult result,
    OptionalInt countsTrimsAt,
    List<Seen> sent,
    List<Seen> got) {
  private static final Set<Integer> TRIMMED = Set.of(48, 56);

  /** Reads what a run left in its folder. */
  static Evidence of(ExperimentSpec spec, RunOutcome run, OptionalInt countsTrimsAt) {
    Set<String> hosts =
        spec.buildTopology().hosts().stream().map(Host::name).collect(Collectors.toSet());
    List<Seen> sent = new ArrayList<>();
    List<Seen> got = new ArrayList<>();
    try (CaptureSet trace = CaptureSet.open(List.of(run.folder().resolve("trace.pcapng")))) {
      for (var next = trace.next(); next.isPresent(); next = trace.next()) {
        CaptureSet.Sighting at = next.get();
        FrameView frame = new FrameView();
        if (frame.read(at.packet()).isTransport()
            && hosts.contains(trace.interfaces().get(at.interfaceId()).node())) {
          boolean out = at.direction().equals(Optional.of(Direction.OUTBOUND));
          (out ? sent : got)
              .add(new Seen(at.packet().timeNs(), frame, Packet.of(frame), Optional.empty()));
        }
      }
    }
    // A card may stamp what it sends after another has stamped that it came.
    Map<Packet, Seen> whole = new HashMap<>();
    sent.stream().filter(Seen::isRequest).forEach(one -> whole.putIfAbsent(one.packet(), one));
    got.replaceAll(one ->
        new Seen(
            one.timeNs(), one.frame(), one.packet(), Optional.ofNullable(whole.get(one.packet()))));
    return new Evidence(spec, run.summary().result(), countsTrimsAt, sent, got);
  }

  /** Data that arrived cut, or with another code point than it was sent with. */
  List<Seen> trims() {
    return got.stream().filter(Seen::saysTrimmed).toList();
  }

  /** Packets that switches say they cut, at some queues. */
  long counted(Predicate<QueueRecord> which) {
    return result.queues().stream()
        .filter(which)
        .mapToLong(queue -> queue.counters().trimmed().packets())
        .sum();
  }

  /** A packet of data, by its sender's number of the connection and its sequence number. */
  record Packet(int source, int destination, int pdc, int psn) {
    static Packet of(FrameView frame) {
      return frame.kind() == FrameKind.NACK
          ? new Packet(frame.destination(), frame.source(), frame.answeredPdc(), frame.psn())
          : new Packet(frame.source(), frame.destination(), frame.sourcePdc(), frame.psn());
    }
  }

  /**
   * A frame at a host's card.
   *
   * @param packet that it is, or refuses
   * @param whole the same as it was first sent; empty of one that was just sent
   */
  record Seen(long timeNs, FrameView frame, Packet packet, Optional<Seen> whole) {
    private static final int IP = 14;
    private static final int UDP = IP + Ipv4Header.BYTES;

    /** The most that captures of real frames have of one; those in virtual time have headers. */
    private static final int SNAP = 256;

    boolean isRequest() {
      return frame.kind().isRequest();
    }

    boolean saysTrimmed() {
      boolean changed = dscp() != before().dscp() || TRIMMED.contains(dscp());
      return isRequest() && (changed || isShorter() || frame.kind() == FrameKind.TRIMMED);
    }

    int dscp() {
      return Ipv4Header.dscp(frame.bytes(), IP);
    }

    int ipLength() {
      return Ipv4Header.totalLength(frame.bytes(), IP);
    }

    int udpLength() {
      return UdpHeader.length(frame.bytes(), UDP);
    }

    Seen before() {
      return whole.orElse(this);
    }

    /** Returns how many bytes there are; -1 if the capture has headers only, and so did both. */
    int bytes() {
      int captured = frame.bytes().length;
      return captured == frame.wireBytes() || captured >= SNAP
          ? frame.wireBytes()
          : captured < before().frame.bytes().length ? captured : -1;
    }

    boolean isShorter() {
      return bytes() >= 0 && bytes() < before().frame.wireBytes();
    }

    boolean checksumHolds() {
      return Ipv4Header.checksumHolds(frame.bytes(), IP);
    }

    /** Returns whether it holds with the length and code point of the whole packet. */
    boolean checksumIsOld() {
      byte[] old = frame.bytes().clone();
      System.arraycopy(before().frame.bytes(), IP + 2, old, IP + 2, 2);
      // ECN is marked on the way, by switches that patch the sum.
      old[IP + 1] = (byte) ((before().dscp() << 2) | Ipv4Header.ecn(old, IP));
      return Ipv4Header.checksumHolds(old, IP);
    }

    /** The IPv4 and UDP header, for people. */
    String hex() {
      return HexFormat.of().formatHex(frame.bytes(), IP, UDP + UdpHeader.BYTES);
    }
  }
}
