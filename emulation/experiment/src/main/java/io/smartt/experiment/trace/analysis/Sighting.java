package io.smartt.experiment.trace.analysis;

import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.base.trace.RecordedPacket;
import java.util.Optional;

/**
 * A packet at an interface of a set of captures.
 *
 * @param interfaceId number of the {@link TracedInterface}
 * @param direction which way it passed; empty if unknown
 * @param packet as its file has it
 */
public record Sighting(int interfaceId, Optional<Direction> direction, RecordedPacket packet) {
  /** The packet with the direction, where only its file's name tells that. */
  public RecordedPacket seen() {
    return packet.direction().equals(direction) ? packet : packet.directed(direction);
  }
}
