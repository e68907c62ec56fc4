package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import org.junit.jupiter.api.Test;

/** Which links the reference simulator's {@code -failed} degrades. */
class DegradedLinksTest {
  private static String rates(String topology, int failed) {
    return FailurePlan.degradedRates(
        Topologies.named(topology, new LinkDefaults(100_000_000_000L, 1_000_000, 0)), failed);
  }

  @Test
  void thoseOfThreeTiersLeadDown() {
    assertThat(rates("fattree,4", 1)).isEqualTo("core1>agg1=25Gbps");
    assertThat(rates("fattree,4", 3))
        .isEqualTo("core1>agg1=25Gbps,core3>agg1=25Gbps,core2>agg2=25Gbps");
  }

  @Test
  void thoseOfTwoTiersAreThoseOfTheFirstSpines() {
    assertThat(rates("leafspine,2,2,2", 1)).isEqualTo("spine1=25Gbps");
  }
}
