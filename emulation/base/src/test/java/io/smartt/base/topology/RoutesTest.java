package io.smartt.base.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class RoutesTest {
  private final Topology testbed =
      Topologies.named("testbed", new LinkDefaults(50_000_000_000L, 850_000, 400_000));
  private final Routes routes = testbed.routes();
  private final Switch leaf1 = testbed.switchWithId(1);
  private final Switch spine1 = (Switch) testbed.node("spine1").orElseThrow();

  @Test
  void countsLinksBetweenHosts() {
    assertThat(routes.links(testbed.host(0), testbed.host(0))).isZero();
    assertThat(routes.links(testbed.host(0), testbed.host(3))).isEqualTo(2);
    assertThat(routes.links(testbed.host(0), testbed.host(4))).isEqualTo(4);
  }

  @Test
  void namesTheWaysOutThatAreOnShortestPaths() {
    assertThat(routes.nextHops(leaf1, testbed.host(0)))
        .extracting(Adjacency::port)
        .containsExactly(1);
    assertThat(routes.nextHops(leaf1, testbed.host(4)))
        .extracting(Adjacency::port)
        .containsExactly(5, 6, 7, 8);
    assertThat(routes.nextHops(spine1, testbed.host(4)))
        .extracting(Adjacency::port)
        .containsExactly(2);
  }

  @Test
  void goesRoundAFailedLinkAndKeepsPortNumbers() {
    Link leaf2ToSpine1 = testbed.adjacencies(spine1).get(1).link();
    Topology damaged = testbed.withFailedLinks(Set.of(leaf2ToSpine1));

    assertThat(damaged.isUp(leaf2ToSpine1)).isFalse();
    assertThat(damaged.links()).isEqualTo(testbed.links());
    assertThat(damaged.routes().nextHops(leaf1, damaged.host(4)))
        .extracting(Adjacency::port)
        .containsExactly(6, 7, 8);
    assertThat(damaged.routes().links(spine1, damaged.host(4))).isEqualTo(4);
  }

  @Test
  void saysWhatCannotBeReached() {
    Link hostLink = testbed.access(testbed.host(4)).link();
    Topology damaged = testbed.withFailedLinks(Set.of(hostLink));

    assertThat(damaged.routes().links(damaged.host(0), damaged.host(4)))
        .isEqualTo(Routes.UNREACHABLE);
    assertThat(damaged.routes().links(damaged.host(4), damaged.host(0)))
        .isEqualTo(Routes.UNREACHABLE);
    assertThat(damaged.routes().nextHops(leaf1, damaged.host(4))).isEmpty();
  }

  @Test
  void neverRoutesThroughAHost() {
    Topology row = Topologies.named("linear,3", new LinkDefaults(1, 0, 0));

    assertThat(row.routes().links(row.host(0), row.host(2))).isEqualTo(4);
    assertThat(row.routes().nextHops(row.switchWithId(2), row.host(2)))
        .extracting(out -> out.peer().node().name())
        .containsExactly("s3");
  }
}
