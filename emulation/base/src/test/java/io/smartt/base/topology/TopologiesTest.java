package io.smartt.base.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologiesTest {
  private static final LinkDefaults DEFAULTS = new LinkDefaults(50_000_000_000L, 850_000, 400_000);

  private static Topology named(String spec) {
    return Topologies.named(spec, DEFAULTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "testbed | 16 | 8 | 32 | 4",
        "leafspine,2,3,5 | 10 | 5 | 16 | 4",
        "fattree,4 | 16 | 20 | 48 | 6",
        "fattree,8 | 128 | 80 | 384 | 6",
        "fattree,4,tiers=2 | 8 | 6 | 16 | 4",
        "fattree,hosts=128,os=4 | 128 | 44 | 192 | 6",
        "fattree,hosts=1024,tiers=3 | 1024 | 320 | 3072 | 6",
        "fattree,hosts=32,tiers=2,rack=8,os=2 | 32 | 8 | 48 | 4",
        "fattree,hosts=1024,oversubscription=8 | 1024 | 152 | 1280 | 6",
        "fattree,hosts=8192 | 8192 | 1280 | 24576 | 6",
        "fattree,hosts=8192,tiers=2 | 8192 | 192 | 16384 | 4",
        "fattree,hosts=127 | 127 | 80 | 383 | 6",
        "fattree,hosts=128,rack=5 | 128 | 83 | 408 | 6",
        "minimal | 2 | 1 | 2 | 2",
        "single,5 | 5 | 1 | 5 | 2",
        "linear,4 | 4 | 4 | 7 | 5",
        "linear,3,2 | 6 | 3 | 8 | 4",
        "tree,2,3 | 9 | 4 | 12 | 4",
        "tree,depth=3,fanout=2 | 8 | 7 | 14 | 6"
      })
  void buildsByName(String spec, int hosts, int switches, int links, int diameter) {
    Topology topology = named(spec);

    assertThat(topology.name()).isEqualTo(spec);
    assertThat(topology.hosts()).hasSize(hosts);
    assertThat(topology.switches()).hasSize(switches);
    assertThat(topology.links()).hasSize(links);
    assertThat(topology.routes().diameter()).isEqualTo(diameter);
  }

  @Test
  void givesHostsTheAddressesOfTheirIndex() {
    Topology topology = named("single,300");

    assertThat(topology.host(0).name()).isEqualTo("h1");
    assertThat(topology.host(0).ipv4Text()).isEqualTo("10.0.0.1");
    assertThat(topology.host(0).macText()).isEqualTo("02:00:00:00:00:01");
    assertThat(topology.host(255).ipv4Text()).isEqualTo("10.0.1.0");
    assertThat(topology.host(255).macText()).isEqualTo("02:00:00:00:01:00");
  }

  @Test
  void numbersPortsOfALeafHostsFirstThenSpines() {
    Topology testbed = named("testbed");
    Switch leaf2 = (Switch) testbed.node("leaf2").orElseThrow();

    assertThat(leaf2.id()).isEqualTo(2);
    assertThat(testbed.adjacencies(leaf2))
        .extracting(out -> out.port() + " " + out.peer().interfaceName())
        .containsExactly(
            "1 h5-eth0",
            "2 h6-eth0",
            "3 h7-eth0",
            "4 h8-eth0",
            "5 spine1-eth2",
            "6 spine2-eth2",
            "7 spine3-eth2",
            "8 spine4-eth2");
    assertThat(testbed.access(testbed.host(6)).peer().interfaceName()).isEqualTo("leaf2-eth3");
    assertThat(testbed.accessSwitch(testbed.host(6))).isEqualTo(leaf2);
    assertThat(leaf2.tier()).isZero();
    assertThat(((Switch) testbed.node("spine1").orElseThrow()).tier()).isEqualTo(1);
    assertThat(testbed.links()).allMatch(link -> link.rateBps() == 50_000_000_000L);
  }

  @Test
  void numbersSwitchesOfATreeDepthFirstAsMininetDoes() {
    Topology tree = named("tree,2,2");

    assertThat(tree.adjacencies(tree.switchWithId(1)))
        .extracting(out -> out.peer().node().name())
        .containsExactly("s2", "s3");
    assertThat(tree.accessSwitch(tree.host(2)).name()).isEqualTo("s3");
    assertThat(tree.switchWithId(1).tier()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "leafspin,4,4,4 | unknown topology 'leafspin,4,4,4', did you mean"
            + " leafspine,leaves,spines,hosts-per-leaf?",
        "leafspine,4,4 | leafspine,4,4: hosts is missing",
        "leafspine,4,4,4,4 | leafspine,4,4,4,4: too many numbers, it takes leaves,spines,hosts",
        "leafspine,4,0,4 | leafspine,4,0,4: spines is 0, must be a whole number of at least 1",
        "leafspine,4,x,4 | leafspine,4,x,4: spines is x, must be a whole number of at least 1",
        "tree,2,depth=3 | tree,2,depth=3: depth is given twice",
        "tree,2,fanuot=3 | tree,2,fanuot=3: unknown key 'fanuot', did you mean fanout?",
        "tree,20,20 | tree,20,20: 20 to the power of 20 hosts are more than 65536",
        "single,600 | single,600: switch s1 needs more than 510 ports, the most that a 9-bit port"
            + " number allows",
        "fattree,5 | fattree,5: k is 5, must be even and at most 128",
        "fattree,k=4,hosts=16 | fattree,k=4,hosts=16: give either k or hosts=",
        "fattree,4,tiers=4 | fattree,4,tiers=4: tiers is 4, must be 2 or 3",
        "fattree,hosts=128,rack=5,os=2 | fattree,hosts=128,rack=5,os=2: 128 hosts cannot be split"
            + " into equal racks and pods of 5 whose hosts are a multiple of os, 2",
        "fattree,hosts=128,os=2,oversubscription=4 | fattree,hosts=128,os=2,oversubscription=4: os"
            + " and oversubscription are the same, give one"
      })
  void refusesWhatCannotBeInOneSentence(String spec, String message) {
    assertThatThrownBy(() -> named(spec))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }

  @Test
  void listsTheAcceptedNamesWhereNoneIsNear() {
    assertThatThrownBy(() -> named("hypercube,3"))
        .hasMessageContaining("testbed  leafspine,leaves,spines,hosts-per-leaf  fattree,k")
        .hasMessageContaining("tree,depth,fanout  or a .topo, .links or ns-3 file (.txt)");
  }

  @Property(tries = 60)
  void everyPortOfEveryFatTreeHasOneLinkAndTiersAreOneApart(
      @ForAll @IntRange(min = 1, max = 6) int racks,
      @ForAll @IntRange(min = 2, max = 6) int pods,
      @ForAll @IntRange(min = 1, max = 3) int os,
      @ForAll @IntRange(min = 1, max = 3) int uplinks) {
    int rack = os * uplinks;
    Topology tree =
        named(
            "fattree,hosts="
                + rack * racks * pods
                + ",rack="
                + rack
                + ",pod="
                + rack * racks
                + ",os="
                + os);

    Set<Port> ports = new HashSet<>();
    tree.links().stream()
        .flatMap(link -> Stream.of(link.a(), link.b()))
        .forEach(port -> assertThat(ports.add(port)).isTrue());
    for (Switch sw : tree.switches()) {
      assertThat(tree.adjacencies(sw))
          .extracting(Adjacency::port)
          .isEqualTo(Stream.iterate(1, n -> n + 1).limit(tree.adjacencies(sw).size()).toList());
    }
    // One path a ToR uplink and aggregation uplink between pods.
    Host last = tree.hosts().getLast();
    assertThat(tree.routes().links(tree.host(0), last)).isEqualTo(6);
    PathProfiles profiles = new PathProfiles(tree, new PacketSizes(4096, 64, 64));
    assertThat(profiles.between(tree.host(0), last).equalCostPaths())
        .isEqualTo((long) uplinks * racks);
  }

  @Test
  void theTestbedIsTwoBoxesSplitByVrf() {
    Topology testbed = named("testbed");

    assertThat(testbed.switches().stream().map(testbed::vrf).map(Optional::orElseThrow))
        .containsExactly(
            new Topology.Vrf("trident1", "Vrf_leaf1"),
            new Topology.Vrf("trident1", "Vrf_leaf2"),
            new Topology.Vrf("trident1", "Vrf_leaf3"),
            new Topology.Vrf("trident1", "Vrf_leaf4"),
            new Topology.Vrf("trident2", "Vrf_spine1"),
            new Topology.Vrf("trident2", "Vrf_spine2"),
            new Topology.Vrf("trident2", "Vrf_spine3"),
            new Topology.Vrf("trident2", "Vrf_spine4"));
    assertThat(testbed.dilated(1000).vrf(testbed.switchWithId(8))).isPresent();
    assertThat(named("leafspine,4,4,4").vrf(testbed.switchWithId(8))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "leafspine,2147483647,2147483647,2147483647",
        "multiplane,2,2147483647,1,2147483647",
        "multiplane,2,1000000,1,1000",
        "rails,8,2147483647,2",
        "linear,2147483647",
        "tree,2,100000"
      })
  void oneThatIsTooLargeIsRefusedByName(String spec) {
    assertThatThrownBy(() -> Topologies.named(spec, DEFAULTS))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(spec);
  }
}
