package io.smartt.emulation.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import io.smartt.workload.CmReader;
import io.smartt.workload.Workload;
import io.smartt.workload.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadCommandTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int smartt(String... arguments) {
    return Smartt.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @Test
  void writesTheWorkloadThatTheNameStandsFor() throws IOException {
    Path file = folder.resolve("a.cm");

    int status =
        smartt(
            "workload",
            "alltoall:2x64KiB",
            "--topology",
            "single,4",
            "--seed",
            "9",
            "-o",
            file.toString());

    assertThat(status).as(err.toString()).isZero();
    Workload named = Workloads.named("alltoall:2x64KiB", 4, new SplittableRandom(9));
    assertThat(CmReader.parse("alltoall:2x64KiB", Files.readString(file))).isEqualTo(named);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("for 4 hosts: 12 flows, 768.0 KiB, ideal completion");
  }

  @Test
  void writesAFileOfSizesAsTheMessagesDrawnFromIt() throws IOException {
    Path sizes = Files.writeString(folder.resolve("sizes.txt"), "1KiB 0.5\n1MiB 1\n");

    assertThat(smartt("workload", "poisson:0.5x20x" + sizes, "--topology", "single,4")).isZero();

    assertThat(CmReader.parse("p", out.toString()).flows()).hasSize(20);
  }

  @Test
  void whatIsWrongIsOneError() {
    assertThat(smartt("workload", "incats:2x1KiB")).isEqualTo(2);
    assertThat(smartt("workload", "poisson:0.5x20xnone.txt")).isEqualTo(2);
    assertThat(smartt("workload")).isEqualTo(2);

    assertThat(err.toString().lines())
        .satisfiesExactly(
            unknown -> assertThat(unknown).contains("incats:2x1KiB", "incast:[Nx]SIZE"),
            noFile -> assertThat(noFile).contains("none.txt: no such file"),
            nothing -> assertThat(nothing).contains("smartt workload --list"));
  }

  @Test
  void listsEveryName() {
    assertThat(smartt("workload", "--list")).isZero();

    assertThat(out.toString().lines().count()).isEqualTo(1 + Workloads.forms().size());
  }
}
