package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.virtual.Virtual.VirtualRun;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link VirtualLiveNetwork}. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class VirtualLiveNetworkTest {
  private static ExperimentSpec spec(String scheme, String... assignments) {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load(
            "virtual",
            Map.of("topology", "leafspine,2,2,4", "scheme", scheme),
            List.of(assignments),
            false);
  }

  private static LiveNetwork open(LivePlan plan) {
    return new VirtualLiveNetwork(plan, Clock.systemUTC(), RunMonitor.NONE);
  }

  private static RunResult run(LiveNetwork network, String workload) {
    return network.run(network.workload(workload), RunMonitor.NONE);
  }

  private static long retransmissions(RunResult result) {
    return result.flows().stream().mapToLong(flow -> flow.counters().retransmissions()).sum();
  }

  @ParameterizedTest
  @CsvSource({
    "smartt, incast:7x512KiB, none",
    "rocev2, incast:7x512KiB, none",
    "smartt, permutation:1MiB, leaf1-spine1@20us..150us",
  })
  void theFirstRunIsThatOfAnExperiment(String scheme, String workload, String failures) {
    LivePlan plan = new LivePlan(spec(scheme, "link.failures=" + failures));
    RunResult alone =
        new VirtualRun(plan.inputs(plan.workload(workload))).run(Optional.empty(), RunMonitor.NONE);
    try (LiveNetwork network = open(plan)) {
      RunResult live = run(network, workload);

      assertThat(live.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(live.flows()).isEqualTo(alone.flows());
      assertThat(live.queues()).isEqualTo(alone.queues());
      assertThat(live.switches().pauseFrames()).isEqualTo(alone.switches().pauseFrames());
      assertThat(live.history().events()).isEqualTo(alone.history().events());
      assertThat(live.history().events()).hasSize(failures.equals("none") ? 0 : 2);
      assertThat(live.samples().series()).hasSameSizeAs(alone.samples().series());
    }
  }

  @Test
  void switchesPauseTheirPeersUnderAnIncastAndLoseNothing() {
    try (LiveNetwork network = open(new LivePlan(spec("rocev2")))) {
      RunResult first = run(network, "incast:7x1MiB");
      RunResult second = run(network, "incast:7x1MiB");

      assertThat(first.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(
              first.queues().stream()
                  .mapToLong(queue -> queue.counters().dropped().packets())
                  .sum())
          .isZero();
      assertThat(first.switches().pauseFrames()).isPositive();
      assertThat(second.switches().pauseFrames()).isPositive();
      assertThat(network.pauseFrames())
          .isEqualTo(first.switches().pauseFrames() + second.switches().pauseFrames());
    }
  }

  @Test
  void linkFailuresCountFromTheBeginningOfEachRunAndEndWithIt() {
    ExperimentSpec spec = spec("smartt", "link.failures=leaf1-spine1@10us");
    try (LiveNetwork network = open(new LivePlan(spec))) {
      Host from = network.topology().host(0);
      Host to = network.topology().host(7);
      for (int run = 0; run < 2; run++) {
        RunResult result = run(network, "permutation:1MiB");

        assertThat(result.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(retransmissions(result)).isPositive();
        for (Host other : network.topology().hosts()) {
          if (!other.equals(from)) {
            assertThat(network.ping(from, other)).isPresent();
          }
        }
        assertThat(network.ping(to, from)).isPresent();
      }
    }
  }

  @Test
  void lossOnLinksActsInEachRunAndIsCounted() {
    try (LiveNetwork network = open(new LivePlan(spec("smartt", "link.loss=2")))) {
      for (int run = 0; run < 2; run++) {
        RunResult result = run(network, "permutation:256KiB");

        assertThat(result.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(retransmissions(result)).isPositive();
        assertThat(result.packets().orElseThrow().dropped().of(DropReason.LINK_LOSS).orElse(0))
            .isPositive();
      }
    }
  }

  @Test
  void aFailureOfWhatIsNotThereIsRefusedBeforeAnythingRuns() {
    LivePlan plan = new LivePlan(spec("smartt", "link.failures=leaf1-spine9@10us"));

    assertThatThrownBy(() -> open(plan))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("spine9");
  }
}
