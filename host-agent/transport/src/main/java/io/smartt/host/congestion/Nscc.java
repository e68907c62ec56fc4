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
  private final long networkRttPs;

  /**
   * NSCC for full packets of a payload.
   *
   * @param networkRttPs base RTT of the network's longest path, which every connection begins with;
   *     a shorter path's is learned from round-trip times
   */
  public Nscc(int payloadBytes, long networkRttPs) {
    this.payloadBytes = payloadBytes;
    this.networkRttPs = networkRttPs;
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new NsccController(NsccParameters.of(networkRttPs, linkBps, mtuBytes, payloadBytes));
  }
}
