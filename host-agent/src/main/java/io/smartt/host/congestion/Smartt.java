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
    return new SmarttController(
        paths.computeIfAbsent(
            new Path(baseRttPs, linkBps, mtuBytes),
            path ->
                new SmarttAlgorithms(SmarttParameters.of(settings, baseRttPs, linkBps, mtuBytes))));
  }
}
