package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code smartt paper}, from the command line to the files. */
class PaperTest {
  @TempDir private Path folder;

  private record Ended(int status, String out, String err) {}

  private static Ended smartt(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Smartt.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new Ended(status, out.toString(), err.toString());
  }

  @Test
  void aFigureIsRunDrawnAndItsClaimsAreJudged() throws IOException {
    String out = folder.resolve("paper").toString();

    Ended first = smartt("paper", "fig", "10", "--seeds", "1,2", "--out", out);
    Ended again = smartt("paper", "fig", "10", "--seeds", "1,2", "--out", out);

    assertThat(first.status()).as(first.err()).isZero();
    assertThat(first.out())
        .contains("Figure 10: FastIncrease")
        .contains(
            "  holds:  ", "\nholds: 1, direction holds: 0, does not hold: 0, not measured: 0\n");
    assertThat(again.out()).isEqualTo(first.out());
    assertThat(again.err()).isEmpty();
    for (String file : List.of("fig10.png", "fig10.svg", "fig10.csv", "claims-fig10.html")) {
      assertThat(folder.resolve("paper").resolve(file)).isNotEmptyFile();
    }
    assertThat(Files.readAllLines(folder.resolve("paper/claims-fig10.csv")))
        .satisfiesExactly(
            header ->
                assertThat(header)
                    .isEqualTo(
                        "figure,section,seeds,says,paper,check,number,verdict,measured,remark"),
            claim -> assertThat(claim).startsWith("10,").contains(",holds,"));
  }

  @Test
  void marksEndBeforeDelayDoesWhenAFullQueueDrains() throws IOException {
    Ended ended = smartt("paper", "fig", "4", "--out", folder.toString());

    assertThat(ended.status()).as(ended.err()).isZero();
    assertThat(Files.readString(folder.resolve("claims-fig04.csv")))
        .contains(",holds,\"3.000 > 0.000; 3.000 (3.000 to 3.000; 10 seeds:");
  }

  @Test
  void aConstantIsVariedOverTheFigures() throws IOException {
    String out = folder.toString();

    Ended ended =
        smartt(
            "paper",
            "sensitivity",
            "--vary",
            "smartt.delay-trigger-share=0.1",
            "--seeds",
            "1,2",
            "--out",
            out);

    assertThat(ended.status()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("## smartt.delay-trigger-share", "default");
    assertThat(Files.readAllLines(folder.resolve("sensitivity.csv")))
        .as("two values, figure 7 and the score, two seeds")
        .hasSize(1 + 2 * 2 * 2);
    assertThat(folder.resolve("sensitivity.png")).isNotEmptyFile();
  }

  @Test
  void theListHasEveryFigureWithResults() {
    Ended list = smartt("paper", "list");

    assertThat(list.status()).isZero();
    assertThat(list.out().lines().skip(1).map(line -> line.strip().split(" +", 2)[0]))
        .containsExactly(
            "1", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
            "text", "buffers", "schemes");
  }

  @Test
  void wrongRequestsAreOneError() {
    assertThat(smartt("paper", "fig", "2").err())
        .startsWith("smartt: no figure 2 holds results; there are 1, 3,")
        .hasLineCount(1);
    assertThat(smartt("paper", "fig", "5", "--seeds", "1..2").err())
        .isEqualTo(
            "smartt: --seeds and --set change what the figures show; name a folder for them with"
                + " --out\n");
    String out = folder.toString();
    assertThat(smartt("paper", "fig", "5", "--seeds", "one", "--out", out).err())
        .isEqualTo("smartt: --seeds one: seeds are whole numbers\n");
    assertThat(smartt("paper", "fig", "5", "--set", "seed=2", "--out", out).err())
        .isEqualTo("smartt: --set seed: --seeds says with which seeds figures are run\n");
    assertThat(smartt("paper", "fig", "5", "--set", "smartt.signals=ecn", "--out", out).err())
        .startsWith("smartt: Figure 5 compares values of smartt.signals");
    assertThat(
            smartt("paper", "fig", "5", "--set", "swift.additive-increase=2", "--out", out)
                .status())
        .isEqualTo(2);
    assertThat(smartt("paper", "all", "--scale", "fast"))
        .satisfies(ended -> assertThat(ended.status()).isEqualTo(2))
        .satisfies(ended -> assertThat(ended.err()).contains("fast", "quick"));
  }
}
