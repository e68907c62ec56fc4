package io.smartt.host.congestion;

import io.smartt.host.settings.RecordSettings;
import java.util.OptionalLong;

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

  static final Smartt.Settings SETTINGS =
      with("reference-bdp-bytes", "100000", "fair-increase-mtus", "0.5", "average-gain", "0.125");

  private SmarttTestPaths() {}

  static Smartt.Settings with(String... keysAndValues) {
    return with(Smartt.Settings.PAPER, keysAndValues);
  }

  static Smartt.Settings with(Smartt.Settings base, String... keysAndValues) {
    Smartt.Settings settings = base;
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings = RecordSettings.with(settings, keysAndValues[i], keysAndValues[i + 1]);
    }
    return settings;
  }

  static Smartt.Path path(Smartt.Settings settings) {
    return path(settings, BRTT, LINK_BPS, MTU);
  }

  /** A path that is the longest of its network, whose switches trim. */
  static Smartt.Path path(Smartt.Settings settings, long brtt, long linkBps, int mtu) {
    return path(settings, new Smartt.Network(OptionalLong.of(brtt), true), brtt, linkBps, mtu);
  }

  static Smartt.Path path(
      Smartt.Settings settings, Smartt.Network network, long brtt, long linkBps, int mtu) {
    return new Smartt.Path(
        settings,
        network,
        brtt,
        linkBps,
        mtu,
        shorter -> path(settings, network, shorter, linkBps, mtu));
  }

  static Smartt.Controller controller(Smartt.Settings settings) {
    return (Smartt.Controller) new Smartt(settings).controller(BRTT, LINK_BPS, MTU);
  }

  /** A controller with a window, everything else as new. */
  static Smartt.Controller flow(double cwnd) {
    return flow(cwnd, SETTINGS);
  }

  static Smartt.Controller flow(double cwnd, Smartt.Settings settings) {
    return flow(cwnd, path(settings));
  }

  static Smartt.Controller flow(double cwnd, Smartt.Path path) {
    Smartt.Controller flow = new Smartt.Controller(path);
    flow.cwnd = cwnd;
    return flow;
  }
}
