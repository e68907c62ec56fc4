package io.smartt.virtual.dry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunPlan;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.RunSummary;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link Dry}. */
@Timeout(60)
class DryRunTest {
  @TempDir private Path folder;

  private final Fabrics fabrics = Fabrics.builtIn();

  private RunSummary run(String name, String... settings) {
    return new LocalRunner(Clock.systemUTC(), 1, false, fabrics)
        .run(
            new ExperimentLoader(new ProfileLibrary(fabrics.settings()))
                .load("virtual", Map.of(), List.of(settings), false),
            Optional.of(folder.resolve(name)),
            RunMonitor.NONE)
        .summary();
  }

  @Test
  void pricesAnExperimentAsItsRunTurnsOut() {
    String workload = "workload=permutation:256KiB";
    RunPlan plan = run("dry", "fabric=dry", workload).result().ending().plan().orElseThrow();
    RunSummary real = run("real", workload);
    assertThat(plan.hosts()).isEqualTo(16);
    assertThat(plan.switches()).isEqualTo(8);
    assertThat(plan.packets()).isEqualTo(16 * 64);
    // Retransmissions and control packets come on top; nothing is left out.
    assertThat(real.result().cost().packetHops())
        .isBetween(plan.packetHops(), Math.round(1.2 * plan.packetHops()));
  }

  @Test
  void leavesTheExperimentAndItsPriceAndNoResults() {
    RunSummary summary = run("dry", "fabric=dry");
    assertThat(summary.result().status()).isEqualTo(RunStatus.PLANNED);
    assertThat(folder.resolve("dry"))
        .isDirectoryContaining(file -> file.endsWith("experiment.yaml"))
        .isDirectoryNotContaining(file -> file.endsWith("flows.csv"));
    assertThat(folder.resolve("dry/summary.json"))
        .content()
        .contains("\"status\" : \"planned\"", "\"packetHops\" : 79872");
  }

  @Test
  void refusesWhatNoFabricCouldRun() {
    assertThatThrownBy(() -> run("dry", "fabric=dry", "workload=incast:99x1MiB"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("incast:99x1MiB");
    assertThat(Files.exists(folder.resolve("dry"))).isFalse();
  }
}
