package io.smartt.emulation.topology;

/**
 * The switches of one tier of a folded Clos network and the links below them.
 *
 * @param switchName what its switches are called, before their number
 * @param radixDown ports of one switch towards the hosts
 * @param radixUp ports of one switch away from them; 0 in the top tier
 * @param bundle parallel links between a switch of this tier and one below; 1 in tier 0
 * @param downRateBps rate of the links below
 * @param downLatencyPs one-way latency of the links below
 * @param switchLatencyPs of each switch
 */
public record ClosTier(
    String switchName,
    int radixDown,
    int radixUp,
    int bundle,
    long downRateBps,
    long downLatencyPs,
    long switchLatencyPs) {

  /** A tier with single links at the usual rates and latencies. */
  static ClosTier of(String switchName, int radixDown, int radixUp, LinkDefaults defaults) {
    return new ClosTier(
        switchName,
        radixDown,
        radixUp,
        1,
        defaults.rateBps(),
        defaults.linkLatencyPs(),
        defaults.switchLatencyPs());
  }
}
