package io.smartt.experiment.journey;

import module java.base;

import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.experiment.trace.analysis.FrameKind;

/**
 * The captured way of a packet: where it and its answers passed. What was between two of these
 * places is not known.
 *
 * @param from name or address of its sender
 * @param to name or address of its receiver
 * @param seen in the order of the stamps
 */
public record CapturedJourney(PacketName packet, String from, String to, List<Seen> seen) {
  /** Copies the list. */
  public CapturedJourney {
    seen = List.copyOf(seen);
  }

  /**
   * A frame at a captured interface.
   *
   * @param timeNs since 1970, by the clock of that capture
   * @param node that the interface belongs to, as its name says
   * @param place name of the interface
   * @param direction empty where the capture does not say
   * @param kind data or trimmed; or what answers it
   * @param bytes on the wire; of a trimmed packet at most what was captured of it
   * @param marked whether it bears congestion experienced
   * @param again whether its sender says that it was sent before
   * @param refusal code of a NACK
   */
  public record Seen(
      long timeNs,
      String node,
      String place,
      Optional<Direction> direction,
      FrameKind kind,
      int bytes,
      int entropy,
      boolean marked,
      boolean again,
      Optional<Integer> refusal) {
    /** Returns whether it is the packet, and no answer. */
    public boolean isPacket() {
      return kind == FrameKind.DATA || kind == FrameKind.TRIMMED;
    }
  }
}
