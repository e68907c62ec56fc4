package io.smartt.host.pathing;

import module java.base;

/** One entropy value for the life of the connection: what switches do with a flow by themselves. */
public final class PerFlowEcmp implements PathSelector {
  /** ECMP as users choose it. */
  public static final LoadBalancer BALANCER =
      new LoadBalancer(
          "ecmp",
          "one entropy for the flow",
          List.of(),
          false,
          run -> (bdp, baseRttPs, random) -> new PerFlowEcmp(random));

  private final int entropy;

  /** Draws the connection's entropy value. */
  public PerFlowEcmp(RandomGenerator random) {
    entropy = random.nextInt(1 << 16);
  }

  @Override
  public int nextEntropy(long nowPs) {
    return entropy;
  }
}
