package io.smartt.host.pathing;

/**
 * Chooses the entropy value (16 bits, the UDP source port that switches hash) of each data packet
 * of one connection, and learns from what came of it. Allocates nothing per call; one thread.
 */
public interface PathSelector {
  /** The entropy value of the packet about to leave, 0 to 65,535. */
  int nextEntropy(long nowPs);

  /** A packet sent with this entropy was acknowledged, CE marked or not. */
  default void onAck(long nowPs, int entropy, boolean ecn) {}

  /** A packet sent with this entropy was trimmed. */
  default void onTrim(long nowPs, int entropy) {}

  /** A packet sent with this entropy was not acknowledged in time. */
  default void onTimeout(long nowPs, int entropy) {}

  /**
   * The answer of {@link #reusable} and {@link #avoided} where a selector does not keep the number.
   */
  int NOT_KEPT = -1;

  /** Returns how many entropy values are kept to be used again, for what came of their packets. */
  default int reusable() {
    return NOT_KEPT;
  }

  /** Returns how many entropy values are kept out of use at present. */
  default int avoided() {
    return NOT_KEPT;
  }

  /**
   * Writes those that {@link #reusable} counts, the next to be used first, as far as there is room.
   *
   * @return how many were written
   */
  default int reusable(int[] into) {
    return 0;
  }

  /**
   * Writes some of those that {@link #avoided} counts, as far as there is room.
   *
   * @return how many were written
   */
  default int avoided(int[] into) {
    return 0;
  }
}
