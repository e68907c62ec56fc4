package io.smartt.study.conform;

import module java.base;

import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.base.topology.Host;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.UdpHeader;

/**
 * What a run left for a judge: what was asked for, what was counted, and the frames that hosts sent
 * and got, as the capture has them.
 *
 * @param spec what was run
 * @param result what was counted
 * @param sent frames of the transport by hosts' cards, in their order
 * @param got the same of what arrived
 */
record Evidence(ExperimentSpec spec, RunResult result, List<Seen> sent, List<Seen> got) {
  private static final DscpPlan DSCPS = DscpPlan.LAST_HOP_APART;

  /** Copies. */
  Evidence {
    sent = List.copyOf(sent);
    got = List.copyOf(got);
  }

  /**
   * Reads what a run left.
   *
   * @throws io.smartt.base.trace.CaptureReader.CaptureFormatException if its capture is no capture
   */
  static Evidence of(ExperimentSpec spec, RunOutcome run) {
    Set<String> hosts =
        spec.buildTopology().hosts().stream().map(Host::name).collect(Collectors.toSet());
    List<Seen> sent = new ArrayList<>();
    List<Seen> got = new ArrayList<>();
    FrameView view = new FrameView();
    try (CaptureSet trace = CaptureSet.open(List.of(run.folder().resolve("trace.pcapng")))) {
      for (var next = trace.next(); next.isPresent(); next = trace.next()) {
        CaptureSet.Sighting at = next.get();
        FrameKind kind = view.read(at.packet());
        boolean ofHost = hosts.contains(trace.interfaces().get(at.interfaceId()).node());
        if (ofHost && (kind.isTransport() || kind == FrameKind.MALFORMED)) {
          (at.direction().equals(Optional.of(Direction.INBOUND)) ? got : sent)
              .add(Seen.of(at.packet(), kind, view));
        }
      }
    }
    return new Evidence(spec, run.summary().result(), sent, got);
  }

  /** Data that arrived cut, or whole with the code point of what was cut. */
  List<Trim> trims() {
    Map<Packet, Seen> whole = new HashMap<>();
    sent.stream().filter(Seen::isRequest).forEach(one -> whole.putIfAbsent(one.packet(), one));
    return got.stream()
        .filter(one -> one.isRequest() && (one.kind() == FrameKind.TRIMMED || isTrimmed(one)))
        .map(one -> new Trim(Optional.ofNullable(whole.get(one.packet())), one))
        .toList();
  }

  static boolean isTrimmed(Seen frame) {
    return frame.dscp() == DSCPS.trimmed() || frame.dscp() == DSCPS.trimmedLastHop();
  }

  boolean countsTrims() {
    return result.summary().number("trims").isPresent();
  }

  /** Packets that switches say they cut, where {@code which} holds. */
  long counted(Predicate<QueueRecord> which) {
    return result.queues().stream()
        .filter(which)
        .mapToLong(queue -> queue.counters().trimmed().packets())
        .sum();
  }

  /**
   * A packet of data, in the direction of its data.
   *
   * @param source address of the sender of data
   * @param destination address of its receiver
   * @param pdc the sender's number of the connection
   * @param psn its sequence number
   */
  record Packet(int source, int destination, int pdc, int psn) {}

  /**
   * A cut packet.
   *
   * <p>A capture of the virtual fabric has no payload, and for a packet's length that before the
   * cut.
   *
   * @param whole as its sender sent it; empty if nobody sent it
   * @param cut as it arrived
   */
  record Trim(Optional<Seen> whole, Seen cut) {
    /** The most that captures of real frames have of one. */
    private static final int SNAP = 256;

    /** Returns how many bytes arrived; empty if the capture has headers only, and so do both. */
    OptionalInt left() {
      if (cut.captured() == cut.wireBytes() || cut.captured() >= SNAP) {
        return OptionalInt.of(cut.wireBytes());
      }
      return cut.captured() < sent().captured()
          ? OptionalInt.of(cut.captured())
          : OptionalInt.empty();
    }

    int leftBytes() {
      return left().orElse(0);
    }

    int dscp() {
      return cut.dscp();
    }

    Seen sent() {
      return whole.orElse(cut);
    }

    boolean isShorter() {
      return left().orElse(Integer.MAX_VALUE) < sent().wireBytes();
    }

    boolean isWhole() {
      return whole.isPresent() && !isShorter() && cut.totalLength() == sent().totalLength();
    }
  }

  /**
   * A frame at a host's card.
   *
   * @param packet that it is, or answers
   * @param refusal of a NACK, the specification's code; else 0
   * @param wireBytes its length; in virtual time that before it was cut
   * @param captured how many bytes the capture has
   * @param outer its IPv4 and UDP header
   */
  record Seen(
      long timeNs,
      FrameKind kind,
      Packet packet,
      int refusal,
      int wireBytes,
      int captured,
      byte[] outer) {
    static Seen of(RecordedPacket frame, FrameKind kind, FrameView view) {
      return new Seen(
          frame.timeNs(),
          kind,
          packet(kind, view),
          kind == FrameKind.NACK ? view.refusal() : 0,
          view.wireBytes(),
          frame.bytes().length,
          kind.isTransport() ? view.outerHeaders() : new byte[0]);
    }

    private static Packet packet(FrameKind kind, FrameView view) {
      return switch (kind) {
        case DATA, TRIMMED ->
            new Packet(view.source(), view.destination(), view.sourcePdc(), view.psn());
        case NACK -> new Packet(view.destination(), view.source(), view.answeredPdc(), view.psn());
        default -> new Packet(0, 0, 0, 0);
      };
    }

    boolean isRequest() {
      return kind == FrameKind.DATA || kind == FrameKind.TRIMMED;
    }

    int dscp() {
      return outer.length == 0 ? -1 : Ipv4Header.dscp(outer, 0);
    }

    int totalLength() {
      return Ipv4Header.totalLength(outer, 0);
    }

    int udpLength() {
      return UdpHeader.length(outer, Ipv4Header.BYTES);
    }

    int timeToLive() {
      return outer[8] & 0xff;
    }

    boolean checksumHolds() {
      return Ipv4Header.checksumHolds(outer, 0);
    }

    /** Returns whether the IPv4 checksum is that of the header before it was cut. */
    boolean checksumIsOf(Seen whole) {
      byte[] before = outer.clone();
      byte[] sent = whole.outer();
      // ECN may have been marked on the way, which the switch that did patched.
      before[1] = (byte) ((sent[1] & 0xfc) | (before[1] & 3));
      before[2] = sent[2];
      before[3] = sent[3];
      return Ipv4Header.checksumHolds(before, 0);
    }

    /** The outer headers, for people. */
    String hex() {
      return HexFormat.of().formatHex(outer);
    }
  }
}
