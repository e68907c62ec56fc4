package io.smartt.study.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.settings.SettingKeys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run folder is enough to run an experiment again. */
@Timeout(120)
class RunAgainTest {
  private static final String TOPO =
      """
      Nodes 4
      Tiers 2
      Tier 0
      Downlink_speed_Gbps 10
      Radix_Down 2
      Radix_Up 2
      Downlink_Latency_ns 500
      Tier 1
      Downlink_speed_Gbps 10
      Radix_Down 2
      Downlink_Latency_ns 500
      """;
  private static final String MATRIX = "Nodes 4\nConnections 1\n0->3 start 0 size 100000\n";

  private final Fabrics fabrics = Fabrics.builtIn();
  private final ExperimentLoader loader =
      new ExperimentLoader(new ProfileLibrary(fabrics.settings()));

  @TempDir private Path temp;

  private void run(ExperimentSpec spec, Path out) {
    new LocalRunner(Clock.systemUTC(), 1, false, fabrics)
        .run(spec, Optional.of(out), RunMonitor.NONE);
  }

  private static void copy(String resource, Path to) throws IOException {
    try (InputStream in = SwitchProgram.class.getResourceAsStream(resource)) {
      Files.write(to, in.readAllBytes());
    }
  }

  @Test
  void fromAFolderThatWasMovedAndLostItsFiles() throws IOException {
    Path inputs = Files.createDirectory(temp.resolve("inputs"));
    Path program = inputs.resolve("own.json");
    copy("/io/smartt/p4/programs/smartt.json", program);
    copy("/io/smartt/p4/programs/smartt.p4info.txtpb", inputs.resolve("own.p4info.txtpb"));
    ExperimentSpec spec =
        loader.load(
            "virtual",
            Map.of(
                "topology",
                Files.writeString(inputs.resolve("net.topo"), TOPO).toString(),
                "workload",
                Files.writeString(inputs.resolve("w.cm"), MATRIX).toString()),
            List.of("program=" + program, "constants=nscc"),
            false);
    run(spec, temp.resolve("first"));
    Path moved = Files.move(temp.resolve("first"), temp.resolve("moved"));
    for (String file : List.of("net.topo", "w.cm", "own.json", "own.p4info.txtpb")) {
      Files.delete(inputs.resolve(file));
    }

    ExperimentSpec again = loader.again(moved, Map.of(), List.of(), false);
    run(again, temp.resolve("second"));

    assertThat(temp.resolve("second/flows.csv")).hasSameBinaryContentAs(moved.resolve("flows.csv"));
    assertThat(temp.resolve("second/samples.csv"))
        .hasSameBinaryContentAs(moved.resolve("samples.csv"));
    assertThat(temp.resolve("second/experiment.yaml"))
        .hasSameBinaryContentAs(moved.resolve("experiment.yaml"));
  }

  @Test
  void withChangesWhatFollowedFromTheOldFollowsFromTheNew() throws IOException {
    run(small("scheme=rocev2"), temp.resolve("first"));

    ExperimentSpec again =
        loader.again(
            temp.resolve("first/experiment.yaml"),
            Map.of("scheme", "smartt"),
            List.of("seed=2"),
            false);

    assertThat(again.settings().text(SettingKeys.TRIMMING)).isEqualTo("p4");
    assertThat(again.seed()).isEqualTo(2);
    assertThat(again.workload().name()).isEqualTo("incast:3x64KiB");
    assertThat(again.overrides()).contains("scheme=smartt", "seed=2");
    run(again, temp.resolve("second"));
  }

  @Test
  void aResultIsReplacedOnlyByARunnerThatReplaces() throws IOException {
    Path out = temp.resolve("out");
    run(small("seed=1"), out);
    String flows = Files.readString(out.resolve("flows.csv"));

    assertThatThrownBy(() -> run(small("seed=2"), out))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("--force");
    assertThat(out.resolve("flows.csv")).hasContent(flows);
    new LocalRunner(Clock.systemUTC(), 1, false, fabrics)
        .replacing(true)
        .run(small("seed=2"), Optional.of(out), RunMonitor.NONE);
  }

  @Test
  void aFolderWithoutAnExperimentIsNamed() {
    assertThatThrownBy(() -> loader.again(temp, Map.of(), List.of(), false))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(temp.resolve("experiment.yaml").toString());
  }

  private ExperimentSpec small(String assignment) {
    return loader.load(
        "virtual",
        Map.of("topology", "leafspine,2,2,2", "workload", "incast:3x64KiB"),
        List.of(assignment),
        false);
  }
}
