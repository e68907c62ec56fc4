package io.smartt.experiment.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.LinkLoss;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of {@link LinkFailure}. */
class LinkFailureTest {
  private static final Topology TESTBED =
      Topologies.named("testbed", new LinkDefaults(1_000_000_000, 1000, 1000));

  private static List<Link> links(LinkFailure failure) {
    return failure.place().links(TESTBED, SettingKeys.LINK_FAILURES);
  }

  @Test
  void noneIsNoFailure() {
    assertThat(LinkFailure.parseAll("none")).isEmpty();
  }

  @Test
  void failuresAreAPairOfNodesAndATime() {
    assertThat(LinkFailure.parseAll("leaf1-spine2@100us..1.5ms, leaf2-spine1@2.5us"))
        .containsExactly(
            new LinkFailure(
                new LinkSelector("leaf1", Optional.of("spine2")),
                new FailureKind.Down(),
                new LinkFailure.FailureTime(100_000_000, OptionalLong.of(1_500_000_000))),
            new LinkFailure(
                new LinkSelector("leaf2", Optional.of("spine1")),
                new FailureKind.Down(),
                new LinkFailure.FailureTime(2_500_000, OptionalLong.empty())));
  }

  @Test
  void aKindMayLastForTheWholeRun() {
    assertThat(LinkFailure.parseAll("spine2=loss:1e-4,h1=rate:25%@1us"))
        .containsExactly(
            new LinkFailure(
                new LinkSelector("spine2", Optional.empty()),
                new FailureKind.Lossy(LinkLoss.ofShare(1e-4)),
                LinkFailure.FailureTime.ALWAYS),
            new LinkFailure(
                new LinkSelector("h1", Optional.empty()),
                new FailureKind.Rate(OptionalLong.empty(), 0.25),
                new LinkFailure.FailureTime(1_000_000, OptionalLong.empty())));
  }

  @Test
  void kindsHaveTheFieldsTerms() {
    assertThat(FailureKind.parse("loss:0.01%"))
        .isEqualTo(new FailureKind.Lossy(LinkLoss.ofShare(1e-4)));
    assertThat(FailureKind.parse("ber:1e-9"))
        .isEqualTo(new FailureKind.Lossy(LinkLoss.ofBitErrors(1e-9)));
    assertThat(FailureKind.parse("burst:1e-5/25%"))
        .isEqualTo(new FailureKind.Lossy(LinkLoss.ofBursts(new LinkLoss.Bursts(1e-5, 0.25, 1, 0))));
    assertThat(FailureKind.parse("rate:25Gbps"))
        .isEqualTo(new FailureKind.Rate(OptionalLong.of(25_000_000_000L), 1));
    assertThat(FailureKind.parse("flap:50us/200us"))
        .isEqualTo(new FailureKind.Flap(50_000_000, 200_000_000));
    assertThat(FailureKind.parse("jitter:2us")).isEqualTo(new FailureKind.Jitter(2_000_000));
  }

  @Test
  void otherKindsAreRefused() {
    assertThatThrownBy(() -> FailureKind.parse("loss:2"))
        .isInstanceOf(UserInputException.class)
        .hasMessage("'2' is outside 0 to 1, or 0% to 100%");
    assertThatThrownBy(() -> FailureKind.parse("burst:0.1"))
        .hasMessageContaining("write burst:P/R");
    assertThatThrownBy(() -> FailureKind.parse("burst:0.1/0"))
        .hasMessageContaining("the bad state never ends");
    assertThatThrownBy(() -> FailureKind.parse("slow"))
        .hasMessageContaining("'slow' is no kind of failure; accepted: down, loss:SHARE");
    assertThatThrownBy(() -> FailureKind.parse("flap:1ns/1us"))
        .hasMessageContaining("1us at least");
    assertThatThrownBy(() -> FailureKind.parse("flap:1us")).hasMessageContaining("flap:DOWN/UP");
    assertThatThrownBy(() -> FailureKind.parse("rate:0%")).hasMessageContaining("above 0");
  }

  @Test
  void aStarNamesAGroup() {
    assertThat(links(LinkFailure.parseAll("leaf*-spine*@1us").getFirst())).hasSize(16);
    assertThat(links(LinkFailure.parseAll("*@1us").getFirst())).hasSize(32);
    assertThat(links(LinkFailure.parseAll("leaf1*-h*@1us").getFirst())).hasSize(4);
    assertThatThrownBy(() -> links(LinkFailure.parseAll("tor*@1us").getFirst()))
        .hasMessageContaining("no node tor* in testbed");
  }

  @Test
  void aSwitchFailsWithAllItsLinks() {
    LinkFailure failure = LinkFailure.parseAll("spine2@1us").getFirst();
    assertThat(links(failure)).hasSize(4).allMatch(link -> link.b().node().name().equals("spine2"));
  }

  @Test
  void otherFormsAreRefused() {
    assertThatThrownBy(() -> LinkFailure.parseAll("leaf1-@100us"))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "'leaf1-@100us': write node-node@from..to or switch@from..to, such as"
                + " leaf1-spine2@100us..1ms, or node-node=kind@from..to, such as"
                + " leaf1-spine2=loss:1e-4");
    assertThatThrownBy(() -> LinkFailure.parseAll("leaf1-spine2@2ms..1ms"))
        .hasMessageContaining("comes back before it has failed");
    assertThatThrownBy(() -> LinkFailure.parseAll("leaf1-spine2@soon"))
        .hasMessageContaining("'soon' is not a time");
  }

  @Test
  void linkIsFoundFromEitherEnd() {
    LinkFailure there = LinkFailure.parseAll("leaf1-spine2@1us").getFirst();
    LinkFailure back = LinkFailure.parseAll("spine2-leaf1@1us").getFirst();
    assertThat(links(there)).hasSize(1).isEqualTo(links(back));
  }

  @Test
  void nodesAndLinksThatAreNotThereAreRefused() {
    assertThatThrownBy(() -> links(LinkFailure.parseAll("leaf1-spine9@1us").getFirst()))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("no node spine9 in testbed");
    assertThatThrownBy(() -> links(LinkFailure.parseAll("leaf1-leaf2@1us").getFirst()))
        .hasMessageContaining("no link between leaf1 and leaf2");
  }
}
