package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link VirtualNetwork}. */
class VirtualNetworkTest {
  private final Topology topology =
      Topologies.named("leafspine,2,2,4", new LinkDefaults(800_000_000_000L, 600_000, 400_000));
  private final VirtualNetwork network = VirtualNetwork.inOrderOfTime(topology, 1, 1);

  /** Events of one instant come in an order that is drawn from their numbers. */
  @Test
  void eachEventHasANumberOfItsOwnAndNoneIsALinks() {
    int directions = 2 * topology.links().size();
    Set<Integer> numbers = new HashSet<>(IntStream.range(0, directions).boxed().toList());
    topology
        .hosts()
        .forEach(host -> assertThat(numbers.add(network.numberOfDeadlines(host))).isTrue());
    for (int end = 0; end < directions; end++) {
      int first = network.numberOfPauses(end);
      assertThat(numbers.add(first)).isTrue();
      assertThat(numbers.add(first + 1)).as("the second of two").isTrue();
    }
    assertThat(numbers).hasSize(directions + topology.hosts().size() + 2 * directions);
    assertThat(numbers).allMatch(number -> number >= 0);
  }
}
