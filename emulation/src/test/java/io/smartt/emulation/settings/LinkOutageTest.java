package io.smartt.emulation.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.LinkDefaults;
import io.smartt.emulation.topology.Topologies;
import io.smartt.emulation.topology.Topology;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of {@link LinkOutage}. */
class LinkOutageTest {
  private static final Topology TESTBED =
      Topologies.named("testbed", new LinkDefaults(1_000_000_000, 1000, 1000));

  private static List<Link> links(LinkOutage outage) {
    return outage.place().links(TESTBED, SettingKeys.LINK_FAILURES);
  }

  @Test
  void noneIsNoOutage() {
    assertThat(LinkOutage.parseAll("none")).isEmpty();
  }

  @Test
  void outagesAreAPairOfNodesAndATime() {
    assertThat(LinkOutage.parseAll("leaf1-spine2@100us..1.5ms, leaf2-spine1@2.5us"))
        .containsExactly(
            new LinkOutage(
                new LinkSelector("leaf1", Optional.of("spine2")),
                100_000_000,
                OptionalLong.of(1_500_000_000)),
            new LinkOutage(
                new LinkSelector("leaf2", Optional.of("spine1")), 2_500_000, OptionalLong.empty()));
  }

  @Test
  void aSwitchFailsWithAllItsLinks() {
    LinkOutage outage = LinkOutage.parseAll("spine2@1us").getFirst();
    assertThat(links(outage)).hasSize(4).allMatch(link -> link.b().node().name().equals("spine2"));
  }

  @Test
  void otherFormsAreRefused() {
    assertThatThrownBy(() -> LinkOutage.parseAll("leaf1-@100us"))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "'leaf1-@100us': write node-node@from..to or switch@from..to, such as"
                + " leaf1-spine2@100us..1ms");
    assertThatThrownBy(() -> LinkOutage.parseAll("leaf1-spine2@2ms..1ms"))
        .hasMessageContaining("comes back before it has failed");
    assertThatThrownBy(() -> LinkOutage.parseAll("leaf1-spine2@soon"))
        .hasMessageContaining("'soon' is not a time");
  }

  @Test
  void linkIsFoundFromEitherEnd() {
    LinkOutage there = LinkOutage.parseAll("leaf1-spine2@1us").getFirst();
    LinkOutage back = LinkOutage.parseAll("spine2-leaf1@1us").getFirst();
    assertThat(links(there)).hasSize(1).isEqualTo(links(back));
  }

  @Test
  void nodesAndLinksThatAreNotThereAreRefused() {
    assertThatThrownBy(() -> links(LinkOutage.parseAll("leaf1-spine9@1us").getFirst()))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("no node spine9 in testbed");
    assertThatThrownBy(() -> links(LinkOutage.parseAll("leaf1-leaf2@1us").getFirst()))
        .hasMessageContaining("no link between leaf1 and leaf2");
  }
}
