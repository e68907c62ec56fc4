package io.smartt.study.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.experiment.settings.ProfileLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values out of a program's or a clock's range: they work, or the user reads which setting. */
@Timeout(120)
class FeasibleNetworkTest {
  private final Fabrics fabrics = Fabrics.builtIn();
  private final LocalRunner runner = new LocalRunner(Clock.systemUTC(), 1, false, fabrics);

  @TempDir private Path temp;

  private ExperimentSpec spec(String assignments) {
    List<String> all = new ArrayList<>(List.of(assignments.split(" ")));
    all.add("topology=leafspine,2,2,2");
    all.add("workload=incast:3x256KiB");
    return new ExperimentLoader(new ProfileLibrary(fabrics.settings()))
        .load("virtual", Map.of(), all, false);
  }

  @ParameterizedTest
  @CsvSource({
    "queue.size=10GiB",
    "queue.size=10GiB trimming=off",
    "queue.size=524288packets",
    "queue.size=1e9bdp trimming=off",
    "queue.size=1e9bdp trimming=asic",
    "link.latency=1s",
    "link.latency=1s trimming=off",
  })
  void worksWithQueuesThatNeverFill(String assignments) {
    RunOutcome outcome =
        runner.run(spec(assignments), Optional.of(temp.resolve("out")), RunMonitor.NONE);

    assertThat(outcome.summary().result().status()).isEqualTo(RunStatus.COMPLETED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          link.rate=999999Tbps  | link.rate is 999999Tbps, which is outside 1bps to 100Tbps
          link.rate=1bps        | link.rate is 1bps: incast:3x256KiB takes
          link.latency=9999s    | link.latency is 9999s, which is outside 0 to 100s
          switch.latency=9999s  | switch.latency is 9999s, which is outside 0 to 100s
          buffer.size=20000B buffer.reserved=9000B trimming=off | buffer.size is 20000B: the 4 ports of leaf1 reserve 9000 B
          dilation=1e9          | link.latency is 850ns, which is outside 0 to 100s (after dilation by 1e9)
          """)
  void namesTheSettingThatNoClockHas(String assignments, String message) {
    Path out = temp.resolve("out");
    assertThatThrownBy(() -> runner.run(spec(assignments), Optional.of(out), RunMonitor.NONE))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> runner.check(spec(assignments))).hasMessageContaining(message);
    assertThat(out).doesNotExist();
  }

  @Test
  void namesTheProgramThatLacksATable() throws IOException {
    Path program = temp.resolve("other.json");
    for (String ending : List.of(".json", ".p4info.txtpb")) {
      try (InputStream in =
          SwitchProgram.class.getResourceAsStream("/io/smartt/p4/programs/smartt" + ending)) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        Files.writeString(temp.resolve("other" + ending), text.replace("to_port", "to_plug"));
      }
    }

    assertThatThrownBy(() -> runner.check(spec("program=" + program)))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith("program " + program + ": no action named")
        .hasMessageContaining("program smartt");
  }
}
