package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.RunSummary;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What unfinished flows have delivered counts, and a planned outage is an event. */
@Timeout(120)
class PartialDeliveryTest {
  @TempDir private Path folder;

  /** Remembers the last progress. */
  private static final class LastProgress implements RunMonitor {
    private long bytes;

    @Override
    public void stage(String what) {}

    @Override
    public void progress(Progress progress) {
      bytes = progress.bytesDelivered();
    }

    @Override
    public boolean interrupted() {
      // With every flow half-way.
      return bytes > 3 << 20;
    }
  }

  private RunSummary run(RunMonitor monitor, String... settings) {
    Fabrics fabrics = Fabrics.builtIn();
    return new LocalRunner(Clock.systemUTC(), 1, fabrics)
        .run(
            new ExperimentLoader(new ProfileLibrary(fabrics.settings()))
                .load(
                    "virtual",
                    Map.of("topology", "leafspine,2,2,2", "workload", "incast:3x8MiB"),
                    List.of(settings),
                    false),
            Optional.of(folder.resolve("run")),
            monitor)
        .summary();
  }

  @Test
  void anInterruptedRunSaysWhatItsProgressSaid() {
    LastProgress progress = new LastProgress();
    RunSummary summary = run(progress);

    assertThat(summary.result().status()).isEqualTo(RunStatus.INTERRUPTED);
    assertThat(progress.bytes).isPositive();
    assertThat(summary.number("bytesDelivered")).hasValue((double) progress.bytes);
  }

  /** Ctrl-C as soon as the switches are being programmed. */
  private static final class StopsProgramming implements RunMonitor {
    private boolean programming;

    @Override
    public void stage(String what) {
      programming |= what.startsWith("programming");
    }

    @Override
    public void progress(Progress progress) {
      throw new AssertionError("the run went on after it was to stop");
    }

    @Override
    public boolean interrupted() {
      return programming;
    }
  }

  @Test
  void aRunThatIsStoppedWhileSwitchesAreProgrammedProgramsNoMore() throws IOException {
    StopsProgramming monitor = new StopsProgramming();

    assertThatThrownBy(() -> run(monitor))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("interrupted before programming leaf1");
    assertThat(Files.readString(folder.resolve("run").resolve("summary.json")))
        .contains("\"status\" : \"interrupted\"");
  }

  @Test
  void aPlannedOutageIsAnEventAndFlowsKeepWhatCame() {
    RunSummary summary = run(RunMonitor.NONE, "link.failures=leaf1@200us");

    assertThat(summary.result().status()).isEqualTo(RunStatus.FAILED);
    assertThat(summary.number("bytesDelivered").orElseThrow()).isPositive().isLessThan(24L << 20);
    assertThat(summary.result().history().events())
        .isNotEmpty()
        .allMatch(event -> event.kind() == RunEvent.Kind.LINK_DOWN)
        .allMatch(event -> event.timePs() == 200_000_000L);
    assertThat(summary.result().history().timeliness()).isEmpty();
  }
}
