package io.smartt.host.congestion;

/** The congestion control of RoCEv2: makes {@link DcqcnController}s. */
public final class Dcqcn implements CongestionScheme {
  private static final double PS_PER_US = 1e6;
  private static final double BPS_PER_MBPS = 1e6;

  private final DcqcnSettings settings;
  private final double dilation;
  private final PerPath<DcqcnParameters> paths;

  /**
   * DCQCN with these settings.
   *
   * @param dilation by how much link rates are divided and times multiplied
   */
  public Dcqcn(DcqcnSettings settings, double dilation) {
    this.settings = settings;
    this.dilation = dilation;
    paths = new PerPath<>(this::parameters);
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new DcqcnController(paths.of(baseRttPs, linkBps, mtuBytes));
  }

  private DcqcnParameters parameters(long baseRttPs, long linkBps, int mtuBytes) {
    return new DcqcnParameters(
        settings.gain(),
        settings.initialAlpha(),
        ps(settings.alphaTimerUs()),
        ps(settings.increaseTimerUs()),
        Math.max(1, Math.round(dilation * settings.scaled(settings.byteCounterBytes(), linkBps))),
        settings.fastRecoverySteps(),
        bps(settings.additiveMbps(), linkBps),
        bps(settings.hyperMbps(), linkBps),
        Math.min((double) linkBps, bps(settings.minMbps(), linkBps)),
        linkBps,
        baseRttPs);
  }

  private long ps(double us) {
    return Math.max(1, Math.round(us * dilation * PS_PER_US));
  }

  private double bps(double mbps, long linkBps) {
    return settings.scaled(mbps * BPS_PER_MBPS, linkBps);
  }
}
