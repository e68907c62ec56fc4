package io.smartt.base.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopoFileTest {
  private static final String THREE_TIERS =
      """
      # 32 hosts, racks of 4, pods of 8
      nodes 32
      Tiers 3
      Podsize 8
      Tier 0
      Downlink_speed_Gbps 100   # to hosts
      Radix_Down 4
      Radix_Up 2
      Oversubscribed 2
      Downlink_Latency_ns 500
      Switch_Latency_ns 300
      \tTier\t1
      Downlink_speed_Gbps 100
      Radix_Down 2
      Radix_Up 2
      Downlink_Latency_ns 700
      Queue_Up 5000
        # a comment anywhere
      Tier 2
      Downlink_speed_Gbps 100
      Radix_Down 4
      Downlink_Latency_ns 900
      """;

  private static final String TWO_TIERS =
      """
      Nodes 8
      Tiers 2
      Podsize 8
      Tier 0
      Downlink_speed_Gbps 100
      Radix_Down 4
      Radix_Up 4
      Downlink_Latency_ns 500
      Tier 1
      Downlink_speed_Gbps 100
      Radix_Down 4
      Bundle 2
      Downlink_Latency_ns 500
      """;

  @Test
  void buildsThreeTiers() {
    Topology topology = TopoFile.parse("a.topo", THREE_TIERS);

    // 8 ToRs with 2 uplinks; 2 aggregation switches in each of 4 pods; 4 cores with a link a pod.
    assertThat(topology.name()).isEqualTo("a.topo");
    assertThat(topology.hosts()).hasSize(32);
    assertThat(topology.switches()).hasSize(8 + 8 + 4);
    assertThat(topology.links()).hasSize(32 + 16 + 16);
    assertThat(paths(topology, topology.host(31))).isEqualTo(4);
    assertThat(topology.switches().getFirst().latencyPs()).isEqualTo(300_000);
    assertThat(topology.switches().getLast().latencyPs()).isZero();
    assertThat(topology.links().getFirst().latencyPs()).isEqualTo(500_000);
    assertThat(topology.links().get(32).latencyPs()).isEqualTo(700_000);
    assertThat(topology.links().getLast().latencyPs()).isEqualTo(900_000);
  }

  @Test
  void connectsAnAggregationSwitchToEveryCoreOfItsPlace() {
    Topology topology = TopoFile.parse("a.topo", THREE_TIERS);
    Node agg2 = topology.node("agg2").orElseThrow();

    assertThat(topology.adjacencies(agg2))
        .extracting(out -> out.peer().node().name())
        .containsExactly("tor1", "tor2", "core2", "core4");
  }

  @Test
  void buildsTwoTiersWithParallelLinks() {
    Topology topology = TopoFile.parse("b.topo", TWO_TIERS);

    assertThat(topology.switches())
        .extracting(Switch::name)
        .containsExactly("tor1", "tor2", "spine1", "spine2");
    assertThat(topology.links()).hasSize(8 + 2 * 2 * 2);
    assertThat(paths(topology, topology.host(7))).isEqualTo(8);
  }

  @Test
  void skipsOtherLinesOfTheHeaderAsTheReferenceSimulatorDoes() {
    String described = "Made by gen.py\nLeafspine\n" + TWO_TIERS;

    assertThat(TopoFile.parse("b.topo", described).links()).hasSize(8 + 2 * 2 * 2);
    assertThatThrownBy(() -> TopoFile.parse("b.topo", TWO_TIERS.replace("Nodes", "Node")))
        .hasMessage("b.topo: Nodes is missing");
  }

  @Test
  void worksOutUplinksFromOversubscription() {
    Topology topology = TopoFile.parse("a.topo", THREE_TIERS.replaceFirst("Radix_Up 2\n", ""));

    assertThat(topology.links()).hasSize(64);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodes 32 | nodes 33 | a.topo: Nodes is 33, not a multiple of Podsize, 8",
        "nodes 32 | | a.topo: Nodes is missing",
        "nodes 32 | nodes many | a.topo:2: Nodes is many, must be a whole number from 1 to 1048576",
        "nodes 32 | nodes 0 | a.topo:2: Nodes is 0, must be a whole number from 1 to 1048576",
        "Tiers 3 | Tiers 2 | a.topo: Tiers is 2, but there is a Tier 2",
        "Tiers 3 | Tiers 4 | a.topo:3: Tiers is 4, must be a whole number from 2 to 3",
        "Podsize 8 | Podsize 8 8 | a.topo:4: expected a keyword and one value, found 'Podsize 8 8'",
        "Tier 0 | Tier 1 | a.topo:12: Tier 1 appears twice",
        "Oversubscribed 2 | Oversubscribed 4 | a.topo: Tier 0: Oversubscribed is 4, but 4 links"
            + " down, together 400.0 Gbps, and 2 links up of 100.0 Gbps do not have that ratio",
        "Switch_Latency_ns 300 | Switch_Latencyns 300 | a.topo:11: unknown keyword"
            + " 'Switch_Latencyns', did you mean Switch_Latency_ns?",
        "Switch_Latency_ns 300 | Radix_Down 4 | a.topo:11: Radix_Down appears twice in this block",
        "Downlink_Latency_ns 500 | | a.topo: Tier 0: Downlink_Latency_ns is missing",
        "Downlink_Latency_ns 500 | Downlink_Latency_ns 0 | a.topo:10: Downlink_Latency_ns is 0,"
            + " must be a whole number of at least 1",
        "Queue_Up 5000 | Bundle 3 | a.topo: Radix_Up of tier 0 is 2, not a multiple of Bundle of"
            + " tier 1, 3",
        "Queue_Up 5000 | Bundle 2 | a.topo: Radix_Down of tier 1 is 2, but 2 ToRs a pod with Bundle"
            + " 2 need 4"
      })
  void refusesWhatDoesNotFitWithFileAndLine(String from, String to, String message) {
    String text = THREE_TIERS.replaceFirst(from, to == null ? "" : to);

    assertThatThrownBy(() -> TopoFile.parse("a.topo", text))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }

  @Test
  void refusesUplinksOfTheTopTierAndACoreThatMissesPods() {
    assertThatThrownBy(() -> TopoFile.parse("a.topo", THREE_TIERS + "Radix_Up 2\n"))
        .hasMessage("a.topo: Tier 2: the top tier has no Radix_Up");
    assertThatThrownBy(() ->
            TopoFile.parse(
                "a.topo",
                THREE_TIERS.replace(
                    "Radix_Down 4\nDownlink_Latency_ns 900",
                    "Radix_Down 3\nDownlink_Latency_ns 900")))
        .hasMessage("a.topo: Radix_Down of tier 2 is 3, but 4 pods with Bundle 1 need 4");
  }

  private static long paths(Topology topology, Host to) {
    return new PathProfiles(topology, new PacketSizes(4096, 64, 64))
        .between(topology.host(0), to)
        .equalCostPaths();
  }
}
