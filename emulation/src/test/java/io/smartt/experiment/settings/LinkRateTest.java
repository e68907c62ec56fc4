package io.smartt.experiment.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.settings.LinkSelector.LinkRate;
import org.junit.jupiter.api.Test;

/** Tests of {@link LinkRate}. */
class LinkRateTest {
  private static final long GBPS = 1_000_000_000;
  private static final Topology ONE_SPINE =
      Topologies.named("leafspine,2,1,1", new LinkDefaults(GBPS, 1000, 1000));

  private static Topology with(String rates) {
    return LinkRate.apply(LinkRate.parseAll(rates), ONE_SPINE);
  }

  private static Adjacency port(Topology topology, String from, String to) {
    Node node = topology.node(from).orElseThrow();
    return topology.adjacencies(node).stream()
        .filter(out -> out.peer().node().name().equals(to))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void linkIsAlikeInBothDirections() {
    Adjacency up = port(with("leaf1-spine1=100Mbps"), "leaf1", "spine1");

    assertThat(up.rateBps()).isEqualTo(GBPS / 10);
    assertThat(up.arrivingBps()).isEqualTo(GBPS / 10);
  }

  @Test
  void oneWayRateIsThatOfItsFirstNode() {
    Topology topology = with("spine1 > leaf1=100Mbps");

    Adjacency down = port(topology, "spine1", "leaf1");
    assertThat(down.rateBps()).isEqualTo(GBPS / 10);
    assertThat(down.arrivingBps()).isEqualTo(GBPS);
    Adjacency up = port(topology, "leaf1", "spine1");
    assertThat(up.rateBps()).isEqualTo(GBPS);
    assertThat(up.arrivingBps()).isEqualTo(GBPS / 10);
    assertThat(port(topology, "spine1", "leaf2").rateBps()).isEqualTo(GBPS);
  }

  @Test
  void dilationKeepsBothRates() {
    Adjacency down = port(with("spine1>leaf1=100Mbps").dilated(10), "spine1", "leaf1");

    assertThat(down.rateBps()).isEqualTo(GBPS / 100);
    assertThat(down.arrivingBps()).isEqualTo(GBPS / 10);
  }

  /** 1,000 B take 8 us a link at 1 Gbps and 80 us at a tenth, 10 B a hundredth of that. */
  @Test
  void dataAndAcknowledgementsTakeTheRateOfTheirDirection() {
    Topology topology = with("spine1>leaf1=100Mbps");
    PathProfiles paths = new PathProfiles(topology, new PacketSizes(990, 10, 10));

    assertThat(paths.between(topology.host(0), topology.host(1)))
        .satisfies(path -> {
          assertThat(path.dataSerialisationPs()).isEqualTo(4 * 8_000_000L);
          assertThat(path.ackSerialisationPs()).isEqualTo(3 * 80_000L + 800_000);
          assertThat(path.bottleneckBps()).isEqualTo(GBPS);
        });
    assertThat(paths.between(topology.host(1), topology.host(0)))
        .satisfies(path -> {
          assertThat(path.dataSerialisationPs()).isEqualTo(3 * 8_000_000L + 80_000_000);
          assertThat(path.ackSerialisationPs()).isEqualTo(4 * 80_000L);
          assertThat(path.bottleneckBps()).isEqualTo(GBPS / 10);
        });
  }

  @Test
  void malformedRatesAreRefused() {
    for (String text : new String[] {"spine1>=1Gbps", ">leaf1=1Gbps", "spine1>leaf1"}) {
      assertThatThrownBy(() -> LinkRate.parseAll(text))
          .as(text)
          .hasMessageContaining("'" + text + "': write node-node=rate, node>node=rate (one way)");
    }
  }
}
