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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
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

  /** This program: it leaves a summary where it was to leave its run. */
  private Path smartt(long hops) throws IOException {
    return script(
        "smartt",
        """
        while [ $# -gt 1 ]; do
          if [ "$1" = --out ]; then mkdir -p "$2"; echo '{"packetHops": %d}' >"$2/summary.json"; fi
          shift
        done
        """
            .formatted(hops));
  }

  private Bench bench(Path program, Map<BenchPeer, Path> peers) {
    return new Bench(List.of(program.toString()), peers, folder.resolve("out"), _ -> {});
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
    Bench bench = bench(smartt(10), Map.of());

    BenchResult result = bench.time(row(Baseline.WITHOUT_OPTIONS), 3);

    assertThat(calls().stream().map(call -> call.contains("--capture")))
        .containsExactly(true, false, false, true, true, false);
    assertThat(result.here()).hasSize(3);
    assertThat(result.there()).containsOnlyKeys("without --capture");
    List<ChildCost> without = result.there().getOrDefault("without --capture", List.of());
    assertThat(without).hasSize(3);
    assertThat(result.ratio(without, ChildCost::wall).orElseThrow().min()).isPositive();
  }

  @Test
  void eachSimulatorGetsTheMatrixOfTheRow() throws Exception {
    Bench bench =
        bench(
            smartt(10),
            Map.of(
                BenchPeer.EQDS, script("htsim_eqds", ""), BenchPeer.UEC, script("htsim_uec", "")));

    BenchResult result = bench.time(row(Baseline.PEERS), 2);

    String matrix = folder.resolve("out/small/matrix.cm").toString();
    assertThat(calls()).hasSize(7);
    assertThat(calls().get(0)).startsWith("smartt workload permutation:1KiB").endsWith(matrix);
    assertThat(calls().get(1)).startsWith("smartt run").contains("--capture");
    assertThat(calls().get(2))
        .startsWith("htsim_uec -tm " + matrix + " -nodes 16 -tiers 3")
        .contains("-sender_cc_algo nscc");
    assertThat(calls().get(3)).startsWith("htsim_eqds -tm " + matrix).endsWith("-strat ecmp_host");
    assertThat(calls().subList(4, 7).stream().map(call -> call.substring(0, call.indexOf(' '))))
        .containsExactly("htsim_eqds", "htsim_uec", "smartt");
    assertThat(result.there()).containsOnlyKeys("htsim_uec", "htsim_eqds");
  }

  @Test
  void withoutSimulatorsThereAreTimesAndNoRatios() throws Exception {
    BenchResult result = bench(smartt(10), Map.of()).time(row(Baseline.PEERS), 2);

    assertThat(BenchResult.of(result.here(), ChildCost::wall)).isPresent();
    assertThat(result.there()).isEmpty();
    assertThat(calls()).allMatch(call -> call.startsWith("smartt run"));
  }

  @Test
  void aHopCostsTheTimeOfItsProgramOverTheHopsOfThisOne() throws Exception {
    BenchRow row = row(Baseline.PEERS);
    ChildCost cost = new ChildCost(1, OptionalDouble.of(3), OptionalLong.empty());
    ChildCost other = new ChildCost(2, OptionalDouble.of(6), OptionalLong.empty());
    BenchResult many =
        new BenchResult(
            row,
            OptionalLong.of(2_000_000),
            List.of(cost),
            Map.of("peer", List.of(other)),
            List.of());
    BenchResult few =
        new BenchResult(row, OptionalLong.of(2_000), List.of(cost), Map.of(), List.of());

    assertThat(many.nanosAHop(many.here()).orElseThrow().median()).isEqualTo(1_500);
    assertThat(many.nanosAHop(List.of(other)).orElseThrow().median()).isEqualTo(3_000);
    assertThat(many.ratio(List.of(other), ChildCost::cpuSeconds).orElseThrow().max()).isEqualTo(2);
    assertThat(few.nanosAHop(few.here())).isEmpty();
    assertThat(bench(smartt(1_234_567), Map.of()).time(row, 1).packetHops()).hasValue(1_234_567);
  }

  @Test
  void aFolderWithBlanksInItsNameIsOneWordOfItsCommand() {
    assertThat(BenchPeer.ROCE.arguments(Path.of("my runs/matrix.cm"), 16))
        .startsWith("-tm", "my runs/matrix.cm", "-nodes", "16", "-tiers", "3")
        .endsWith("-strat", "ecmp_host");
  }

  @Test
  void aPeerThatFailsIsLeftOutAndNamed() throws Exception {
    Bench bench =
        bench(
            smartt(10),
            Map.of(
                BenchPeer.EQDS, script("htsim_eqds", "exit 134\n"),
                BenchPeer.UEC, script("htsim_uec", "")));

    BenchResult result = bench.time(row(Baseline.PEERS), 2);

    assertThat(result.there()).containsOnlyKeys("htsim_uec");
    assertThat(result.there().getOrDefault("htsim_uec", List.of())).hasSize(2);
    assertThat(result.here()).hasSize(2);
    assertThat(result.failures())
        .singleElement()
        .asString()
        .contains("htsim_eqds ended with status 134", "small/htsim_eqds.txt");
    assertThat(calls().stream().filter(call -> call.startsWith("htsim_eqds"))).hasSize(1);
  }

  @Test
  void aRunThatCountedNothingIsNamed() throws Exception {
    Bench bench = bench(script("smartt", ""), Map.of());

    assertThatThrownBy(() -> bench.time(row(Baseline.NONE), 1))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("cannot read what the run of " + folder.resolve("out/small"));
  }

  @Test
  void aProcessThatFailsIsNamedWithItsLog() throws Exception {
    Path program = script("smartt", "exit 3\n");

    assertThatThrownBy(() -> bench(program, Map.of()).time(row(Baseline.NONE), 1))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContainingAll(program + " ended with status 3", "smartt.txt");
  }

  @Test
  void theTimeOfAChildIsItsOwn() throws Exception {
    Path busy = script("busy", "i=0\nwhile [ $i -lt 200000 ]; do i=$((i+1)); done\n");

    ChildCost cost = ChildCost.of(List.of(busy.toString()), folder, folder.resolve("log.txt"));

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
