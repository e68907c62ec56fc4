package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Experiment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The paper's ordering of load balancers (Sec. "Load Balancing Interaction") on the testbed, which
 * is not oversubscribed: every host sends across the spines.
 */
@Experiment
class LoadBalancerOrderingsTest {
  private static final String DOWN_FOR_A_MILLISECOND = "link.failures=leaf1-spine2@500us..1500us";

  @TempDir private Path folder;

  private double lastUs(int mib, String balancer, String... settings) {
    List<String> arguments =
        new ArrayList<>(List.of("--workload", "core-permutation:" + mib + "MiB", "--lb", balancer));
    for (String setting : settings) {
      arguments.addAll(List.of("--set", setting));
    }
    SmarttRun run =
        SmarttRun.of(
            folder.resolve(balancer + mib + settings.length), arguments.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(16L * mib * (1 << 20));
    return run.lastFinishUs();
  }

  @Test
  void repsIsAtLeastAsGoodAsSprayingAheadOfPlbAheadOfEcmp() {
    double reps = lastUs(8, "reps");
    double ops = lastUs(8, "ops");
    double plb = lastUs(8, "plb");
    double ecmp = lastUs(8, "ecmp");
    assertThat(reps).isLessThanOrEqualTo(ops);
    assertThat(ops).isLessThan(plb);
    assertThat(plb).isLessThan(ecmp);
  }

  /** A link that is down for a millisecond hurts what is under way for some: 32 MiB a host. */
  @Test
  void repsIsAtLeastAsGoodAsSprayingAheadOfPlbAheadOfEcmpAndLosesLeastByALinkThatFails() {
    double reps = lastUs(32, "reps");
    double ops = lastUs(32, "ops");
    double plb = lastUs(32, "plb");
    double ecmp = lastUs(32, "ecmp");
    assertThat(reps).isLessThanOrEqualTo(ops);
    assertThat(ops).isLessThan(plb);
    assertThat(plb).isLessThan(ecmp);

    double repsFailed = lastUs(32, "reps", DOWN_FOR_A_MILLISECOND);
    assertThat(repsFailed).isGreaterThan(reps);
    double opsFailed = lastUs(32, "ops", DOWN_FOR_A_MILLISECOND);
    double plbFailed = lastUs(32, "plb", DOWN_FOR_A_MILLISECOND);
    double ecmpFailed = lastUs(32, "ecmp", DOWN_FOR_A_MILLISECOND);
    assertThat(repsFailed).isLessThan(opsFailed).isLessThan(plbFailed).isLessThan(ecmpFailed);
    assertThat(repsFailed - reps)
        .isLessThan(opsFailed - ops)
        .isLessThan(plbFailed - plb)
        .isLessThan(ecmpFailed - ecmp);
  }

  @Test
  void repsFinishesOverALinkThatStaysDownUnrepaired() {
    double up = lastUs(8, "reps");
    assertThat(lastUs(8, "reps", "link.failures=leaf1-spine2@200us")).isBetween(up, 2 * up);
  }
}
