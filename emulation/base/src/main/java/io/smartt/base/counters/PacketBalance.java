package io.smartt.base.counters;

/**
 * The packets of one switch, between its ports: those that came in or were made are those that
 * left, ended or wait.
 *
 * @param waitingBefore in queues when counting began
 * @param received taken in at any port
 * @param copied made by multicast groups and clone sessions
 * @param replicated whose place their multicast copies took
 * @param sent given to a port
 * @param dropped for any reason
 * @param waiting in queues
 */
public record PacketBalance(
    long waitingBefore,
    long received,
    long copied,
    long replicated,
    long sent,
    long dropped,
    long waiting) {
  /** Returns how many packets more came in than ended: 0 unless some were lost track of. */
  public long unaccounted() {
    return waitingBefore + received + copied - replicated - sent - dropped - waiting;
  }
}
