package io.smartt.emulation.fabric.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.concurrent.TaskRunner;
import io.smartt.emulation.fabric.virtual.simulation.Simulation;
import io.smartt.emulation.topology.LinkDefaults;
import io.smartt.emulation.topology.Topologies;
import io.smartt.emulation.topology.Topology;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests of {@link Partitioning}. */
class PlacementTest {
  private static final LinkDefaults LINKS = new LinkDefaults(800_000_000_000L, 600_000, 400_000);

  private final Topology large = Topologies.named("fattree,hosts=16", LINKS);
  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL);

  private static int[] eachAlone(Topology topology) {
    int[] groups = new int[topology.hosts().size()];
    Arrays.setAll(groups, host -> host);
    return groups;
  }

  private static long linksBetweenParts(Topology topology, Partitioning placement) {
    return topology.links().stream().filter(placement::isBetweenParts).count();
  }

  private static long hostsWithTheirSwitch(Topology topology, Partitioning placement) {
    return topology.hosts().stream()
        .filter(host -> placement.of(host) == placement.of(topology.accessSwitch(host)))
        .count();
  }

  @Test
  void hostsOfALargeNetworkLiveWithTheirSwitches() {
    Partitioning placement = Partitioning.apart(simulation, large, eachAlone(large));

    assertThat(large.switches()).hasSize(20);
    assertThat(hostsWithTheirSwitch(large, placement)).isEqualTo(16);
    assertThat(large.switches().stream().map(placement::of).distinct()).hasSize(20);
    assertThat(linksBetweenParts(large, placement)).isEqualTo(large.links().size() - 16);
  }

  @Test
  void hostsOfASmallNetworkLiveAlone() {
    Topology small = Topologies.named("leafspine,2,2,4", LINKS);
    Partitioning placement = Partitioning.apart(simulation, small, eachAlone(small));

    assertThat(hostsWithTheirSwitch(small, placement)).isZero();
    assertThat(small.hosts().stream().map(placement::of).distinct()).hasSize(small.hosts().size());
    assertThat(linksBetweenParts(small, placement)).isEqualTo(small.links().size());
  }

  @Test
  void hostsThatActOnEachOtherAtOnceLiveTogether() {
    int[] groups = eachAlone(large);
    groups[15] = groups[0];
    Partitioning placement = Partitioning.apart(simulation, large, groups);

    assertThat(placement.of(large.hosts().getFirst()))
        .isSameAs(placement.of(large.hosts().getLast()));
    assertThat(hostsWithTheirSwitch(large, placement)).isZero();
  }

  @Test
  void oneTimelineHasTheSameParts() {
    Partitioning placement = Partitioning.together(simulation, large, eachAlone(large));

    assertThat(large.switches().stream().map(placement::of).distinct()).hasSize(1);
    assertThat(hostsWithTheirSwitch(large, placement)).isEqualTo(16);
    assertThat(linksBetweenParts(large, placement)).isEqualTo(large.links().size() - 16);
  }
}
