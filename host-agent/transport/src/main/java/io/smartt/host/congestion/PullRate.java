package io.smartt.host.congestion;

import java.util.Optional;

/**
 * The pace at which a host grants credit, over all connections together.
 *
 * @param rateBps frame bits per second
 * @param quantumBytes frame bytes at one time
 * @param adaption how the rate follows what arrives; empty if it does not
 * @param unaskedBytes most frame bytes that a connection is granted beyond what it asked for, while
 *     no other asks; 0 for none
 * @param order which connection is granted first; empty: senders take turns
 */
public record PullRate(
    long rateBps,
    int quantumBytes,
    Optional<Adaption> adaption,
    long unaskedBytes,
    Optional<GrantOrder> order) {
  /** The order in which connections that want credit are granted it. */
  @FunctionalInterface
  public interface GrantOrder {
    /**
     * The place of a connection: the least is granted first, among equals the one that waited.
     *
     * @param wantedBytes frame bytes that it asked for and was not granted
     * @param grantedBytes frame bytes that it was granted since it began
     */
    long rank(long wantedBytes, long grantedBytes);
  }

  /** A pace that does not change, of credit that was asked for. */
  public PullRate(long rateBps, int quantumBytes) {
    this(rateBps, quantumBytes, Optional.empty(), 0, Optional.empty());
  }

  /** This pace, adapted to what arrives. */
  public PullRate adapting(Adaption to) {
    return new PullRate(rateBps, quantumBytes, Optional.of(to), unaskedBytes, order);
  }

  /** This pace, with so much credit beyond what a connection asked for. */
  public PullRate unasked(long bytes) {
    return new PullRate(rateBps, quantumBytes, adaption, bytes, order);
  }

  /** This pace, with connections granted in an order. */
  public PullRate by(GrantOrder other) {
    return new PullRate(rateBps, quantumBytes, adaption, unaskedBytes, Optional.of(other));
  }

  /** Checks that rate and quantum are positive. */
  public PullRate {
    if (rateBps <= 0 || quantumBytes <= 0) {
      throw new IllegalArgumentException(
          "credit of " + quantumBytes + " bytes at " + rateBps + " bps, both must be positive");
    }
    if (unaskedBytes < 0) {
      throw new IllegalArgumentException("unasked credit of " + unaskedBytes + " bytes");
    }
  }

  /**
   * The way in which a receiver adapts the pace of its credit to the network before its last
   * switch.
   *
   * @param periodPs time between two changes, on average
   * @param targetMarks share of marked packets above which the pace falls
   * @param increase share of the full pace that a period without congestion adds
   * @param decrease share of the pace that falls for each share of marks above the target
   * @param gain weight of the latest period in the average share of marks
   * @param leastShare least share of the full pace
   */
  public record Adaption(
      long periodPs,
      double targetMarks,
      double increase,
      double decrease,
      double gain,
      double leastShare) {}
}
