package io.smartt.host.congestion;

/** The scheme of {@link NsccController}: {@code constants=nscc}. */
public final class Nscc implements CongestionScheme {
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
