package io.smartt.experiment.journey;

import java.util.List;

/**
 * The events of one packet.
 *
 * @param from name of its sender
 * @param to name of its receiver
 * @param whole whether it was followed to the end of its last answer; false where the run ended
 *     before
 */
public record Journey(
    PacketName packet, String from, String to, List<JourneyEvent> events, boolean whole) {
  /** Copies the events. */
  public Journey {
    events = List.copyOf(events);
  }
}
