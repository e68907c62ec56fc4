package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code smartt paper fig my.yaml}: the example of docs/use/paper.md. */
@Timeout(120)
class OwnFigureTest {
  private static final Path PAGE = Path.of("../docs/use/paper.md");

  @TempDir private Path folder;

  private static String example() throws IOException {
    String page = Files.readString(PAGE);
    String section = page.substring(page.indexOf("## A figure of your own"));
    String rest = section.substring(section.indexOf("```yaml\n") + 8);
    return rest.substring(0, rest.indexOf("```"));
  }

  @Test
  void theExampleRunsAndItsClaimHolds() throws IOException {
    Path file = Files.writeString(folder.resolve("my.yaml"), example());
    Path out = folder.resolve("out");
    SmarttRun run = SmarttRun.command("paper", "fig", file.toString(), "--out", out.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("holds:           Shallow queues trim more")
        .contains("32KiB: 26.00 > 0.000; 64KiB: 37.20 > 0.000");
    assertThat(out.resolve("shallow-queues.png")).isNotEmptyFile();
    assertThat(out.resolve("claims-shallow-queues.html")).isNotEmptyFile();
  }

  /** Settings with names along the x axis, as a table; a setting that is not there is refused. */
  @Test
  void casesAreColumnsOfATable() throws IOException {
    String table =
        example()
            .replace("plot: lines", "plot: table")
            .replaceAll(
                "over: .*",
                "over: {title: senders, cases: {few: {workload: 'incast:2x32KiB'},"
                    + " all: {workload: 'incast:4x32KiB', link.loss: '0.5'}}}")
            .replace("trims(a, 8 packets)", "trims(a, 8 packets, all)")
            .replace("trims(a, 64 packets)", "trims(a, 64 packets, all)");
    Path file = Files.writeString(folder.resolve("table.yaml"), table);
    Path out = folder.resolve("out");
    SmarttRun run = SmarttRun.command("paper", "fig", file.toString(), "--out", out.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("holds:           Shallow queues trim more");
    assertThat(Files.readString(out.resolve("shallow-queues.svg")))
        .contains(">few<", ">all<", ">senders<", ">8 packets<");
    assertThat(Files.readString(out.resolve("shallow-queues.csv")))
        .contains("a,8 packets,few,1,completed", "a,64 packets,all,1,completed");

    Files.writeString(file, table.replace("over: {", "over: {set: queue.size, "));
    assertThat(SmarttRun.command("paper", "fig", file.toString()).err())
        .contains(file + ":14: unknown key 'set'");
    Files.writeString(file, table.replace("link.loss", "link.losses"));
    assertThat(SmarttRun.command("paper", "fig", file.toString()).err())
        .contains(file + ":14: unknown key 'link.losses'");
  }

  @ParameterizedTest
  @CsvSource({
    "holds: trims, holds: trim, 17, unknown measure 'trim'",
    "plot: lines, plot: line, 11, plot: 'line' is not known",
    "queue.size: 8p, queue.siz: 8p, 6, unknown key 'queue.siz'",
    "64 packets), 60 packets), 17, no series '60 packets'",
    "over:, ovr:, 14, unknown key 'ovr'",
    "8packets}, 8packts}, 6, queue.size: '8packts' is not a queue size",
    "figure: s, figure: /s, 1, cannot name files",
    "measure: max, measure: mux, 12, 'unknown measure ''mux'', did you mean max'"
  })
  void errorsNameTheLine(String right, String wrong, int line, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.yaml"), example().replace(right, wrong));
    SmarttRun run = SmarttRun.command("paper", "fig", file.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(file + ":" + line + ": ").contains(message.replace("''", "'"));
  }
}
