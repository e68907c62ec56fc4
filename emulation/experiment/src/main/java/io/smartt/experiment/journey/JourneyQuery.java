package io.smartt.experiment.journey;

/** The query for a packet's journey. */
public sealed interface JourneyQuery {
  /**
   * The packet with this sequence number, of the first connection from one host to another that has
   * it.
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
