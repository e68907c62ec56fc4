package io.smartt.host.capture;

import java.util.Optional;

/**
 * Settings of a capture.
 *
 * @param snapBytes of each frame, at most; 1 to 262144
 * @param promiscuous whether frames for others are wanted too
 * @param filter in the language of libpcap, as tcpdump takes it; empty for all frames
 */
public record CaptureSettings(int snapBytes, boolean promiscuous, Optional<String> filter) {
  private static final int MOST_SNAP_BYTES = 262_144;

  /** Settings that capture every frame whole. */
  public static final CaptureSettings DEFAULT =
      new CaptureSettings(MOST_SNAP_BYTES, true, Optional.empty());

  /** Refuses lengths that are none. */
  public CaptureSettings {
    if (snapBytes < 1 || snapBytes > MOST_SNAP_BYTES) {
      throw new CaptureException(
          "%d bytes of a frame: accepted are 1 to %d".formatted(snapBytes, MOST_SNAP_BYTES));
    }
  }
}
