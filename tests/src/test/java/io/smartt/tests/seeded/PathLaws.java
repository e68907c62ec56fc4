package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.FailurePlan.PlannedFailure;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.host.transport.ReliabilitySettings.Delivery;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Laws of paths that are left where others are broken. */
final class PathLaws {
  static final List<Law> ALL =
      List.of(new Law("a flow gets through where a part of its paths is well", 1, PathLaws::left));

  /** The part of the paths, each way, that must be well for the law to say anything. */
  private static final double LEAST_SHARE = 0.25;

  private static final int LEAST_ENTROPIES = 16;

  /** Balancers that leave a path on which packets are lost. */
  private static final Set<String> CHANGING =
      Set.of("reps", "ops", "ops-rounds", "bitmap", "mixed", "plb", "round-robin");

  private PathLaws() {}

  /**
   * Switches do not hear of a failure and go on sending into it, so that a sender has to find the
   * other paths. Where links between switches fail and a quarter of the paths of a flow is well in
   * both directions, it finds them.
   */
  private static boolean left(Trial trial) {
    ExperimentSpec spec = trial.spec();
    Topology topology = spec.buildTopology();
    List<PlannedFailure> failures = FailurePlan.of(spec, topology).failures();
    boolean between = failures.stream().allMatch(failure -> failure.host().isEmpty());
    if (failures.isEmpty() || !between || !changesPaths(spec)) {
      return false;
    }
    Set<Integer> broken =
        failures.stream().map(failure -> failure.link().index()).collect(Collectors.toSet());
    for (FlowRecord flow : trial.done().result().flows()) {
      Host from = (Host) topology.node(flow.src()).orElseThrow();
      Host to = (Host) topology.node(flow.dst()).orElseThrow();
      if (share(topology, from, to, broken) < LEAST_SHARE
          || share(topology, to, from, broken) < LEAST_SHARE) {
        return false;
      }
    }
    assertThat(trial.done().completed()).as("%s", trial.done().result().message()).isTrue();
    return true;
  }

  private static boolean changesPaths(ExperimentSpec spec) {
    Settings settings = spec.settings();
    return CHANGING.contains(spec.loadBalancer().name())
        && settings.get(SettingKeys.ENTROPIES) >= LEAST_ENTROPIES
        && SettingKeys.TRANSPORT.read(settings).delivery() != Delivery.ROD
        && settings.get(SettingKeys.LINK_LOSS) <= 0.01
        && !spec.lossless()
        && SchemesOfHosts.of(settings).isEmpty()
        && SchemesOfHosts.ofGroups(settings).isEmpty();
  }

  /** The share of the paths from a host to another that no broken link is on. */
  private static double share(Topology topology, Host from, Host to, Set<Integer> broken) {
    return from.equals(to) ? 1 : share(topology, topology.accessSwitch(from), to, broken);
  }

  private static double share(Topology topology, Switch at, Host to, Set<Integer> broken) {
    List<Adjacency> ways = topology.routes().nextHops(at, to);
    double sum = 0;
    for (Adjacency way : ways) {
      Link link = way.link();
      Node next = way.peer().node();
      if (!broken.contains(link.index())) {
        sum += next instanceof Switch other ? share(topology, other, to, broken) : 1;
      }
    }
    return ways.isEmpty() ? 0 : sum / ways.size();
  }
}
