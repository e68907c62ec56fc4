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

  /** The query for a packet's journey. */
  public sealed interface JourneyQuery {
    /**
     * The packet with this sequence number, of the first connection from one host to another that
     * has it.
     *
     * @param from name of a host
     * @param to name of a host
     */
    record ByNumber(String from, String to, int psn) implements JourneyQuery {}

    /**
     * The packet that one host sent to another after so many others; those sent again do not count.
     *
     * @param place from 1
     */
    record ByPlace(String from, String to, long place) implements JourneyQuery {}

    /** The first data packet to which something happened. */
    record First(Fate fate) implements JourneyQuery {}

    /** The fates of a packet. */
    enum Fate {
      /** A switch marked it. */
      MARKED,
      /** A switch cut it. */
      TRIMMED,
      /** A switch or a link lost it. */
      DROPPED,
      /** It was sent again. */
      RETRANSMITTED,
      /** No other was on its way longer, from card to card. */
      SLOWEST
    }
  }
}
