package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.FailurePlan.PlannedFailure;
import io.smartt.experiment.settings.FailureKind;
import io.smartt.experiment.settings.Settings;
import io.smartt.study.launch.Fabrics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of {@link FailurePlan}. */
class FailurePlanTest {
  private static final Topology TREE =
      Topologies.named("fattree,8", new LinkDefaults(50_000_000_000L, 850_000, 400_000));

  private static FailurePlan plan(long seed, double dilation, Map<String, String> set) {
    Settings settings = Fabrics.builtIn().settings().defaults();
    for (Map.Entry<String, String> entry : set.entrySet()) {
      settings = settings.with(entry.getKey(), entry.getValue());
    }
    return FailurePlan.of(settings, seed, dilation, TREE);
  }

  private static List<Link> links(FailurePlan plan) {
    return plan.failures().stream().map(PlannedFailure::link).toList();
  }

  @Test
  void aShareOfLinksIsDrawnFromTheSeed() {
    Map<String, String> set = Map.of("failures.links", "5%", "failures.kind", "loss:1e-3");
    FailurePlan drawn = plan(1, 1, set);

    // 256 links between switches.
    assertThat(links(drawn)).hasSize(13).doesNotHaveDuplicates().noneMatch(Link::isAccess);
    assertThat(plan(1, 1, set)).isEqualTo(drawn);
    assertThat(links(plan(2, 1, set))).hasSize(13).isNotEqualTo(links(drawn));
  }

  @Test
  void everyLinkIsAsLikelyAsAnyOther() {
    Map<Link, Integer> hits = new HashMap<>();
    int seeds = 2_000;
    for (int seed = 0; seed < seeds; seed++) {
      links(plan(seed, 1, Map.of("failures.links", "64")))
          .forEach(link -> hits.merge(link, 1, Integer::sum));
    }

    // A quarter of all: 500 each, standard deviation 19.4.
    assertThat(hits).hasSize(256);
    assertThat(hits.values()).allSatisfy(count -> assertThat(count).isBetween(400, 600));
  }

  @Test
  void switchesThatDieHaveNoHosts() {
    List<Link> links = links(plan(3, 1, Map.of("failures.switches", "1")));

    assertThat(links).hasSize(8).noneMatch(Link::isAccess);
  }

  @Test
  void hostsAreDrawnByThemselves() {
    FailurePlan drawn = plan(3, 1, Map.of("failures.hosts", "2", "failures.kind", "rate:10%"));

    assertThat(links(drawn)).hasSize(2).allMatch(Link::isAccess);
    assertThat(drawn.changesHostRates()).isTrue();
  }

  @Test
  void timesAndRatesAreDilated() {
    PlannedFailure failure =
        plan(1, 1_000, Map.of("link.failures", "tor1-agg1=rate:25Gbps@1us..2us"))
            .failures()
            .getFirst();

    assertThat(failure.fromPs()).isEqualTo(1_000_000_000L);
    assertThat(failure.toPs()).hasValue(2_000_000_000L);
    assertThat(failure.kind().condition(1).rateBps()).hasValue(25_000_000L);
    assertThat(failure.kind()).isInstanceOf(FailureKind.Rate.class);
  }

  @Test
  void hostsThatComputeSlowlyAreDrawnAndListed() {
    FailurePlan drawn = plan(3, 1, Map.of("failures.hosts", "2", "failures.kind", "compute:25%"));
    FailurePlan listed = plan(3, 10, Map.of("link.failures", "h3=compute:50%@1us..2us"));

    assertThat(drawn.failures()).hasSize(2);
    int host = drawn.failures().getFirst().host().orElseThrow().index();
    assertThat(drawn.speeds().donePs(host, 7, 1_000)).isEqualTo(4_007);
    // Half speed from 10 us until 20 us, dilated: 5 us of work in these, and 5 before.
    assertThat(listed.speeds().donePs(2, 5_000_000, 11_000_000)).isEqualTo(21_000_000);
    assertThat(listed.speeds().donePs(1, 5_000_000, 11_000_000)).isEqualTo(16_000_000);
  }

  @Test
  void slowHostsAreHosts() {
    assertThatThrownBy(() -> plan(1, 1, Map.of("link.failures", "tor1-agg1=compute:25%")))
        .hasMessageContaining("compute and receive are of hosts, and tor1-agg1 has none")
        .isInstanceOf(UserInputException.class);
    Map<String, String> drawn = Map.of("failures.links", "1", "failures.kind", "receive:1Gbps");
    assertThatThrownBy(() -> plan(1, 1, drawn))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith("failures.links: compute and receive are of hosts");
    assertThatThrownBy(() -> plan(1, 10, Map.of("link.failures", "h1=receive:800Gbps")))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("receive:800Gbps is more than link");
  }

  @Test
  void moreThanThereAreIsRefused() {
    assertThatThrownBy(() -> plan(1, 1, Map.of("failures.links", "257")))
        .isInstanceOf(UserInputException.class)
        .hasMessage("failures.links is 257, but there are 256");
  }
}
