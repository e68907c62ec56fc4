package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.settings.SchemeSettings;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.own.UserCodeFault;
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
    return of(spec.scheme(), run);
  }

  /**
   * A congestion control that some hosts of an experiment have.
   *
   * @throws UserInputException if its settings contradict each other
   */
  static CongestionScheme of(CongestionControl scheme, CongestionContext run) {
    return made("scheme '" + scheme.name() + "'", () -> scheme.factory().apply(run));
  }

  /** Returns what receiving hosts do for the congestion control; empty if nothing. */
  static Optional<ReceiverSide> receiver(ExperimentSpec spec, CongestionContext run) {
    return spec.scheme()
        .receiver()
        .map(side -> made("scheme '" + spec.scheme() + "'", () -> side.apply(run)));
  }

  /** Returns what a factory makes; that of a user's algorithm may fail in any way. */
  private static <T> T made(String what, Supplier<T> factory) {
    try {
      return factory.get();
    } catch (IllegalArgumentException e) {
      throw new UserInputException(String.valueOf(e.getMessage()), e);
    } catch (UserInputException e) {
      throw e;
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      UserCodeFault culprit = UserCodeFault.of(e);
      if (culprit.line().isEmpty()) {
        throw e;
      }
      throw new UserInputException(what + " cannot be made: " + culprit.text(), e);
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
        spec.constants().origin(),
        spec.trimming() != Trimming.OFF,
        networkRttPs,
        spec.dilation(),
        spec.packets().payloadBytes());
  }

  /**
   * The load balancer of an experiment.
   *
   * @throws UserInputException if it cannot work with its settings
   */
  static PathScheme paths(ExperimentSpec spec) {
    LoadBalancer.Context context =
        new LoadBalancer.Context(
            new SchemeSettings(spec.settings()),
            Math.toIntExact(spec.settings().get(SettingKeys.ENTROPIES)));
    return made(
        "load balancer '" + spec.loadBalancer() + "'",
        () -> spec.loadBalancer().factory().apply(context));
  }
}
