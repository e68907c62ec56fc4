package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import io.smartt.needs.Experiment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code smartt sweep --minimise}: candidates with a bad one among them, and started again. */
@Timeout(300)
@Experiment
class SearchTest {
  @TempDir private Path folder;

  private record Ended(int status, String out, String err) {}

  private static Ended smartt(List<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Smartt.execute(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            arguments.toArray(String[]::new));
    return new Ended(status, out.toString(), err.toString());
  }

  private Path controller(String name, String type, String body) throws IOException {
    Path file = folder.resolve(type + ".java");
    Ended made = smartt(List.of("scheme", "new", name, "-o", file.toString()));
    assertThat(made.status()).as(made.err()).isZero();
    String text = Files.readString(file);
    String onAck =
        "public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes)"
            + " {";
    assertThat(text).contains(onAck);
    Files.writeString(file, text.replace(onAck, onAck + body));
    return file;
  }

  private Ended search(Path out, String... more) throws IOException {
    Path good = folder.resolve("GoodControl.java");
    if (!Files.exists(good)) {
      controller("good-control", "GoodControl", "");
      controller(
          "bad-control", "BadControl", "if (nowPs > 0) throw new IllegalStateException(\"no\");");
    }
    List<String> arguments =
        new ArrayList<>(
            List.of("sweep", "--minimise", "fctUs.p99", "--by", "grid", "--out", out.toString()));
    arguments.addAll(List.of("--set", "topology=leafspine,2,2,2"));
    arguments.addAll(List.of("--set", "workload=incast:3x16KiB"));
    arguments.addAll(
        List.of(
            "--vary",
            "scheme=smartt," + good + "," + folder.resolve("BadControl.java"),
            "--vary",
            "good-control.gain=0.25,0.5"));
    arguments.addAll(List.of(more));
    return smartt(arguments);
  }

  @Test
  void aBadCandidateIsLastAndTheSameSearchAgainRunsNothing() throws IOException {
    Path out = folder.resolve("search");

    Ended first = search(out, "--over", "seed=1..2");
    String table = Files.readString(out.resolve("candidates.csv"));
    Ended again = search(out, "--over", "seed=1..2");

    assertThat(first.status()).as(first.err()).isZero();
    // Settings of one's own control are no part of the others: two and not four of these.
    assertThat(table.lines()).hasSize(1 + 1 + 4);
    assertThat(table.lines().toList().getLast())
        .contains("failed,", "BadControl.java", "threw in onAck: BadControl.java:");
    assertThat(again.status()).as(again.err()).isZero();
    // Two of the default, two of each good candidate, one of the bad one.
    assertThat(again.err()).doesNotContain(" completed").doesNotContain(" failed");
    assertThat(Files.readString(out.resolve("candidates.csv"))).isEqualTo(table);
    assertThat(out.resolve("comparison.html")).content().contains("report.html");
    Ended best = smartt(List.of("profile", "validate", out.resolve("best.yaml").toString()));
    assertThat(best.status()).as(best.err()).isZero();
    assertThat(search(out, "--over", "seed=1..3").err()).contains("another sweep");
  }
}
