package io.smartt.host.transport;

import io.smartt.host.congestion.CongestionController;
import java.util.function.LongSupplier;

/** A congestion control whose window is the test's, and not the network's. */
final class GivenWindow implements CongestionController {
  private final LongSupplier bytes;

  GivenWindow(LongSupplier bytes) {
    this.bytes = bytes;
  }

  @Override
  public void onAck(long now, int bytes, long rtt, boolean ecn, long inFlight) {}

  @Override
  public void onTrim(long now, int bytes, long inFlight) {}

  @Override
  public void onTimeout(long now, int bytes, long inFlight) {}

  @Override
  public long windowBytes() {
    return bytes.getAsLong();
  }
}
