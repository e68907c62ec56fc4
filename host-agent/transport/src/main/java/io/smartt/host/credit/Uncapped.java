package io.smartt.host.credit;

import io.smartt.host.congestion.CongestionController;

/** No limit of the sender's own: EQDS by itself. Reports the most credit that may be held. */
final class Uncapped implements CongestionController {
  private final long windowBytes;

  Uncapped(long windowBytes) {
    this.windowBytes = windowBytes;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {}

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {}

  @Override
  public boolean maySend(long inFlightBytes, int frameBytes) {
    return true;
  }

  @Override
  public long windowBytes() {
    return windowBytes;
  }
}
