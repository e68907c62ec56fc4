package io.smartt.host.congestion;

import java.util.Optional;

/**
 * Bounds of the windows of a congestion control with default settings, which tests hold it to.
 *
 * @param minPackets smallest window, in longest frames
 * @param maxBdps largest window, in BDPs of the path; never less than one longest frame
 * @param exemption why bytes in flight may exceed the window; empty if they never do
 */
public record WindowLimits(double minPackets, double maxBdps, Optional<String> exemption) {
  /** Limits of a window that bounds what is in flight. */
  public WindowLimits(double minPackets, double maxBdps) {
    this(minPackets, maxBdps, Optional.empty());
  }

  /** Limits of a window that informs and does not bound what is in flight. */
  public WindowLimits(double minPackets, double maxBdps, String exemption) {
    this(minPackets, maxBdps, Optional.of(exemption));
  }
}
