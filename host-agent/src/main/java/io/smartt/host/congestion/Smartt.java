package io.smartt.host.congestion;

import java.util.OptionalLong;

/** The SMaRTT scheme: makes controllers, sharing what connections of like paths have in common. */
public final class Smartt implements CongestionScheme {
  private final SmarttSettings settings;
  private final OptionalLong networkRttPs;
  private final PerPath<SmarttAlgorithms> paths = new PerPath<>(this::algorithms);

  /** SMaRTT in a network whose paths are all alike. Not for use by several threads. */
  public Smartt(SmarttSettings settings) {
    this(settings, OptionalLong.empty());
  }

  /**
   * SMaRTT. Not for use by several threads.
   *
   * @param networkRttPs base RTT of the network's longest path, for {@link TargetDelay#NETWORK}; a
   *     path's own if empty
   */
  public Smartt(SmarttSettings settings, OptionalLong networkRttPs) {
    this.settings = settings;
    this.networkRttPs = networkRttPs;
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    SmarttAlgorithms algorithms = paths.of(baseRttPs, linkBps, mtuBytes);
    return settings.adjustment() == Adjustment.PACKET
        ? new SmarttController(algorithms)
        : new PeriodicSmarttController(algorithms);
  }

  private SmarttAlgorithms algorithms(long baseRttPs, long linkBps, int mtuBytes) {
    return new SmarttAlgorithms(
        SmarttParameters.of(settings, networkRttPs.orElse(baseRttPs), baseRttPs, linkBps, mtuBytes),
        shorter -> paths.of(shorter, linkBps, mtuBytes));
  }
}
