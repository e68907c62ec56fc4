package io.smartt.host.congestion;

/**
 * Swift's target delay (Sec. 3.5 of its paper): a base for the path, and more the smaller the
 * window, for the more flows share a queue the more packets of them meet in it.
 */
final class SwiftTarget {
  private final double basePs;
  private final double rangePs;
  private final double alphaPs;
  private final double betaPs;

  SwiftTarget(SwiftSettings settings, long baseRttPs) {
    basePs = settings.baseTargetRtts() * baseRttPs;
    rangePs = settings.flowScalingRtts() * baseRttPs;
    double smallest = 1 / Math.sqrt(settings.flowScalingMinWindow());
    double largest = 1 / Math.sqrt(settings.flowScalingMaxWindow());
    alphaPs = rangePs / (smallest - largest);
    betaPs = -alphaPs * largest;
  }

  /** The target for a window of so many packets. */
  double delayPs(double windowPackets) {
    double scaling = alphaPs / Math.sqrt(windowPackets) + betaPs;
    return basePs + Math.clamp(scaling, 0, rangePs);
  }
}
