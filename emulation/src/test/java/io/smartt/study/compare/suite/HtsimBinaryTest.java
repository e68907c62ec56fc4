package io.smartt.study.compare.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.concurrent.SearchPath;
import io.smartt.base.failure.RunFailedException;
import io.smartt.study.compare.suite.SuiteExperiment.SuiteLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link HtsimBinary}, with a script in the simulator's place. */
class HtsimBinaryTest {
  @TempDir private Path folder;

  private final List<String> begun = new ArrayList<>();
  private boolean stop;

  private final HtsimBinary.Watch watch =
      new HtsimBinary.Watch() {
        @Override
        public void begins(SuiteExperiment experiment) {
          begun.add(experiment.name());
        }

        @Override
        public boolean interrupted() {
          return stop;
        }
      };

  @BeforeEach
  void writeMatrix() throws IOException {
    Files.writeString(folder.resolve("one.cm"), "Nodes 2\n");
    Files.writeString(folder.resolve("a.topo"), "Nodes 2\n");
  }

  private HtsimBinary program(String script) throws IOException {
    Path program = folder.resolve("htsim_uec");
    Files.writeString(program, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return HtsimBinary.find(
            new SearchPath(List.of(Path.of("/nowhere"), folder)),
            folder.resolve("reference"),
            watch)
        .orElseThrow();
  }

  private SuiteExperiment experiment() {
    return new SuiteExperiment(
        3,
        "one",
        folder.resolve("one.cm"),
        folder,
        "htsim_uec",
        List.of("-topo", "a.topo", "-end", "7"),
        new SuiteLimits(OptionalLong.empty(), Map.of()),
        List.of());
  }

  @Test
  void runsInAFolderOfItsOwnWithTheSuitesFiles() throws IOException {
    HtsimBinary program =
        program(
            """
            echo left > idmap.txt
            echo "$@" > %s/arguments
            echo "Flow Uec_0_1 flowId 1 uec_0 finished at 12.5 total messages 1"
            """
                .formatted(folder));

    assertThat(program.run(experiment(), "5").orElseThrow().lastUs()).isEqualTo(12.5);
    assertThat(folder.resolve("arguments"))
        .hasContent(
            "-tm "
                + folder.resolve("one.cm")
                + " -topo "
                + folder.resolve("a.topo")
                + " -end 7 -seed 5");
    assertThat(folder.resolve("reference")).isDirectoryContaining("glob:**/3-*.txt");
    assertThat(folder.resolve("reference")).isDirectoryNotContaining("glob:**/run*");
  }

  @Test
  void resultIsKeptUntilTheMatrixChanges() throws IOException {
    HtsimBinary program = program("echo \"Flow Uec_0_1 x finished at 12.5\"\n");
    var _ = program.run(experiment(), "5");
    var _ = program.run(experiment(), "5");
    assertThat(begun).hasSize(1);

    Files.writeString(folder.resolve("one.cm"), "Nodes 3\n");
    var _ = program.run(experiment(), "5");
    assertThat(begun).hasSize(2);
  }

  @Test
  void failureSaysWhatItPrintedLast() throws IOException {
    HtsimBinary program = program("echo good\necho bad\nexit 3\n");
    assertThatThrownBy(() -> program.run(experiment(), "5"))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("-seed 5 ended with status 3: bad");
  }

  @Test
  void nothingIsRunAfterAnInterruption() throws IOException {
    HtsimBinary program = program("exit 3\n");
    stop = true;
    assertThat(program.run(experiment(), "5")).isEmpty();
  }

  @Test
  void mayBeMissing() {
    assertThat(HtsimBinary.find(new SearchPath(List.of(Path.of("/nowhere"))), folder, watch))
        .isEmpty();
  }
}
