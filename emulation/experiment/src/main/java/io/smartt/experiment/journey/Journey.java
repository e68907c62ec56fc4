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
    Journey.PacketName packet, String from, String to, List<JourneyEvent> events, boolean whole) {
  /** Copies the events. */
  public Journey {
    events = List.copyOf(events);
  }

  /**
   * A data packet as hosts know it, however often it is sent.
   *
   * @param source IPv4 address of the sender
   * @param destination IPv4 address of the receiver
   * @param connection the sender's number of the connection
   * @param psn packet sequence number
   */
  public record PacketName(int source, int destination, int connection, int psn) {}
}
