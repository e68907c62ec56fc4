package io.smartt.host.congestion;

/**
 * The pace at which a host grants credit, over all connections together.
 *
 * @param rateBps frame bits per second
 * @param quantumBytes frame bytes at one time
 */
public record PullRate(long rateBps, int quantumBytes) {
  /** Checks that both are positive. */
  public PullRate {
    if (rateBps <= 0 || quantumBytes <= 0) {
      throw new IllegalArgumentException(
          "credit of " + quantumBytes + " bytes at " + rateBps + " bps, both must be positive");
    }
  }
}
