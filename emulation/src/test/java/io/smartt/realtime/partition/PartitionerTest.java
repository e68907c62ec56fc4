package io.smartt.realtime.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionerTest {
  private static final long RATE_BPS = 100_000_000_000L;

  private static Topology network(String name) {
    return Topologies.named(name, new LinkDefaults(RATE_BPS, 1_000_000, 0));
  }

  private static List<Machine> machines(int... cores) {
    return IntStream.range(0, cores.length)
        .mapToObj(i -> new Machine("10.0.0." + (i + 2) + ":9570", cores[i]))
        .toList();
  }

  private static Partition cut(String name, int... cores) {
    return new Partitioner(false).cut(network(name), machines(cores));
  }

  @Test
  void aLeafSpineNetworkIsHalvedWithHalfOfItsSpineLinksCut() {
    Partition partition = cut("leafspine,4,4,4", 1, 1);

    // Two of four leaves and two of four spines each; less is not possible with equal work.
    assertThat(partition.cut()).hasSize(8);
    assertThat(partition.loadBps(0)).isEqualTo(partition.loadBps(1));
    assertThat(partition.hosts(0)).hasSize(8);
  }

  @Test
  void hostsAreWhereTheirSwitchIsUnlessAskedOtherwise() {
    Partition together = cut("leafspine,4,4,4", 1, 1, 1, 1);

    together
        .topology()
        .hosts()
        .forEach(host ->
            assertThat(together.of(host))
                .isEqualTo(together.of(together.topology().accessSwitch(host))));
    Partition apart = new Partitioner(true).cut(network("single,4"), machines(1, 1));
    assertThat(apart.cut()).isNotEmpty();
  }

  @Test
  void aMachineWithThreeTimesTheCoresHasThreeTimesTheWork() {
    Partition partition = cut("fattree,4", 3, 1);

    assertThat((double) partition.loadBps(0) / partition.loadBps(1)).isBetween(2.0, 4.0);
  }

  /** Exhaustive search over all halves of a network that is small enough. */
  @Test
  void noHalfOfASmallNetworkCutsLess() {
    Topology network = network("fattree,4");
    Partition found = new Partitioner(false).cut(network, machines(1, 1));
    List<Node> switches = List.copyOf(network.switches());
    long least = Long.MAX_VALUE;
    long bound = Math.max(found.loadBps(0), found.loadBps(1));
    for (int mask = 1; mask < 1 << (switches.size() - 1); mask++) {
      if (Integer.bitCount(mask) != switches.size() / 2) {
        continue;
      }
      int chosen = mask;
      Partition other =
          new Partition(
              network,
              machines(1, 1),
              Stream.concat(network.switches().stream(), network.hosts().stream())
                  .collect(
                      java.util.stream.Collectors.toMap(
                          node -> node,
                          node ->
                              chosen
                                      >> switches.indexOf(
                                          node instanceof io.smartt.base.topology.Host host
                                              ? network.accessSwitch(host)
                                              : node)
                                  & 1)));
      if (Math.max(other.loadBps(0), other.loadBps(1)) <= bound) {
        least = Math.min(least, Partition.rateBps(other.cut()));
      }
    }
    assertThat(Partition.rateBps(found.cut())).isEqualTo(least);
  }

  @ParameterizedTest
  @CsvSource({
    "'leafspine,8,4,4', 2",
    "'leafspine,8,4,4', 4",
    "'leafspine,16,8,8', 8",
    "'fattree,4', 4",
    "'fattree,8', 8",
    "'fattree,8', 64",
    "testbed, 3"
  })
  void everyMachineHasSomethingAndNoneMuchMoreThanItsShare(String name, int count) {
    int[] cores = new int[count];
    java.util.Arrays.fill(cores, 1);
    Partition partition = cut(name, cores);
    Topology network = partition.topology();
    long total = 2 * Partition.rateBps(network.links());
    long heaviest =
        network.switches().stream()
            .mapToLong(sw ->
                network.adjacencies(sw).stream()
                    .mapToLong(port ->
                        Partition.rateBps(List.of(port.link()))
                            * (port.peer().node() instanceof io.smartt.base.topology.Host ? 2 : 1))
                    .sum())
            .max()
            .orElseThrow();

    for (int i = 0; i < count; i++) {
      assertThat(partition.loadBps(i)).isPositive();
      assertThat(partition.loadBps(i))
          .isLessThanOrEqualTo((long) (1.03 * total / count) + heaviest);
    }
    assertThat(partition.places()).isEqualTo(cut(name, cores).places());
  }

  /** A cut is better than what chance finds, for which a partitioner is not needed. */
  @Test
  void chanceCutsMore() {
    Partition found = cut("fattree,8", 1, 1, 1, 1);
    Topology network = found.topology();
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      List<Node> switches = new java.util.ArrayList<>(network.switches());
      Collections.shuffle(switches, random);
      long crossing =
          network.links().stream()
              .filter(link ->
                  switches.contains(link.a().node())
                      && switches.contains(link.b().node())
                      && switches.indexOf(link.a().node()) % 4
                          != switches.indexOf(link.b().node()) % 4)
              .mapToLong(link -> Partition.rateBps(List.of(link)))
              .sum();
      assertThat(Partition.rateBps(found.cut())).isLessThan(crossing);
    }
  }

  @Test
  void moreMachinesThanPartsAreRefused() {
    assertThatThrownBy(() -> cut("leafspine,2,1,2", 1, 1, 1, 1))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("4 workers, but leafspine,2,1,2 can be cut into 3 parts at most");
  }

  @Test
  void aListOfWorkersIsRead() {
    assertThat(Machine.parse("none")).isEmpty();
    assertThat(Machine.parse("a:9570*8, [::1]:9571"))
        .containsExactly(new Machine("a:9570", 8), new Machine("[::1]:9571", 1));
    for (String wrong : List.of("", "a", "a:9570*", "a:9570*0", "a:99999", "a:9570,a:9570*2")) {
      assertThatThrownBy(() -> Machine.parse(wrong))
          .as(wrong)
          .isInstanceOf(UserInputException.class);
    }
  }
}
