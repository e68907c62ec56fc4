package io.smartt.study.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.results.ResultTable;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.settings.Settings;
import io.smartt.virtual.Virtual;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run says of a capture whose frames came faster than they were read. */
class FramesNotCapturedTest {
  @TempDir private Path folder;

  /** The virtual fabric, if it lost frames of its first two interfaces. */
  private record Slow(Fabric like, long lost) implements Fabric {
    @Override
    public int place() {
      return 0;
    }

    @Override
    public FabricSettings settings() {
      return like.settings();
    }

    @Override
    public Abilities abilities(Use use, Settings settings) {
      return like.abilities(use, settings);
    }

    @Override
    public FabricRun prepare(RunInputs inputs) {
      FabricRun run = like.prepare(inputs);
      return (capture, monitor) -> {
        capture.orElseThrow().lost(0, lost);
        capture.orElseThrow().lost(1, lost);
        capture.orElseThrow().lost(0, lost);
        return run.run(capture, monitor);
      };
    }
  }

  private RunOutcome run(long lost, String... settings) {
    Fabrics fabrics = new Fabrics(List.of(new Slow(new Virtual(), lost)));
    return new LocalRunner(Clock.systemUTC(), 1, fabrics)
        .run(
            new ExperimentLoader(new ProfileLibrary(fabrics.settings()))
                .load(
                    "virtual",
                    Map.of("topology", "single,2", "workload", "incast:64KiB"),
                    List.of(settings),
                    true),
            Optional.of(folder.resolve("run")),
            RunMonitor.NONE);
  }

  @Test
  void anEventAndALineSayWhereHowManyAreMissing() throws IOException {
    RunOutcome outcome = run(7);

    RunEvent event = outcome.summary().result().history().events().getLast();
    assertThat(event.kind()).isEqualTo(RunEvent.Kind.FRAMES_NOT_CAPTURED);
    String what =
        "the capture lacks frames that were not read in time: 14 of h1-eth0, 7 of s1-eth1";
    assertThat(event.what()).isEqualTo(what);
    assertThat(ResultTable.of(outcome.summary())).contains(what);
    assertThat(Files.readString(outcome.folder().resolve("summary.json")))
        .contains("frames-not-captured");
  }

  @Test
  void whatNobodyWantedIsNotMissed() {
    assertThat(run(7, "capture.ports=h2").summary().result().history().events()).isEmpty();
  }

  @Test
  void aWholeCaptureSaysNothing() {
    assertThat(run(0).summary().result().history().events()).isEmpty();
  }
}
