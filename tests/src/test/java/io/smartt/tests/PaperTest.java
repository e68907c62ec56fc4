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

    Ended first = smartt("paper", "fig", "10", "--out", out);
    Ended again = smartt("paper", "fig", "10", "--out", out);

    assertThat(first.status()).as(first.err()).isZero();
    assertThat(first.out()).contains("Figure 10: FastIncrease").contains("holds:");
    assertThat(again.out()).isEqualTo(first.out());
    assertThat(again.err()).isEmpty();
    for (String file : List.of("fig10.png", "fig10.svg", "fig10.csv", "claims-fig10.html")) {
      assertThat(folder.resolve("paper").resolve(file)).isNotEmptyFile();
    }
    assertThat(Files.readAllLines(folder.resolve("paper/claims-fig10.csv")))
        .satisfiesExactly(
            header ->
                assertThat(header).isEqualTo("figure,section,paper,check,verdict,measured,remark"),
            claim -> assertThat(claim).startsWith("10,").contains(",holds,"));
  }

  @Test
  void theListHasEveryFigureWithResults() {
    Ended list = smartt("paper", "list");

    assertThat(list.status()).isZero();
    assertThat(list.out().lines().skip(1).map(line -> line.strip().split(" +", 2)[0]))
        .containsExactly(
            "1", "3", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17");
  }

  @Test
  void wrongRequestsAreOneError() {
    assertThat(smartt("paper", "fig", "2").err())
        .startsWith("smartt: no figure 2 holds results; there are 1, 3,")
        .hasLineCount(1);
    assertThat(smartt("paper", "all", "--scale", "fast"))
        .satisfies(ended -> assertThat(ended.status()).isEqualTo(2))
        .satisfies(ended -> assertThat(ended.err()).contains("fast", "quick"));
  }
}
