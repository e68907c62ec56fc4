package io.smartt.emulation.experiment;

import io.smartt.emulation.input.UserInputException;
import io.smartt.host.pathing.ObliviousSpraying;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.pathing.PerFlowEcmp;
import io.smartt.host.pathing.Reps;

/** The load balancer that an experiment asks for. One line each. */
final class PathSchemes {
  private static final int REPS_FREEZE_RTTS = 4;

  private PathSchemes() {}

  /** The load balancer of an experiment. */
  static PathScheme of(ExperimentSpec spec) {
    return switch (spec.loadBalancer()) {
      case REPS -> (bdp, baseRttPs, random) -> new Reps(bdp, REPS_FREEZE_RTTS * baseRttPs, random);
      case OPS -> (bdp, baseRttPs, random) -> new ObliviousSpraying(random);
      case ECMP -> (bdp, baseRttPs, random) -> new PerFlowEcmp(random);
      case PLB -> throw new UserInputException("load balancer 'plb' is not part of this build");
    };
  }
}
