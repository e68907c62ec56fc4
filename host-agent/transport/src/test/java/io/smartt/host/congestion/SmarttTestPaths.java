package io.smartt.host.congestion;

import io.smartt.host.settings.RecordSettings;

/**
 * A path on which sums are easy: base RTT 10 us, 80 Gbps, so a BDP of 100,000 B, which is also the
 * reference BDP; target RTT 15 us, MTU 1,000 B, pi = 2, fi = 0.5.
 */
final class SmarttTestPaths {
  static final long US = 1_000_000;
  static final long BRTT = 10 * US;
  static final long TRTT = 15 * US;
  static final long LINK_BPS = 80_000_000_000L;
  static final int MTU = 1000;

  static final SmarttSettings SETTINGS =
      with("reference-bdp-bytes", "100000", "fair-increase-mtus", "0.5", "average-gain", "0.125");

  private SmarttTestPaths() {}

  static SmarttSettings with(String... keysAndValues) {
    return with(SmarttSettings.PAPER, keysAndValues);
  }

  static SmarttSettings with(SmarttSettings base, String... keysAndValues) {
    SmarttSettings settings = base;
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings = RecordSettings.with(settings, keysAndValues[i], keysAndValues[i + 1]);
    }
    return settings;
  }

  static SmarttParameters parameters(SmarttSettings settings) {
    return SmarttParameters.of(settings, BRTT, LINK_BPS, MTU);
  }

  static SmarttController controller(SmarttSettings settings) {
    return (SmarttController) new Smartt(settings).controller(BRTT, LINK_BPS, MTU);
  }

  /** State with a window, everything else as new. */
  static SmarttState state(double cwnd) {
    SmarttState state = controller(SETTINGS);
    state.cwnd = cwnd;
    return state;
  }
}
