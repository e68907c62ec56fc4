package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.base.trace.RecordedPacket;
import io.smartt.experiment.trace.analysis.CaptureSet.Sighting;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.host.wire.PdsNack;

/**
 * The time until a sender knows that a switch trimmed a packet of its: from the packet's arrival at
 * that switch to the arrival of the NACK, of each packet of a capture of all nodes.
 */
public final class TrimNotices {
  private static final double NS_PER_US = 1_000;

  private final Map<Identity, Long> arrivedNs = new HashMap<>();
  private final Map<Identity, Long> lostNs = new HashMap<>();
  private final Map<Identity, Long> noticedNs = new HashMap<>();
  private final List<Notice> notices = new ArrayList<>();

  /**
   * The notice of a packet.
   *
   * @param source IPv4 address of its sender
   * @param destination IPv4 address of its receiver
   * @param us microseconds
   */
  public record Notice(int source, int destination, double us) {}

  private record Identity(int source, int destination, int pdc, int psn) {}

  private TrimNotices() {}

  /** Returns the notices of all packets whose NACK arrived, in no particular order. */
  public static List<Notice> of(Path capture) {
    TrimNotices found = new TrimNotices();
    FrameView frame = new FrameView();
    try (CaptureSet captures = CaptureSet.open(List.of(capture))) {
      for (Optional<Sighting> next = captures.next(); next.isPresent(); next = captures.next()) {
        RecordedPacket packet = next.get().packet();
        found.see(frame, frame.read(packet), packet.timeNs());
      }
    }
    List.copyOf(found.noticedNs.keySet()).forEach(found::finish);
    return List.copyOf(found.notices);
  }

  private void see(FrameView frame, FrameKind kind, long nowNs) {
    switch (kind) {
      case DATA -> {
        Identity packet = request(frame);
        // Sent again: what is known of the transmission before is all there is.
        finish(packet);
        arrivedNs.put(packet, nowNs);
      }
      case TRIMMED -> {
        Identity packet = request(frame);
        Optional.ofNullable(arrivedNs.remove(packet)).ifPresent(ns -> lostNs.put(packet, ns));
      }
      case NACK -> {
        int code = frame.refusal();
        if (code == PdsNack.TRIMMED || code == PdsNack.TRIMMED_LASTHOP) {
          // The last sighting is the sender's.
          noticedNs.put(refused(frame), nowNs);
        }
      }
      default -> {}
    }
  }

  private void finish(Identity packet) {
    Long noticed = noticedNs.remove(packet);
    Long lost = lostNs.remove(packet);
    if (noticed != null && lost != null) {
      notices.add(new Notice(packet.source(), packet.destination(), (noticed - lost) / NS_PER_US));
    }
  }

  private static Identity request(FrameView frame) {
    return new Identity(frame.source(), frame.destination(), frame.sourcePdc(), frame.psn());
  }

  private static Identity refused(FrameView frame) {
    return new Identity(
        /* source= */ frame.destination(),
        /* destination= */ frame.source(),
        frame.answeredPdc(),
        frame.psn());
  }
}
