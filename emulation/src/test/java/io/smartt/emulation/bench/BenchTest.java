package io.smartt.emulation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.emulation.bench.Bench.BenchResult;
import io.smartt.emulation.bench.Bench.ChildCost;
import io.smartt.emulation.bench.BenchRow.Baseline;
import io.smartt.emulation.cli.Smartt;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rows timed with scripts in place of the programs. */
@Timeout(30)
class BenchTest {
  @TempDir private Path folder;

  /** A program that writes its name and arguments to a file. */
  private Path script(String name, String last) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(
        file, "#!/bin/sh\necho \"" + name + " $*\" >>" + folder.resolve("calls") + "\n" + last);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private Bench bench(Path program, Optional<Path> simulator) {
    return new Bench(List.of(program.toString()), simulator, folder.resolve("out"), _ -> {});
  }

  private static BenchRow row(Baseline baseline) {
    return new BenchRow(
        "small",
        "a small run",
        16,
        Optional.of("permutation:1KiB"),
        List.of("--capture"),
        baseline);
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(folder.resolve("calls"));
  }

  @Test
  void everySecondRoundBeginsWithTheBaseline() throws Exception {
    Bench bench = bench(script("smartt", ""), Optional.empty());

    BenchResult result = bench.time(row(Baseline.WITHOUT_OPTIONS), 3);

    assertThat(calls().stream().map(call -> call.contains("--capture")))
        .containsExactly(true, false, false, true, true, false);
    assertThat(result.here()).hasSize(3);
    assertThat(result.there()).hasSize(3);
    assertThat(result.wallRatio().orElseThrow().min()).isPositive();
  }

  @Test
  void theSimulatorGetsTheMatrixOfTheRow() throws Exception {
    Bench bench =
        bench(script("smartt", ""), Optional.of(script(Path.of("htsim_uec").toString(), "")));

    BenchResult result = bench.time(row(Baseline.SIMULATOR), 1);

    String matrix = folder.resolve("out/small/matrix.cm").toString();
    assertThat(calls()).hasSize(3);
    assertThat(calls().get(0)).startsWith("smartt workload permutation:1KiB").endsWith(matrix);
    assertThat(calls().get(1)).startsWith("smartt run").contains("--capture");
    assertThat(calls().get(2)).startsWith("htsim_uec -tm " + matrix + " -nodes 16 -tiers 3");
    assertThat(result.there()).hasSize(1);
  }

  @Test
  void withoutTheSimulatorThereAreTimesAndNoRatios() throws Exception {
    BenchResult result =
        bench(script("smartt", ""), Optional.empty()).time(row(Baseline.SIMULATOR), 2);

    assertThat(result.wall()).isPresent();
    assertThat(result.wallRatio()).isEmpty();
    assertThat(result.cpuRatio()).isEmpty();
  }

  @Test
  void aProcessThatFailsIsNamedWithItsLog() throws Exception {
    Path program = script("smartt", "exit 3\n");

    assertThatThrownBy(() -> bench(program, Optional.empty()).time(row(Baseline.NONE), 1))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContainingAll(program + " ended with status 3", "log.txt");
  }

  @Test
  void theTimeOfAChildIsItsOwn() throws Exception {
    Path busy = script("busy", "i=0\nwhile [ $i -lt 200000 ]; do i=$((i+1)); done\n");
    BenchResult result = bench(busy, Optional.empty()).time(row(Baseline.NONE), 1);

    ChildCost cost = result.here().getFirst();
    if (cost.cpuSeconds().isPresent()) {
      assertThat(cost.cpuSeconds().getAsDouble()).isPositive();
      assertThat(cost.peakBytes().orElseThrow()).isPositive();
    }
  }

  @Test
  void wrongOptionsAreRefused() {
    StringWriter err = new StringWriter();
    PrintWriter sink = new PrintWriter(err, true);

    assertThat(Smartt.execute(sink, sink, "bench", "--rounds", "0")).isEqualTo(2);
    assertThat(Smartt.execute(sink, sink, "bench", "--quick", "default")).isEqualTo(2);
    assertThat(Smartt.execute(sink, sink, "bench", "nothing")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--rounds 0: at least 1 is accepted", "leave out default", "nothing");
  }
}
