package io.smartt.host.congestion;

/**
 * MPRDMA (Lu et al., NSDI 2018), Sec. 4.1: one window for all paths, which every acknowledged
 * packet moves by its own mark. An unmarked one adds 1/cwnd packets, a marked one takes half a
 * packet. Which path the next packet takes is the path selector's. Allocates nothing per call.
 */
public final class MprdmaController implements CongestionController {
  private final MprdmaSettings settings;
  private final WindowBounds bounds;
  private double cwnd;

  MprdmaController(MprdmaSettings settings, WindowBounds bounds) {
    this.settings = settings;
    this.bounds = bounds;
    cwnd = bounds.initialBytes();
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    cwnd =
        bounds.clamp(
            ecn
                ? cwnd - settings.markDecreasePackets() * ackedBytes
                : cwnd + settings.increasePackets() * ackedBytes * bounds.mtuBytes() / cwnd);
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    lost(frameBytes);
  }

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    lost(frameBytes);
  }

  @Override
  public long windowBytes() {
    return (long) cwnd;
  }

  private void lost(int frameBytes) {
    cwnd = bounds.clamp(cwnd - settings.trimDecreasePackets() * frameBytes);
  }
}
