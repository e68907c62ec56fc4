package io.smartt.emulation.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.topology.LinkDefaults;
import io.smartt.emulation.topology.Topologies;
import io.smartt.emulation.topology.Topology;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of {@link LinkOutage}. */
class LinkOutageTest {
  private static final Topology TESTBED =
      Topologies.named("testbed", new LinkDefaults(1_000_000_000, 1000, 1000));

  @Test
  void noneIsNoOutage() {
    assertThat(LinkOutage.parseAll("none")).isEmpty();
  }

  @Test
  void outagesAreAPairOfNodesAndATime() {
    assertThat(LinkOutage.parseAll("leaf1-spine2@100us..1.5ms, leaf2-spine1@2.5us"))
        .containsExactly(
            new LinkOutage("leaf1", "spine2", 100_000_000, OptionalLong.of(1_500_000_000)),
            new LinkOutage("leaf2", "spine1", 2_500_000, OptionalLong.empty()));
  }

  @Test
  void otherFormsAreRefused() {
    assertThatThrownBy(() -> LinkOutage.parseAll("leaf1@100us"))
        .isInstanceOf(UserInputException.class)
        .hasMessage("'leaf1@100us': write node-node@from..to, such as leaf1-spine2@100us..1ms");
    assertThatThrownBy(() -> LinkOutage.parseAll("leaf1-spine2@2ms..1ms"))
        .hasMessageContaining("comes back before it has failed");
    assertThatThrownBy(() -> LinkOutage.parseAll("leaf1-spine2@soon"))
        .hasMessageContaining("'soon' is not a time");
  }

  @Test
  void linkIsFoundFromEitherEnd() {
    LinkOutage there = LinkOutage.parseAll("leaf1-spine2@1us").getFirst();
    LinkOutage back = LinkOutage.parseAll("spine2-leaf1@1us").getFirst();
    assertThat(there.link(TESTBED)).isEqualTo(back.link(TESTBED));
  }

  @Test
  void nodesAndLinksThatAreNotThereAreRefused() {
    assertThatThrownBy(() -> LinkOutage.parseAll("leaf1-spine9@1us").getFirst().link(TESTBED))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("no node spine9 in testbed");
    assertThatThrownBy(() -> LinkOutage.parseAll("leaf1-leaf2@1us").getFirst().link(TESTBED))
        .hasMessageContaining("no link between leaf1 and leaf2");
  }
}
