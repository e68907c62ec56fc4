package io.smartt.emulation.experiment;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.settings.Constants;
import io.smartt.emulation.settings.SchemeSettings;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.settings.Trimming;
import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.pathing.PathScheme;

/** The congestion control and the load balancer that an experiment asks for. */
final class CongestionSchemes {
  private CongestionSchemes() {}

  /**
   * The congestion control of an experiment.
   *
   * @throws UserInputException if its settings contradict each other
   */
  static CongestionScheme of(ExperimentSpec spec, CongestionContext run) {
    try {
      return spec.scheme().factory().apply(run);
    } catch (IllegalArgumentException e) {
      throw new UserInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Returns the part of an experiment that a congestion control may read.
   *
   * @param networkRttPs base RTT of its network's longest path
   */
  static CongestionContext context(ExperimentSpec spec, long networkRttPs) {
    return new CongestionContext(
        new SchemeSettings(spec.settings()),
        spec.constants() == Constants.NSCC,
        spec.trimming() != Trimming.OFF,
        networkRttPs,
        spec.dilation(),
        spec.packets().payloadBytes());
  }

  /** The load balancer of an experiment. */
  static PathScheme paths(ExperimentSpec spec) {
    return spec.loadBalancer()
        .factory()
        .apply(
            new LoadBalancer.Context(
                new SchemeSettings(spec.settings()),
                Math.toIntExact(spec.settings().get(SettingKeys.ENTROPIES))));
  }
}
