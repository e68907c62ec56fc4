package io.smartt.realtime.netns.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.realtime.netns.NetworkShare;
import io.smartt.realtime.netns.VethLayout.Tunnel;
import io.smartt.realtime.partition.Machine;
import io.smartt.realtime.partition.Partition;
import io.smartt.realtime.partition.Partitioner;
import io.smartt.realtime.worker.v1.CarryRequest;
import io.smartt.realtime.worker.v1.End;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharesTest {
  private static final Topology NETWORK =
      Topologies.named("leafspine,4,4,2", new LinkDefaults(1_000_000, 1_000_000, 0));

  private static Shares shares(int machines) {
    Partition partition =
        new Partitioner(false)
            .cut(
                NETWORK,
                IntStream.range(0, machines)
                    .mapToObj(i -> new Machine("10.0.0." + i + ":9570", 1))
                    .toList());
    List<InetAddress> underlays =
        IntStream.range(0, machines).mapToObj(i -> InetAddress.ofLiteral("10.0.0." + i)).toList();
    return new Shares(partition, underlays, 4_156, sw -> 2, 100);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void everyNodeAndLinkIsCarriedOnceAndEveryTunnelHasItsOtherEnd(int machines) {
    Shares shares = shares(machines);
    Set<String> nodes = new HashSet<>();
    int pairs = 0;
    Map<Integer, List<Tunnel>> ends = new HashMap<>();
    for (int i = 0; i < machines; i++) {
      NetworkShare share = shares.of(i);
      share.hosts().forEach(host -> assertThat(nodes.add(host.name())).isTrue());
      share.switches().forEach(seat -> assertThat(nodes.add(seat.name())).isTrue());
      pairs += share.pairs().size();
      share.tunnels().forEach(end -> add(ends, end));
      share.ways().forEach(way -> add(ends, way.tunnel()));
    }
    assertThat(nodes).hasSize(NETWORK.hosts().size() + NETWORK.switches().size());
    assertThat(pairs + shares.partition().cut().size()).isEqualTo(NETWORK.links().size());
    ends.forEach((vni, both) -> {
      assertThat(both).as("tunnel " + vni).hasSize(2);
      assertThat(both.getFirst().local()).isEqualTo(both.getLast().remote());
      assertThat(both.getFirst().remote()).isEqualTo(both.getLast().local());
    });
  }

  private static void add(Map<Integer, List<Tunnel>> ends, Tunnel end) {
    ends.computeIfAbsent(end.vni(), _ -> new java.util.ArrayList<>()).add(end);
  }

  @Test
  void aShareArrivesAsItWasSent() {
    NetworkShare sent = shares(2).of(0);

    assertThat(
            ShareMessages.decode(
                ShareMessages.encode(sent).build(), InetAddress.ofLiteral("10.0.0.0")))
        .isEqualTo(sent);
  }

  /** A worker runs commands as root, and names are in them. */
  @Test
  void nothingButNamesReachesTheCommandsOfAWorker() {
    CarryRequest good = ShareMessages.encode(shares(2).of(0)).build();
    InetAddress local = InetAddress.ofLiteral("10.0.0.0");
    for (String name :
        List.of("a\nnetns del x", "a b", "../x", "", "-all", "sixteencharacters", "a;b")) {
      CarryRequest bad =
          good.toBuilder()
              .setCables(
                  0,
                  good.getCables(0).toBuilder()
                      .setA(End.newBuilder().setInterfaceName(name).build()))
              .build();
      assertThatThrownBy(() -> ShareMessages.decode(bad, local))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is no name of an interface");
    }
    assertThatThrownBy(() ->
            ShareMessages.decode(
                good.toBuilder()
                    .setTunnels(0, good.getTunnels(0).toBuilder().setRemote("example.com"))
                    .build(),
                local))
        .hasMessage("'example.com' is no IPv4 address");
  }
}
