package io.smartt.experiment.trace.replay;

import java.util.Iterator;

/** A fabric that recorded packets can be sent into. */
public interface ReplayFabric {
  /** Receives each packet that reaches a host. */
  @FunctionalInterface
  interface Arrivals {
    /**
     * A packet arrived.
     *
     * @param timePs since the replay began
     * @param host IPv4 address of the host that it reached
     * @param bytes the packet's headers, and of its payload what was captured
     * @param headLength how many bytes there are
     * @param wireLength its whole length
     */
    void arrived(long timePs, int host, byte[] bytes, int headLength, int wireLength);
  }

  /**
   * Sends packets, each from its host at its time, and waits until all have arrived or are lost.
   *
   * @param frames by time
   */
  void run(Iterator<ReplayFrame> frames, Arrivals arrivals);
}
