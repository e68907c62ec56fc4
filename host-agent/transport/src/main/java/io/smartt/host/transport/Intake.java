package io.smartt.host.transport;

import io.smartt.host.wire.PdsAck;

/**
 * A host that takes data in slower than its link brings it: a buffer that drains at a fixed rate,
 * and what acknowledgements ask of senders as it fills. Allocates nothing.
 */
final class Intake {
  private static final double PS_PER_SECOND = 1e12;
  private static final double FROM_SHARE = 0.2;
  private static final double TO_SHARE = 0.8;

  private final double bytesPerPs;
  private final long bufferBytes;
  private final boolean flowControl;
  private final boolean restore;
  private double waitingBytes;
  private long lastPs;

  /**
   * An empty buffer.
   *
   * @param linkBps rate of the host's link
   * @param bdpBytes BDP of that link
   */
  Intake(IntakeSettings settings, long linkBps, long bdpBytes) {
    bytesPerPs = settings.rate() * linkBps / 8 / PS_PER_SECOND;
    bufferBytes = Math.max(1, Math.round(settings.bufferBdps() * bdpBytes));
    flowControl = settings.flowControl();
    restore = settings.restore();
  }

  /** Returns whether there is room for a packet; one always fits into an empty buffer. */
  boolean hasRoom(long nowPs, int bytes) {
    drain(nowPs);
    return waitingBytes == 0 || waitingBytes + bytes <= bufferBytes;
  }

  /** Takes in a packet for which there is room. */
  void add(int bytes) {
    waitingBytes += bytes;
  }

  /** The penalty that an acknowledgement of now bears, 0 to {@link PdsAck#MOST_PENALTY}. */
  int penalty(long nowPs) {
    drain(nowPs);
    double share = (waitingBytes / bufferBytes - FROM_SHARE) / (TO_SHARE - FROM_SHARE);
    return flowControl ? (int) Math.round(PdsAck.MOST_PENALTY * Math.clamp(share, 0.0, 1.0)) : 0;
  }

  /** Returns whether an acknowledgement of now asks for the window of before. */
  boolean restores(long nowPs) {
    drain(nowPs);
    return flowControl && restore && waitingBytes == 0;
  }

  private void drain(long nowPs) {
    waitingBytes = Math.max(0, waitingBytes - (nowPs - lastPs) * bytesPerPs);
    lastPs = nowPs;
  }
}
