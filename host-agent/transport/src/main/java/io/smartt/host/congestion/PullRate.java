package io.smartt.host.congestion;

import java.util.Optional;

/**
 * The pace at which a host grants credit, over all connections together.
 *
 * @param rateBps frame bits per second
 * @param quantumBytes frame bytes at one time
 * @param adaption how the rate follows what arrives; empty if it does not
 */
public record PullRate(long rateBps, int quantumBytes, Optional<PullAdaption> adaption) {
  /** A pace that does not change. */
  public PullRate(long rateBps, int quantumBytes) {
    this(rateBps, quantumBytes, Optional.empty());
  }

  /** This pace, adapted to what arrives. */
  public PullRate adapting(PullAdaption to) {
    return new PullRate(rateBps, quantumBytes, Optional.of(to));
  }

  /** Checks that both are positive. */
  public PullRate {
    if (rateBps <= 0 || quantumBytes <= 0) {
      throw new IllegalArgumentException(
          "credit of " + quantumBytes + " bytes at " + rateBps + " bps, both must be positive");
    }
  }
}
