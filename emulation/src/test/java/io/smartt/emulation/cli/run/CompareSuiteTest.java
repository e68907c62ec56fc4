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

/** Tests of {@code smartt compare} with a validation suite. */
class CompareSuiteTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  /**
   * One packet of 4,160 B across a tree of 100 Gbps: 6 us and 6 x 332.8 ns there, 6 us and 6 x 5.92
   * ns back for 74 B, 14.03232 us. Down from a degraded core link these take 17.76 ns more. Where
   * the receiver gives credits, its ACK leaves behind one of 76 B, 6.08 ns later.
   */
  @BeforeEach
  void writeInputs() throws IOException {
    Files.createDirectories(folder.resolve("matrices"));
    Files.writeString(
        folder.resolve("matrices/one.cm"), "Nodes 16\nConnections 1\n0->13 start 0 size 4086\n");
    Files.writeString(
        folder.resolve("suite.txt"),
        """
        matrices/one.cm
        !Experiment Kept
        !Param -sender_cc_only
        !tailFCT 15
        matrices/one.cm
        !Experiment Missed/degraded
        !Binary ./htsim_uec
        !Param -load_balancing_algo bitmap
        !Param -failed 4
        !FCT Uec_0_13 14
        matrices/one.cm
        !Experiment Receiver
        !Param -receiver_cc_only
        !tailFCT 15
        matrices/one.cm
        !Experiment Refused
        !Param -sender_cc_algo swift
        !tailFCT 15
        """);
  }

  private int compare(String... arguments) {
    List<String> all = new ArrayList<>(List.of("compare", folder.resolve("suite.txt").toString()));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--out", folder.resolve("out").toString()));
    return Smartt.execute(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
  }

  @Test
  void everyExperimentHasARow() throws IOException {
    assertThat(compare()).as(err.toString()).isZero();

    assertThat(Files.readAllLines(folder.resolve("out/suite.csv")))
        .allSatisfy(row -> assertThat(row).doesNotContain("null"))
        .satisfiesExactly(
            header -> assertThat(header).startsWith("number,experiment,limit_us,seeds,runs"),
            kept -> assertThat(kept).startsWith("1,Kept,15,1,1,14.03232,,1,,"),
            missed ->
                assertThat(missed)
                    .startsWith("2,Missed/degraded,,1,1,14.05008,,0,\"flow 0 to 13, 14.0501 us\","),
            receiver -> assertThat(receiver).startsWith("3,Receiver,15,1,1,14.0384,,1,,"),
            refused ->
                assertThat(refused)
                    .startsWith("4,Refused,15,1,0,,,0,,")
                    .endsWith(",-sender_cc_algo swift"));
    assertThat(out.toString())
        .contains("Kept")
        .contains("flow 0 to 13, 14.0501 us")
        .contains("not run: -sender_cc_algo swift");
  }

  @Test
  void namesChooseExperiments() {
    assertThat(compare("Kep*", "--seeds", "1..2")).as(err.toString()).isZero();

    assertThat(out.toString()).contains("Kept").contains("2 of 2").doesNotContain("Missed");
  }

  @Test
  void wrongInputIsRefused() {
    assertThat(compare("--constants", "paper")).isEqualTo(2);
    assertThat(compare("--profile", "virtual")).isEqualTo(2);
    assertThat(compare("Nothing*")).isEqualTo(2);

    assertThat(err.toString())
        .contains("suite.txt: a suite has its own constants, packets and queues; leave out --const")
        .contains("leave out --profile")
        .contains("Nothing*: no such scenario in")
        .contains("which has Kept, Missed/degraded, Receiver, Refused");
  }
}
