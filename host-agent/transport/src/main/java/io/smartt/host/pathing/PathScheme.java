package io.smartt.host.pathing;

import java.util.random.RandomGenerator;

/** Makes the path selector of a new connection. One a load balancer and its settings. */
@FunctionalInterface
public interface PathScheme {
  /**
   * A selector in its initial state.
   *
   * @param bdpPackets the bandwidth-delay product of the path, in packets, at least 1
   * @param baseRttPs round-trip time of the path when idle
   * @param random the host's source of randomness
   */
  PathSelector selector(int bdpPackets, long baseRttPs, RandomGenerator random);
}
