package io.smartt.base.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of {@link Topologies.ClusterTopologies}. */
class ClusterTopologiesTest {
  private static final LinkDefaults LINKS = new LinkDefaults(100_000_000_000L, 500_000, 300_000);

  @Test
  void aHostHasAPortInEachPlane() {
    Topology topology = Topologies.named("multiplane,8,2,4,4", LINKS);

    assertThat(topology.hosts()).hasSize(8);
    // A card each, and eight planes of two leaves and four spines.
    assertThat(topology.switches()).hasSize(8 + 8 * 6);
    assertThat(topology.access(topology.host(0)).rateBps()).isEqualTo(800_000_000_000L);
    Switch nic = topology.accessSwitch(topology.host(0));
    assertThat(nic.name()).isEqualTo("nic1");
    assertThat(topology.adjacencies(nic)).hasSize(1 + 8);
  }

  @Test
  void pathsAreThoseOfAllPlanes() {
    Topology topology = Topologies.named("multiplane,8,2,4,4", LINKS);
    PathProfiles profiles = new PathProfiles(topology, new PacketSizes(4096, 64, 64));

    assertThat(profiles.between(topology.host(0), topology.host(1)).equalCostPaths()).isEqualTo(8);
    assertThat(profiles.between(topology.host(0), topology.host(7)).equalCostPaths())
        .isEqualTo(8 * 4);
  }

  @Test
  void planesMeetInHostsOnly() {
    Topology topology = Topologies.named("multiplane,2,2,2,2", LINKS);

    assertThat(topology.links())
        .filteredOn(link -> link.a().node().name().startsWith("p"))
        .allMatch(link ->
            link.a().node().name().substring(0, 2).equals(link.b().node().name().substring(0, 2)));
  }

  @Test
  void aPathHasTheRateOfAllPortsOfACard() {
    Topology topology = Topologies.named("multiplane,8,2,4,4", LINKS);
    Topology damaged =
        topology.withFailedLinks(
            Set.copyOf(
                topology.adjacencies(topology.node("p3leaf1").orElseThrow()).stream()
                    .map(Adjacency::link)
                    .toList()));

    assertThat(across(topology).bottleneckBps()).isEqualTo(800_000_000_000L);
    assertThat(across(topology.dilated(1000)).bottleneckBps()).isEqualTo(800_000_000L);
    assertThat(across(damaged).bottleneckBps()).isEqualTo(700_000_000_000L);
  }

  @Test
  void aPathHasTheRateOfAllItsSlowLinksUpToThatOfTheHosts() {
    assertThat(across(slowCore(1)).bottleneckBps()).isEqualTo(50_000_000_000L);
    assertThat(across(slowCore(2)).bottleneckBps()).isEqualTo(100_000_000_000L);
    assertThat(across(slowCore(4)).bottleneckBps()).isEqualTo(100_000_000_000L);
  }

  /** Links of spines have half of the rate of hosts' links. */
  private static Topology slowCore(int spines) {
    Topology slowCore = Topologies.named("leafspine,2," + spines + ",1", LINKS);
    Map<Integer, Long> slow = new HashMap<>();
    for (Link link : slowCore.links()) {
      if (link.a().node() instanceof Switch) {
        slow.put(2 * link.index(), 50_000_000_000L);
        slow.put(2 * link.index() + 1, 50_000_000_000L);
      }
    }
    return slowCore.withRates(slow);
  }

  private static PathProfiles.PathProfile across(Topology topology) {
    return new PathProfiles(topology, new PacketSizes(4096, 74, 74)).longest();
  }

  @Test
  void cardsOfOneServerAreOnDifferentRails() {
    Topology topology = Topologies.named("rails,4,8,2", LINKS);

    assertThat(topology.hosts()).hasSize(32);
    for (int i = 0; i < 32; i++) {
      assertThat(topology.accessSwitch(topology.host(i)).name()).isEqualTo("rail" + (i % 4 + 1));
    }
    // The same card of another server is one switch away, another card three.
    assertThat(topology.routes().links(topology.host(0), topology.host(4))).isEqualTo(2);
    assertThat(topology.routes().links(topology.host(0), topology.host(1))).isEqualTo(4);
  }
}
