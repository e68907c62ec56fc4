package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.SwitchPorts.PortPlan;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which links the reference simulator's {@code -failed} degrades. */
class DegradedLinksTest {
  private static String rates(String topology, int failed) {
    return FailurePlan.degradedRates(
        Topologies.named(topology, new LinkDefaults(100_000_000_000L, 1_000_000, 0)), failed);
  }

  @Test
  void thoseOfThreeTiersLeadDown() {
    assertThat(rates("fattree,4", 1)).isEqualTo("core1>agg1=25Gbps");
    assertThat(rates("fattree,4", 3))
        .isEqualTo("core1>agg1=25Gbps,core3>agg1=25Gbps,core2>agg2=25Gbps");
  }

  @Test
  void thoseOfTwoTiersAreThoseOfTheFirstSpines() {
    assertThat(rates("leafspine,2,2,2", 1)).isEqualTo("spine1=25Gbps");
  }

  /** In bytes, as the simulator has them: 12.5 packets, marked from 2.5 to 10. */
  @Test
  void theirQueuesAndThresholdsAreAQuarterOfTheOthers() {
    ExperimentSpec spec =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
            .load(
                "virtual",
                Map.of("topology", "leafspine,2,1,2"),
                List.of("link.failed=1", "queue.size=50packets"),
                false);
    Topology topology = spec.buildTopology();
    SwitchPorts ports = new SwitchPorts(spec, new PathProfiles(topology, spec.packets()));
    int mtuBytes = spec.packets().mtuBytes();

    assertThat(topology.adjacencies(topology.accessSwitch(topology.host(0))))
        .hasSize(3)
        .allSatisfy(port -> {
          PortPlan plan = ports.plan(port);
          double packets = port.peer().node() instanceof Switch ? 12.5 : 50;
          assertThat(plan.dataBytes()).isEqualTo(Math.round(packets * mtuBytes));
          assertThat(plan.red().kminBytes()).isEqualTo(Math.round(0.2 * packets * mtuBytes));
          assertThat(plan.red().kmaxBytes()).isEqualTo(Math.round(0.8 * packets * mtuBytes));
        });
  }
}
