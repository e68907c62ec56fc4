package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of {@link PacketNumbers}. */
class PacketNumbersTest {
  private final Topology topology =
      Topologies.named("leafspine,3,2,2", new LinkDefaults(800_000_000_000L, 600_000, 400_000));
  private final PacketNumbers numbers = new PacketNumbers(topology);

  private Stream<Node> nodes() {
    return Stream.concat(topology.hosts().stream(), topology.switches().stream());
  }

  @Test
  void noTwoPacketsHaveTheSameNumberAndNoneHasThatOfNoPacket() {
    List<Long> given = new ArrayList<>();
    for (LongSupplier of : nodes().map(numbers::of).toList()) {
      for (int i = 0; i < 5; i++) {
        given.add(of.getAsLong());
      }
    }
    assertThat(given).doesNotHaveDuplicates().hasSize(5 * 11).allMatch(number -> number > 0);
  }

  @Test
  void whatANodeGivesDependsOnItsOwnPacketsOnly() {
    PacketNumbers others = new PacketNumbers(topology);
    for (Node node : nodes().toList()) {
      var _ = others.of(node).getAsLong();
    }
    Node last = topology.switches().getLast();
    var _ = numbers.of(last).getAsLong();
    assertThat(numbers.of(last).getAsLong()).isEqualTo(others.of(last).getAsLong());
  }
}
