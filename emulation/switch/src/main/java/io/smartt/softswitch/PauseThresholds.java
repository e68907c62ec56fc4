package io.smartt.softswitch;

/**
 * The buffer that a lossless queue's packets from one port may take (802.1Qbb).
 *
 * @param xoffBytes above it, the port's peer is asked to pause
 * @param xonBytes from it down, the peer may send again
 * @param headroomBytes beyond xoff, for what is on its way while the pause takes effect; what comes
 *     on top of it is dropped
 */
public record PauseThresholds(long xoffBytes, long xonBytes, long headroomBytes) {
  /** Checks their order. */
  public PauseThresholds {
    if (xonBytes < 0 || xoffBytes < xonBytes || headroomBytes < 0) {
      throw new IllegalArgumentException(
          "pause above %d B, resume at %d B, headroom %d B: want 0 <= resume <= pause, headroom >= 0"
              .formatted(xoffBytes, xonBytes, headroomBytes));
    }
  }

  /** Returns the most bytes that may be buffered. */
  public long limitBytes() {
    return xoffBytes + headroomBytes;
  }
}
