package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.virtual.simulation.Simulation;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests of {@link Partitioning}. */
class PartitioningTest {
  private static final LinkDefaults LINKS = new LinkDefaults(800_000_000_000L, 600_000, 400_000);

  private final Topology large = Topologies.named("fattree,hosts=16", LINKS);
  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);

  private static int[] eachAlone(Topology topology) {
    int[] groups = new int[topology.hosts().size()];
    Arrays.setAll(groups, host -> host);
    return groups;
  }

  private static long linksBetweenParts(Topology topology, Partitioning partitioning) {
    return topology.links().stream().filter(partitioning::isBetweenParts).count();
  }

  private static long hostsWithTheirSwitch(Topology topology, Partitioning partitioning) {
    return topology.hosts().stream()
        .filter(host -> partitioning.of(host) == partitioning.of(topology.accessSwitch(host)))
        .count();
  }

  @Test
  void hostsOfALargeNetworkLiveWithTheirSwitches() {
    Partitioning partitioning = Partitioning.apart(simulation, large, eachAlone(large));

    assertThat(large.switches()).hasSize(20);
    assertThat(hostsWithTheirSwitch(large, partitioning)).isEqualTo(16);
    assertThat(large.switches().stream().map(partitioning::of).distinct()).hasSize(20);
    assertThat(linksBetweenParts(large, partitioning)).isEqualTo(large.links().size() - 16);
  }

  @Test
  void hostsOfASmallNetworkLiveAlone() {
    Topology small = Topologies.named("leafspine,2,2,4", LINKS);
    Partitioning partitioning = Partitioning.apart(simulation, small, eachAlone(small));

    assertThat(hostsWithTheirSwitch(small, partitioning)).isZero();
    assertThat(small.hosts().stream().map(partitioning::of).distinct())
        .hasSize(small.hosts().size());
    assertThat(linksBetweenParts(small, partitioning)).isEqualTo(small.links().size());
  }

  @Test
  void hostsThatActOnEachOtherAtOnceLiveTogether() {
    int[] groups = eachAlone(large);
    groups[15] = groups[0];
    Partitioning partitioning = Partitioning.apart(simulation, large, groups);

    assertThat(partitioning.of(large.hosts().getFirst()))
        .isSameAs(partitioning.of(large.hosts().getLast()));
    assertThat(hostsWithTheirSwitch(large, partitioning)).isZero();
  }

  @Test
  void oneQueueHasTheSameParts() {
    Partitioning partitioning = Partitioning.together(simulation, large, eachAlone(large));

    assertThat(large.switches().stream().map(partitioning::of).distinct()).hasSize(1);
    assertThat(hostsWithTheirSwitch(large, partitioning)).isEqualTo(16);
    assertThat(linksBetweenParts(large, partitioning)).isEqualTo(large.links().size() - 16);
  }

  @Test
  void sixteenSwitchesAreMany() {
    Topology many = Topologies.named("leafspine,8,8,16", LINKS);
    Topology fewer = Topologies.named("leafspine,8,7,16", LINKS);
    assertThat(many.switches()).hasSize(16);
    assertThat(fewer.switches()).hasSize(15);

    assertThat(hostsWithTheirSwitch(many, Partitioning.apart(simulation, many, eachAlone(many))))
        .isEqualTo(many.hosts().size());
    assertThat(hostsWithTheirSwitch(fewer, Partitioning.apart(simulation, fewer, eachAlone(fewer))))
        .isZero();
  }

  @Test
  void inTheOrderOfTimePartsAreThoseOfHostsThatEachActAlone() {
    Partitioning partitioning = Partitioning.inOrderOfTime(simulation, large);

    assertThat(large.hosts().stream().map(partitioning::of).distinct()).hasSize(1);
    assertThat(linksBetweenParts(large, partitioning)).isEqualTo(large.links().size() - 16);
  }

  @Test
  void theFirstHostOfAPartStandsForAllBehindItsSwitch() {
    int[] first = Partitioning.firstHosts(large, eachAlone(large));

    for (int host = 0; host < first.length; host++) {
      int before = first[host];
      assertThat(before).isLessThanOrEqualTo(host);
      assertThat(large.accessSwitch(large.host(before)))
          .isEqualTo(large.accessSwitch(large.host(host)));
    }
    assertThat(Arrays.stream(first).distinct().count())
        .isEqualTo(large.hosts().stream().map(large::accessSwitch).distinct().count());
  }
}
