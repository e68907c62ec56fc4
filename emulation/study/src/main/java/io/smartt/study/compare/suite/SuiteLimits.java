package io.smartt.study.compare.suite;

import module java.base;

/**
 * The times that an experiment of a suite has to keep.
 *
 * @param tailUs when the last flow has to have finished, microseconds since the start of the
 *     experiment; empty for any time
 * @param flowUs the same for single flows
 */
public record SuiteLimits(OptionalLong tailUs, Map<HostPair, Long> flowUs) {
  /** Copies the map. */
  public SuiteLimits {
    flowUs = Map.copyOf(flowUs);
  }
}
