package io.smartt.base.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.host.congestion.Bdp;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PathProfilesTest {
  private static final PacketSizes HTSIM = new PacketSizes(4096, 64, 64);
  private final Topology tree =
      Topologies.named("fattree,8", new LinkDefaults(800_000_000_000L, 600_000, 400_000));
  private final PathProfiles profiles = new PathProfiles(tree, HTSIM);

  @Test
  void hasTheBaseRttsOfTheReferenceSimulator() {
    assertThat(profiles.between(tree.host(0), tree.host(1)).baseRttPs()).isEqualTo(3_284_480);
    assertThat(profiles.between(tree.host(0), tree.host(5)).baseRttPs()).isEqualTo(7_368_960);
    assertThat(profiles.between(tree.host(0), tree.host(64)).baseRttPs()).isEqualTo(11_453_440);
  }

  @Test
  void addsUpLatenciesAndStoreAndForward() {
    PathProfiles.PathProfile across = profiles.between(tree.host(0), tree.host(64));

    assertThat(across.links()).isEqualTo(6);
    assertThat(across.equalCostPaths()).isEqualTo(16);
    assertThat(across.oneWayLatencyPs()).isEqualTo(6 * 600_000 + 5 * 400_000);
    assertThat(across.dataSerialisationPs()).isEqualTo(6 * 41_600);
    assertThat(across.ackSerialisationPs()).isEqualTo(6 * 640);
    assertThat(across.oneWayPs()).isEqualTo(5_600_000 + 249_600);
    assertThat(across.bottleneckBps()).isEqualTo(800_000_000_000L);
    assertThat(Bdp.bytes(across.baseRttPs(), across.bottleneckBps())).isEqualTo(1_145_344);
  }

  @Test
  void takesAShorterPacketAtItsLength() {
    // 100 B payload and 64 B header: 1.64 ns a hop.
    assertThat(profiles.between(tree.host(0), tree.host(1), 164).baseRttPs())
        .isEqualTo(2 * 1_600_000 + 2 * 1_640 + 2 * 640);
  }

  @Test
  void overheadIsPaidAtEachHopByDataAndAck() {
    PacketSizes sizes = new PacketSizes(4096, 64, 64, 24);
    PathProfiles.PathProfile across =
        new PathProfiles(tree, sizes).between(tree.host(0), tree.host(64));

    assertThat(across.dataSerialisationPs()).isEqualTo(6 * (41_600 + 240));
    assertThat(across.ackSerialisationPs()).isEqualTo(6 * (640 + 240));
    assertThat(sizes.mtuBytes()).as("no queue and no MTU has it").isEqualTo(4160);
  }

  @Test
  void findsTheLongestPathOfTheNetwork() {
    assertThat(profiles.longest().baseRttPs()).isEqualTo(11_453_440);
  }

  /** Pairs of hosts by three links each, quick ones first, and one of two links that is slower. */
  @Test
  void theLongestPathIsTheOneThatTakesLongestAndNotTheFirstOfMostLinks() {
    TopologyBuilder builder = new TopologyBuilder("mixed");
    Switch s1 = builder.addSwitch("s1", 0, 10);
    Switch s2 = builder.addSwitch("s2", 0, 10);
    builder.link(s1, s2, 100_000_000_000L, 5);
    for (int i = 0; i < 3; i++) {
      builder.link(builder.addHost(), s1, 100_000_000_000L, 5);
    }
    for (int i = 0; i < 3; i++) {
      builder.link(builder.addHost(), s2, 1_000_000_000L, 5);
    }
    Topology mixed = builder.build();
    PathProfiles paths = new PathProfiles(mixed, HTSIM);

    assertThat(paths.longest()).isEqualTo(paths.between(mixed.host(3), mixed.host(4)));
    assertThat(paths.longest().links()).isEqualTo(2);
    assertThat(paths.longest().baseRttPs())
        .isGreaterThan(paths.between(mixed.host(0), mixed.host(3)).baseRttPs());
  }

  @Test
  void countsTheRateOfEachLinkAndTheTimeOfTheFastestOfUnlikePaths() {
    // h1 - s1 - (s2 fast link, s3 slow link) - s4 - h2
    TopologyBuilder builder = new TopologyBuilder("diamond");
    Switch s1 = builder.addSwitch("s1", 0, 10);
    Switch s2 = builder.addSwitch("s2", 1, 20);
    Switch s3 = builder.addSwitch("s3", 1, 20);
    Switch s4 = builder.addSwitch("s4", 0, 10);
    Host h1 = builder.addHost();
    Host h2 = builder.addHost();
    builder.link(h1, s1, 8_000_000_000L, 100);
    builder.link(s1, s3, 1_000_000_000L, 100);
    builder.link(s3, s4, 1_000_000_000L, 100);
    builder.link(s1, s2, 2_000_000_000L, 300);
    builder.link(s2, s4, 2_000_000_000L, 300);
    builder.link(s4, h2, 8_000_000_000L, 100);
    PathProfiles.PathProfile path =
        new PathProfiles(builder.build(), new PacketSizes(900, 100, 100)).between(h1, h2);

    // 1000 B take 1 us at 8 Gbps and 4 us at 2 Gbps.
    assertThat(path.dataSerialisationPs()).isEqualTo(2 * 1_000_000 + 2 * 4_000_000);
    assertThat(path.ackSerialisationPs()).isEqualTo(2 * 100_000 + 2 * 400_000);
    assertThat(path.oneWayLatencyPs()).isEqualTo(100 + 10 + 300 + 20 + 300 + 10 + 100);
    assertThat(path.bottleneckBps()).as("of both together").isEqualTo(3_000_000_000L);
    assertThat(path.equalCostPaths()).isEqualTo(2);
  }

  @Test
  void refusesHostsThatCannotReachEachOther() {
    Topology damaged = tree.withFailedLinks(Set.of(tree.access(tree.host(64)).link()));

    assertThatThrownBy(
            () -> new PathProfiles(damaged, HTSIM).between(damaged.host(0), damaged.host(64)))
        .isInstanceOf(UserInputException.class)
        .hasMessage("fattree,8: no path from h1 to h65 while links are down");
  }

  @Test
  void theLongestPathIsOneOfThoseThatAreThere() {
    TopologyBuilder builder = new TopologyBuilder("line");
    Switch s1 = builder.addSwitch("s1", 0, 0);
    Switch s2 = builder.addSwitch("s2", 0, 0);
    Host h1 = builder.addHost();
    Host h2 = builder.addHost();
    Host h3 = builder.addHost();
    builder.link(h1, s1, 8_000_000_000L, 100);
    builder.link(s1, s2, 8_000_000_000L, 100);
    builder.link(h2, s2, 8_000_000_000L, 100);
    builder.link(h3, s2, 8_000_000_000L, 100);
    Topology whole = builder.build();

    assertThat(longest(whole)).isEqualTo(3);
    assertThat(longest(whole.withFailedLinks(Set.of(whole.access(h1).link())))).isEqualTo(2);
    assertThat(longest(whole.withFailedLinks(Set.of(whole.links().get(1))))).isEqualTo(2);
  }

  private static int longest(Topology topology) {
    return new PathProfiles(topology, HTSIM).longest().links();
  }

  @Test
  void dilationMultipliesTheRttAndKeepsTheBdp() {
    PathProfiles.PathProfile slow =
        new PathProfiles(tree.dilated(1000), HTSIM).between(tree.host(0), tree.host(64));

    assertThat(slow.baseRttPs()).isEqualTo(11_453_440_000L);
    assertThat(Bdp.bytes(slow.baseRttPs(), slow.bottleneckBps())).isEqualTo(1_145_344);
  }

  @Test
  void roundsSerialisationUp() {
    assertThat(Serialisation.ps(4160, 800_000_000_000L)).isEqualTo(41_600);
    assertThat(Serialisation.ps(1, 3_000_000_000_000L)).isEqualTo(3);
  }
}
