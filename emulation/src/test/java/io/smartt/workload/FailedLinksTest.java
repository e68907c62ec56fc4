package io.smartt.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailedLinksTest {
  private final Topology tree =
      Topologies.named("fattree,4", new LinkDefaults(1_000_000_000L, 0, 0));

  private static Workload with(Workload.Failure failure) {
    return new Workload("w.cm", 16, List.of(Flow.at(1, 0, 1, 1, 0)), List.of(), List.of(failure));
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0, tor2, agg1", "1, 3, 1, agg4, core4", "2, 0, 2, core1, agg5"})
  void findsTheLinkByTierSwitchAndPlace(
      int tier, int switchId, int linkId, String one, String other) {
    Topology damaged =
        FailedLinks.apply(with(new Workload.Failure(tier, switchId, OptionalInt.of(linkId))), tree);

    assertThat(damaged.links().stream().filter(link -> !damaged.isUp(link)))
        .singleElement()
        .satisfies(link ->
            assertThat(List.of(link.a().node().name(), link.b().node().name()))
                .containsExactlyInAnyOrder(one, other));
  }

  @Test
  void aFailureWithoutALinkIsOfTheWholeSwitch() {
    String matrix =
        """
        Nodes 16
        Connections 1
        Failures 1
        0->15 start 0 size 1
        failure switch_type CORE switch_id 3
        """;
    Workload workload = CmReader.parse("w.cm", matrix);

    Topology damaged = FailedLinks.apply(workload, tree);

    assertThat(damaged.links().stream().filter(link -> !damaged.isUp(link)))
        .hasSize(4)
        .allMatch(link -> link.b().node().name().equals("core4"));
    PathProfiles profiles = new PathProfiles(damaged, new PacketSizes(4096, 64, 64));
    assertThat(profiles.between(tree.host(0), tree.host(15)).equalCostPaths()).isEqualTo(3);
    assertThat(CmReader.parse("w.cm", CmWriter.write(workload))).isEqualTo(workload);
  }

  @Test
  void refusesSwitchesAndLinksThatAreNotThere() {
    assertThatThrownBy(
            () -> FailedLinks.apply(with(new Workload.Failure(1, 8, OptionalInt.of(0))), tree))
        .hasMessage("w.cm: failure of switch 8 of tier 1, but fattree,4 has 8 there");
    assertThatThrownBy(
            () -> FailedLinks.apply(with(new Workload.Failure(0, 0, OptionalInt.of(2))), tree))
        .hasMessage("w.cm: failure of link 2 of switch tor1, which has 2");
  }
}
