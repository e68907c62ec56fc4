package io.smartt.emulation.experiment;

import io.smartt.emulation.settings.SettingKeys;
import io.smartt.host.pathing.ObliviousSpraying;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.pathing.PerFlowEcmp;
import io.smartt.host.pathing.Plb;
import io.smartt.host.pathing.PlbSettings;
import io.smartt.host.pathing.Reps;
import io.smartt.host.pathing.RepsSettings;
import io.smartt.host.pathing.RoundRobin;

/** The load balancer that an experiment asks for. One line each. */
final class PathSchemes {
  private PathSchemes() {}

  /** The load balancer of an experiment. */
  static PathScheme of(ExperimentSpec spec) {
    int entropies = Math.toIntExact(spec.settings().get(SettingKeys.ENTROPIES));
    RepsSettings reps = SettingKeys.REPS.read(spec.settings());
    PlbSettings plb = SettingKeys.PLB.read(spec.settings());
    return switch (spec.loadBalancer()) {
      case REPS -> (bdp, baseRttPs, random) -> new Reps(reps, entropies, bdp, baseRttPs, random);
      case OPS -> (bdp, baseRttPs, random) -> new ObliviousSpraying(entropies, random);
      case ECMP -> (bdp, baseRttPs, random) -> new PerFlowEcmp(random);
      case PLB -> (bdp, baseRttPs, random) -> new Plb(plb, baseRttPs, random);
      case ROUND_ROBIN -> (bdp, baseRttPs, random) -> new RoundRobin(entropies);
    };
  }
}
