package io.smartt.tests.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.TopoFile;
import io.smartt.base.topology.Topology;
import io.smartt.workload.CmReader;
import io.smartt.workload.CmWriter;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;
import io.smartt.workload.ideal.IdealModel;
import io.smartt.workload.ideal.IdealModel.IdealTimes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the reference simulator's inputs. Each file is read once, each ideal made once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceInputsTest {
  private final Map<String, Topology> topologies = new HashMap<>();
  private final Map<String, Workload> workloads = new HashMap<>();
  private final Map<String, IdealTimes> ideals = new HashMap<>();

  static List<ReferenceScenario> scenarios() {
    return ReferenceScenario.all();
  }

  static List<ReferenceScenario> singleFlows() {
    return scenarios().stream().filter(ReferenceScenario::isSingleFlow).toList();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void readsBothFilesAndTheyFit(ReferenceScenario scenario) {
    Topology topology = topology(scenario);
    Workload workload = workload(scenario);

    assertThat(workload.flows()).hasSize(scenario.flows());
    assertThat(workload.hosts()).isEqualTo(topology.hosts().size());
    assertThat(new PathProfiles(topology, ReferenceScenario.SIZES).longest().baseRttPs())
        .isEqualTo(11_453_440);
    assertThat(CmReader.parse(workload.name(), CmWriter.write(workload))).isEqualTo(workload);
  }

  /** Order and sizes of the flows are those that the simulator lists. */
  @ParameterizedTest
  @MethodSource("scenarios")
  void readsTheFlowsThatTheReferenceReads(ReferenceScenario scenario) {
    List<String> listed = new ArrayList<>();
    for (String row :
        ReferenceScenario.text("flows/" + scenario.name() + ".csv").lines().skip(1).toList()) {
      List<String> cells = List.of(row.split(",", -1));
      listed.add(cells.get(1) + "->" + cells.get(2) + " " + cells.get(3));
    }

    // Sorted: to look for each of 16,256 flows in a list takes seconds.
    assertThat(
            workload(scenario).flows().stream()
                .map(flow -> flow.src() + "->" + flow.dst() + " " + flow.bytes())
                .sorted())
        .containsExactlyElementsOf(listed.stream().sorted().toList());
  }

  @ParameterizedTest
  @CsvSource({
    "ft128_1os_800g, 128, 80, 384, 16",
    "ft128_4os_800g, 128, 68, 288, 4",
    "ft128_8os_800g, 128, 42, 176, 2",
    "ft1024_1os_800g, 1024, 320, 3072, 64",
    "ft1024_2os_800g, 1024, 224, 2048, 32",
    "ft1024_4os_800g, 1024, 176, 1536, 16",
    "ft1024_8os_800g, 1024, 168, 1408, 8"
  })
  void buildsEveryTopology(String name, int hosts, int switches, int links, long paths) {
    Topology topology =
        TopoFile.parse(name + ".topo", ReferenceScenario.text("topo/" + name + ".topo"));

    assertThat(topology.hosts()).hasSize(hosts);
    assertThat(topology.switches()).hasSize(switches);
    assertThat(topology.links()).hasSize(links);
    assertThat(topology.routes().diameter()).isEqualTo(6);
    assertThat(
            new PathProfiles(topology, ReferenceScenario.SIZES)
                .between(topology.host(0), topology.host(hosts / 2))
                .equalCostPaths())
        .isEqualTo(paths);
  }

  /** The reference prints 5 digits after the point of microseconds: 10 ps. */
  @ParameterizedTest
  @MethodSource("singleFlows")
  void aSingleFlowsIdealIsWhatTheReferenceMeasures(ReferenceScenario scenario) {
    IdealTimes ideal = ideal(scenario);

    assertThat(ideal.completionPs(0) / 1e6).isCloseTo(scenario.maxUs(), within(1e-5));
  }

  /** No flow can be faster than alone, and the run cannot end before its busiest host link can. */
  @ParameterizedTest
  @MethodSource("scenarios")
  void theIdealRespectsTheBoundsOfTheNetwork(ReferenceScenario scenario) {
    IdealTimes ideal = ideal(scenario);
    Workload workload = workload(scenario);
    Topology topology = topology(scenario);
    PathProfiles paths = new PathProfiles(topology, ReferenceScenario.SIZES);
    double[] sentBits = new double[workload.hosts()];
    double[] receivedBits = new double[workload.hosts()];
    double busiestBits = 0;
    for (int i = 0; i < workload.flows().size(); i++) {
      Flow flow = workload.flows().get(i);
      double bits = 8.0 * ReferenceScenario.SIZES.wireBytes(flow.bytes());
      long rtt = paths.between(topology.host(flow.src()), topology.host(flow.dst())).baseRttPs();
      assertThat((double) ideal.completionPs(i))
          .isGreaterThanOrEqualTo(rtt + (bits - 8 * 4160) / 0.8 - 1);
      sentBits[flow.src()] += bits;
      receivedBits[flow.dst()] += bits;
      busiestBits = Math.max(busiestBits, Math.max(sentBits[flow.src()], receivedBits[flow.dst()]));
    }
    assertThat((double) ideal.lastFinishPs()).isGreaterThanOrEqualTo(busiestBits / 0.8);
  }

  /** The fluid is a fair yardstick: the reference's last flow takes 0.9 to 1.35 times as long. */
  @ParameterizedTest
  @MethodSource("scenarios")
  void theReferencesLastFlowIsNearTheIdeal(ReferenceScenario scenario) {
    double idealLastUs = ideal(scenario).lastFinishPs() / 1e6;

    assertThat(scenario.lastUs() / idealLastUs).isBetween(0.9, 1.35);
  }

  private Topology topology(ReferenceScenario scenario) {
    return topologies.computeIfAbsent(scenario.topologyName(), _ -> scenario.topology());
  }

  private Workload workload(ReferenceScenario scenario) {
    return workloads.computeIfAbsent(scenario.matrix(), _ -> scenario.workload());
  }

  private IdealTimes ideal(ReferenceScenario scenario) {
    return ideals.computeIfAbsent(
        scenario.name(),
        _ -> new IdealModel(topology(scenario), ReferenceScenario.SIZES).times(workload(scenario)));
  }
}
