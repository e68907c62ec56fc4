package io.smartt.host.pathing;

import java.util.List;

/** Entropy values one after the other, for tests, which can predict them. */
public final class RoundRobin implements PathSelector {
  /** Entropies one after the other, as users choose it. */
  public static final LoadBalancer BALANCER =
      new LoadBalancer(
          "round-robin",
          "entropies one after the other, for tests",
          List.of(),
          true,
          run -> (bdp, baseRttPs, random) -> new RoundRobin(run.entropies()));

  private final int count;
  private int next;

  /**
   * A selector that begins at 0.
   *
   * @param count of values, 1 to 65,536
   */
  public RoundRobin(int count) {
    this.count = Entropies.check(count);
  }

  @Override
  public int nextEntropy(long nowPs) {
    int entropy = next;
    next = entropy + 1 == count ? 0 : entropy + 1;
    return entropy;
  }
}
