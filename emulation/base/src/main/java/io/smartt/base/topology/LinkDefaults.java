package io.smartt.base.topology;

/**
 * Rates and latencies of a topology that is named by its shape alone.
 *
 * @param rateBps of every link, bits per second
 * @param linkLatencyPs of every link, one way
 * @param switchLatencyPs of every switch
 */
public record LinkDefaults(long rateBps, long linkLatencyPs, long switchLatencyPs) {
  /** Refuses what no link can have. */
  public LinkDefaults {
    if (rateBps <= 0 || linkLatencyPs < 0 || switchLatencyPs < 0) {
      throw new IllegalArgumentException(
          "link " + rateBps + " bps, " + linkLatencyPs + " ps, switch " + switchLatencyPs + " ps");
    }
  }
}
