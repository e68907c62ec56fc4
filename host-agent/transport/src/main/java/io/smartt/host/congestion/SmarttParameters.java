package io.smartt.host.congestion;

import java.util.OptionalLong;

/**
 * SMaRTT's constants for one path (Sec. Parameter Selection), with the paper's names. Shared by all
 * connections of the path.
 *
 * @param settings what they come from
 * @param brttPs base RTT
 * @param trttPs target RTT
 * @param mtuBytes longest frame
 * @param bdpBytes bandwidth-delay product of the path
 * @param minWindowBytes lower bound of the window: one MTU, less with the pacer
 * @param maxWindowBytes upper bound of the window, at least one MTU
 * @param initialWindowBytes window of a new connection
 * @param pi proportional increase constant, {@code brtt / (trtt - brtt)}, scaled
 * @param fi fair increase constant, scaled
 * @param decreasePeriodPs least time between multiplicative decreases
 * @param closeRttPs an RTT up to this is close to the base RTT
 * @param delayTriggerPs an RTT above this may trigger QuickAdapt; {@code Long.MAX_VALUE} if none
 *     does
 */
public record SmarttParameters(
    SmarttSettings settings,
    long brttPs,
    long trttPs,
    int mtuBytes,
    long bdpBytes,
    double minWindowBytes,
    long maxWindowBytes,
    long initialWindowBytes,
    double pi,
    double fi,
    long decreasePeriodPs,
    long closeRttPs,
    long delayTriggerPs) {

  /** The constants of a path, the longest of its network, whose switches trim. */
  public static SmarttParameters of(
      SmarttSettings settings, long brttPs, long linkBps, int mtuBytes) {
    return of(
        settings, new SmarttNetwork(OptionalLong.of(brttPs), true), brttPs, linkBps, mtuBytes);
  }

  /**
   * The constants of a path.
   *
   * @param network that it is in
   */
  public static SmarttParameters of(
      SmarttSettings settings, SmarttNetwork network, long brttPs, long linkBps, int mtuBytes) {
    long networkRttPs = network.longestRttPs().orElse(brttPs);
    double bdp = Bdp.exact(brttPs, linkBps);
    long maxWindow = Math.max(mtuBytes, Math.round(settings.maxWindowBdps() * bdp));
    long initial = Math.round(settings.initialWindowBdps() * bdp);
    long queueing = rttPs(settings.targetDelay(), brttPs, networkRttPs);
    long trtt = brttPs + Math.round((settings.targetRttFactor() - 1) * queueing);
    double scale = settings.scaling() ? bdp / settings.referenceBdpBytes() : 1;
    double networkScale = settings.scaling() ? scale * networkRttPs / brttPs : 1;
    return new SmarttParameters(
        settings,
        brttPs,
        trtt,
        mtuBytes,
        Math.round(bdp),
        settings.pacer() ? settings.minWindowMtus() * mtuBytes : mtuBytes,
        maxWindow,
        Math.clamp(initial, mtuBytes, maxWindow),
        (double) brttPs / (trtt - brttPs) * (settings.fairIncrease() ? scale : networkScale),
        settings.fairIncreaseMtus() * (settings.fairIncrease() ? scale : networkScale),
        Math.round(
            settings.decreasePeriodRtts() * rttPs(settings.decreasePeriod(), brttPs, networkRttPs)),
        Math.round((1 + settings.fastIncreaseTolerance()) * brttPs),
        delayTriggerPs(settings, network.trims(), brttPs, queueing));
  }

  private static long rttPs(RttScope scope, long pathRttPs, long networkRttPs) {
    return switch (scope) {
      case PATH -> pathRttPs;
      case NETWORK -> networkRttPs;
    };
  }

  private static long delayTriggerPs(
      SmarttSettings settings, boolean trims, long brttPs, long queueingPs) {
    return switch (settings.delayTrigger()) {
      case UNTRIMMED ->
          trims
              ? Long.MAX_VALUE
              : brttPs + Math.round((settings.delayTriggerRtts() - 1) * queueingPs);
      case ALWAYS -> Math.round(settings.delayTriggerRtts() * brttPs);
    };
  }
}
