package io.smartt.emulation.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  private static final String TOPO =
      """
      Nodes 4
      Tiers 2
      Tier 0
      Downlink_speed_Gbps 100
      Radix_Down 2
      Radix_Up 2
      Downlink_Latency_ns 500
      Tier 1
      Downlink_speed_Gbps 100
      Radix_Down 2
      Downlink_Latency_ns 500
      """;
  private static final String HEADER =
      "scenario,matrix,topology,load_balancer,fct_p50_us,fct_max_us,trims\n";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  @BeforeEach
  void writeInputs() throws IOException {
    Files.createDirectories(folder.resolve("cm"));
    Files.createDirectories(folder.resolve("topo"));
    Files.writeString(folder.resolve("topo/small.topo"), TOPO);
    Files.writeString(
        folder.resolve("cm/one.cm"), "Nodes 4\nConnections 1\n0->3 start 0 size 4096\n");
    // One packet: 4 hops of 500 ns and 4 x 332.8 ns there, 4 x 500 ns and 4 x 6.72 ns back.
    table(
        """
        right,one,small,reps,5.35808,5.35808,0
        wrong,one,small,reps,5.35808,6,0
        """);
  }

  private void table(String rows) throws IOException {
    Files.writeString(folder.resolve("results.csv"), HEADER + rows);
  }

  private int compare(String... arguments) {
    List<String> all = new ArrayList<>(List.of("compare", folder.toString()));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--out", folder.resolve("out").toString()));
    return Smartt.execute(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
  }

  @Test
  void scenariosRunWithEachSetOfConstantsAndAreSetBesideTheReference() throws IOException {
    assertThat(compare()).as(err.toString()).isZero();

    assertThat(Files.readAllLines(folder.resolve("out/comparison.csv")))
        .containsExactly(
            "scenario,constants,seeds,reference_median_us,median_us_mean,median_us_ci95,"
                + "reference_max_us,max_us_mean,max_us_ci95,reference_trims,trims_mean,trims_ci95,"
                + "median_difference,max_difference,min_us_mean,min_difference,jain_mean,"
                + "reference_jain,ks_shape,agrees",
            "right,paper,1,5.35808,5.35808,,5.35808,5.35808,,0,0,,0,0,,,,,,true",
            "right,nscc,1,5.35808,5.35808,,5.35808,5.35808,,0,0,,0,0,,,,,,true",
            "wrong,paper,1,5.35808,5.35808,,6,5.35808,,0,0,,0,-0.106987,,,,,,false",
            "wrong,nscc,1,5.35808,5.35808,,6,5.35808,,0,0,,0,-0.106987,,,,,,false");
    assertThat(out.toString()).contains("wrong     nscc").contains("-10.7 %");
  }

  @Test
  void severalRunsOfTheReferenceCountByTheirMeans() throws IOException {
    Files.createDirectories(folder.resolve("flows"));
    Files.writeString(folder.resolve("flows/wrong.csv"), "size_bytes,fct_us\n4096,6\n");
    assertThat(compare("wrong", "--constants", "nscc")).isZero();
    assertThat(out.toString()).contains("-10.7 %");

    Files.writeString(folder.resolve("flows/wrong.1.csv"), "size_bytes,fct_us\n4096,5\n");
    assertThat(compare("wrong", "--constants", "nscc")).isZero();
    assertThat(Files.readAllLines(folder.resolve("out/comparison.csv")).getLast())
        .startsWith("wrong,nscc,1,5.5,5.35808,,5.5,5.35808,,0,0,,-0.025804")
        .endsWith(",true");
  }

  @Test
  void namesChooseScenarios() {
    assertThat(compare("wro*", "--constants", "nscc", "--seeds", "1..2")).isZero();

    assertThat(out.toString()).doesNotContain("right").contains("wrong").doesNotContain("paper");
  }

  @Test
  void wrongInputIsRefusedWithItsPlace() throws IOException {
    assertThat(compare("left")).isEqualTo(2);
    table("right,one,small,reps,5.35808,fast,0\n");
    assertThat(compare()).isEqualTo(2);
    table("right,one,small\n");
    assertThat(compare()).isEqualTo(2);
    Files.writeString(folder.resolve("results.csv"), "scenario,matrix\nright,one\n");
    assertThat(compare()).isEqualTo(2);

    assertThat(err.toString())
        .contains("left: no such scenario in " + folder + ", which has right, wrong")
        .contains("results.csv:2: fct_max_us must be a number, found 'fast'")
        .contains("results.csv:2: 3 values, but 7 columns")
        .contains("results.csv:1: column topology is missing");
  }
}
