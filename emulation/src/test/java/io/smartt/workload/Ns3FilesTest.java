package io.smartt.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Ns3Topology;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link Ns3Topology} and {@link Ns3Flows}. */
@Timeout(30)
class Ns3FilesTest {
  /** Two racks below switch 2; the numbers of switches are not the last ones. */
  private static final String NETWORK =
      """
      7 3 6
      0 1 2
      0 3 100Gbps 1us 0
      0 4 100Gbps 1us 0

      1 5 100Gbps 0.001ms 0.000000
      1 6 25Gbps 1us 0
      0 2 400Gbps 2us 0
      1 2 400Gbps 2us 0

      First line: total node #, switch node #, link #
      """;

  private static final String FLOWS =
      """
      2
      3 6 3 100 65536 2
      5 4 3 101 1000 2.00001
      6 4 3 100 5 2

      First line: # of flows
      """;

  @Test
  void aNetworkHasItsHostsSwitchesAndLinks() {
    Topology network = Ns3Topology.parse("t.txt", NETWORK);

    assertThat(Ns3Topology.isOne(NETWORK)).isTrue();
    assertThat(network.hosts()).extracting(Host::name).containsExactly("n3", "n4", "n5", "n6");
    assertThat(network.switches())
        .extracting(one -> one.name() + " " + one.tier() + " " + one.latencyPs())
        .containsExactlyInAnyOrder("s0 0 0", "s1 0 0", "s2 1 0");
    assertThat(network.links()).extracting(Link::latencyPs).contains(1_000_000L, 2_000_000L);
    assertThat(network.links())
        .extracting(Link::rateBps)
        .contains(25_000_000_000L, 100_000_000_000L, 400_000_000_000L);
  }

  @Test
  void flowsAreBetweenTheNodesOfTheNetworkAndEndWithTheirCount() {
    Workload traffic = Ns3Flows.parse("f.txt", FLOWS, Ns3Topology.parse("t.txt", NETWORK));

    assertThat(Ns3Flows.isOne(FLOWS)).isTrue();
    assertThat(traffic.flows())
        .containsExactly(
            Flow.at(1, 0, 3, 65_536, 2_000_000_000_000L),
            Flow.at(2, 2, 1, 1000, 2_000_010_000_000L));
  }

  @Test
  void hostsOfOtherNetworksCountFromZero() {
    Topology star = Topologies.named("single,3", new LinkDefaults(1_000_000_000L, 0, 0));

    assertThat(Ns3Flows.parse("f.txt", "1\n0 2 3 100 9 0\n", star).flows())
        .containsExactly(Flow.at(1, 0, 2, 9, 0));
  }

  @Test
  void filesOfTheReferenceSimulatorAreNone() {
    assertThat(Ns3Topology.isOne("Nodes 16\nTiers 2\n")).isFalse();
    assertThat(Ns3Topology.isOne("2\n1 2 3\n")).isFalse();
    assertThat(Ns3Flows.isOne("Nodes 16\nConnections 1\n")).isFalse();
    assertThat(Ns3Flows.isOne("7 3 6\n0 1 2\n")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7 3 6|7 3 9|t.txt:1: links is 9, but link lines: 7",
        "0 1 2|0 1|t.txt:2: expected the numbers of 3 switches, found 2",
        "0 1 2|0 1 1|t.txt:2: switch 1 is there twice",
        "0 4 100Gbps 1us 0|0 4 100Gbps 1us|t.txt:4: expected a link, such as",
        "0 4 100Gbps 1us 0|0 9 100Gbps 1us 0|t.txt:4: node is 9, must be a whole number from 0 to"
            + " 6",
        "1 6 25Gbps 1us 0|1 6 25 1us 0|t.txt:7: ",
        "1 6 25Gbps 1us 0|1 1 25Gbps 1us 0|t.txt:7: a link from s1 to itself",
        "1 6 25Gbps 1us 0|1 6 25Gbps 1us 0.01|t.txt:7: error rate is 0.01: write 0 here, and"
            + " --set link.failures=s1-n6=loss:0.01",
      })
  void aWrongLineOfANetworkIsNamed(String right, String wrong, String message) {
    assertThatThrownBy(() -> Ns3Topology.parse("t.txt", NETWORK.replace(right, wrong)))
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5 4 3 101 1000 2.00001|5 4 3 101 1000|f.txt:3: expected a flow, such as",
        "5 4 3 101 1000 2.00001|2 4 3 101 1000 2|f.txt:3: the topology has no host 2",
        "5 4 3 101 1000 2.00001|4 4 3 101 1000 2|f.txt:3: host 4 sends to itself",
        "5 4 3 101 1000 2.00001|5 4 3 101 0 2|f.txt:3: size is 0, must be a whole number of at"
            + " least 1",
        "5 4 3 101 1000 2.00001|5 4 3 101 10 soon|f.txt:3: start is soon, must be a number of"
            + " seconds from 0",
        "5 4 3 101 1000 2.00001|5 4 3 101 10 -1|f.txt:3: start is -1, must be a number of seconds"
            + " from 0",
      })
  void aWrongLineOfFlowsIsNamed(String right, String wrong, String message) {
    Topology network = Ns3Topology.parse("t.txt", NETWORK);

    assertThatThrownBy(() -> Ns3Flows.parse("f.txt", FLOWS.replace(right, wrong), network))
        .hasMessageStartingWith(message);
  }

  @Test
  void tooFewFlowsAreRefused() {
    Topology network = Ns3Topology.parse("t.txt", NETWORK);

    assertThatThrownBy(() -> Ns3Flows.parse("f.txt", "3\n3 6 3 100 1 0\n", network))
        .hasMessage("f.txt:1: flows is 3, but flow lines: 1");
  }
}
