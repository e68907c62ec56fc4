package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.emulation.cli.Smartt;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The reference simulator's connection matrices and topologies run unchanged. One thread each, as
 * many at a time as there are cores.
 */
@Execution(ExecutionMode.CONCURRENT)
class HtsimMatricesTest {
  private static final double MIB = 1 << 20;

  /** A row of the reference simulator's results. */
  record Reference(String scenario, String matrix, String topology, int flows, double lastUs) {
    static Reference of(String row) {
      String[] fields = row.split(",", -1);
      return new Reference(
          fields[0],
          fields[1],
          fields[2],
          Integer.parseInt(fields[4]),
          Double.parseDouble(fields[10]));
    }

    @Override
    public String toString() {
      return scenario;
    }
  }

  @TempDir private Path folder;

  private static Path resource(String name) {
    try {
      return Path.of(
          Objects.requireNonNull(HtsimMatricesTest.class.getResource("/htsim/" + name), name)
              .toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Reference> references() throws IOException {
    try (Stream<String> rows = Files.lines(resource("results.csv"))) {
      return rows.skip(1).map(Reference::of).toList();
    }
  }

  static Stream<Reference> of128Hosts() throws IOException {
    return references().stream().filter(reference -> reference.topology.startsWith("ft128"));
  }

  static Stream<Reference> singleFlows() throws IOException {
    return references().stream().filter(reference -> reference.scenario.startsWith("s_single"));
  }

  private SmarttRun run(Reference reference) {
    return SmarttRun.of(
        folder.resolve(reference.scenario),
        "--profile",
        "htsim-800g",
        "--threads=1",
        "--topology",
        resource("topo/" + reference.topology + ".topo").toString(),
        "--workload",
        resource("cm/" + reference.matrix + ".cm").toString());
  }

  @ParameterizedTest
  @MethodSource("of128Hosts")
  void everyFlowOfEveryMatrixCompletes(Reference reference) {
    SmarttRun run = run(reference);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.summary().get("flows").get("finished").intValue()).isEqualTo(reference.flows);
    assertThat(run.number("bytesVerified")).isEqualTo(run.number("bytesDelivered"));
    assertThat(run.number("bytesVerified") / MIB).isPositive();
  }

  @ParameterizedTest
  @MethodSource("singleFlows")
  void aSingleFlowOnAnEmptyNetworkTakesTheReferenceTimeToWithinOnePercent(Reference reference) {
    SmarttRun run = run(reference);

    assertThat(run.summary().get("lastFinishUs").doubleValue())
        .isCloseTo(reference.lastUs, within(reference.lastUs / 100));
  }

  /**
   * With the simulator's constants, entropies and acknowledgements the median agrees within 5 % and
   * the maximum within 8 %, means over two seeds. The scenarios that take minutes are for {@code
   * smartt compare} by hand; docs/use/reference-simulator.md has them.
   */
  @Test
  void withItsConstantsMedianAndMaximumAgree() throws IOException {
    Path out = folder.resolve("compare");
    StringWriter err = new StringWriter();
    int status =
        Smartt.execute(
            new PrintWriter(new StringWriter()),
            new PrintWriter(err),
            "compare",
            resource("results.csv").resolveSibling("").toString(),
            "a_incast_*",
            "s_single_*",
            "b_xperm_128_1os_2097152_*",
            "x_xperm_128_4os_2097152_*",
            "--constants=nscc",
            "--seeds=1..2",
            "--out=" + out);

    assertThat(status).as(err.toString()).isZero();
    assertThat(Files.readAllLines(out.resolve("comparison.csv")))
        .hasSize(1 + 10)
        .filteredOn(row -> !row.startsWith("scenario"))
        .allMatch(row -> row.endsWith(",true"));
  }
}
