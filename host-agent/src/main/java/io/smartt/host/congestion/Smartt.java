package io.smartt.host.congestion;

import java.util.HashMap;
import java.util.Map;

/** The SMaRTT scheme: makes controllers, sharing what connections of like paths have in common. */
public final class Smartt implements CongestionScheme {
  private record Path(long baseRttPs, long linkBps, int mtuBytes) {}

  private final SmarttSettings settings;
  private final Map<Path, SmarttAlgorithms> paths = new HashMap<>();

  /** SMaRTT with these settings. Not for use by several threads. */
  public Smartt(SmarttSettings settings) {
    this.settings = settings;
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    SmarttAlgorithms algorithms = algorithms(baseRttPs, linkBps, mtuBytes);
    return settings.adjustment() == Adjustment.PACKET
        ? new SmarttController(algorithms)
        : new PeriodicSmarttController(algorithms);
  }

  private SmarttAlgorithms algorithms(long baseRttPs, long linkBps, int mtuBytes) {
    Path path = new Path(baseRttPs, linkBps, mtuBytes);
    SmarttAlgorithms known = paths.get(path);
    if (known == null) {
      known =
          new SmarttAlgorithms(
              SmarttParameters.of(settings, baseRttPs, linkBps, mtuBytes),
              shorter -> algorithms(shorter, linkBps, mtuBytes));
      paths.put(path, known);
    }
    return known;
  }
}
