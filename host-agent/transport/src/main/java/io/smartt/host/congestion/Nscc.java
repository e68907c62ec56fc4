package io.smartt.host.congestion;

import java.util.Map;

/** The scheme of {@link NsccController}: {@code constants=nscc}. */
public final class Nscc implements CongestionScheme {
  /**
   * The environment of the controller in the Ultra Ethernet reference simulator (uet-htsim,
   * revision 40ccb05): 64 entropy values, of which random ones explore only where none can be
   * recycled, and an acknowledgement each 16,384 bytes in any order of arrival.
   */
  static final Map<String, String> REFERENCE_SETTINGS =
      Map.of(
          "entropies", "64",
          "reps.explore-bdps", "0",
          "transport.ack-every-packets", "1024",
          "transport.ack-every-bytes", "16384",
          "transport.ack-out-of-order-at-once", "false");

  private final int payloadBytes;

  /** NSCC for full packets of this payload. */
  public Nscc(int payloadBytes) {
    this.payloadBytes = payloadBytes;
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new NsccController(NsccParameters.of(baseRttPs, linkBps, mtuBytes, payloadBytes));
  }
}
