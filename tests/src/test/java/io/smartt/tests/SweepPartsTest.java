package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import io.smartt.needs.Experiment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A sweep in parts, here and on other hosts: the tables and the runs' files are those of a sweep in
 * one process. {@link ClusterSweepTest} has a real sshd and a real Slurm.
 */
@Timeout(120)
class SweepPartsTest {
  private static final List<String> SWEEP =
      List.of(
          "--set",
          "topology=leafspine,2,2,2",
          "--set",
          "workload=incast:3x64KiB",
          "--vary",
          "scheme=smartt",
          "--vary",
          "seed=1..2");

  @TempDir private Path temp;
  private String said = "";

  private int smartt(List<String> more, String... first) {
    List<String> args = new ArrayList<>(List.of(first));
    args.addAll(more);
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text);
    int status = Smartt.execute(writer, writer, args.toArray(String[]::new));
    said = text.toString();
    return status;
  }

  private String out(String name) {
    return temp.resolve(name).toString();
  }

  private void assertSameAsWhole(String name) throws IOException {
    SweepWorker.assertSame(temp.resolve(name), temp.resolve("whole"), 2);
  }

  @BeforeEach
  void whole() {
    assertThat(smartt(SWEEP, "sweep", "--out", out("whole"))).as(said).isZero();
  }

  @Test
  void partsInTwoFoldersMerge() throws IOException {
    assertThat(smartt(SWEEP, "sweep", "--out", out("one"), "--shard", "1/2")).as(said).isZero();
    assertThat(smartt(List.of(), "sweep", "merge", out("one"))).isOne();
    assertThat(said).contains("1 of 2 runs are not finished, such as scheme=smartt,seed=2-");
    assertThat(smartt(SWEEP, "sweep", "--out", out("two"), "--shard", "2/2")).as(said).isZero();

    assertThat(smartt(List.of(), "sweep", "merge", out("all"), out("one"), out("two")))
        .as(said)
        .isZero();

    assertSameAsWhole("all");
  }

  /** The calls of ssh go to a script that starts them here; one host is gone. */
  @Test
  @Experiment
  void whatAHostLosesAnotherTakes() throws IOException {
    Path ssh =
        SweepWorker.script(
            temp, "ssh.sh", "[ \"$1\" = gone ] && exit 255\nshift\nexec sh -c \"$*\"");

    int status =
        smartt(
            SWEEP,
            "sweep",
            "--out",
            out("ssh"),
            "--on",
            "ssh:gone,here",
            "--ssh",
            ssh.toString(),
            "--worker",
            SweepWorker.in(temp).toString(),
            "--jobs",
            "1");

    assertThat(status).as(said).isZero();
    assertThat(said)
        .contains("smartt: gone is left out: ")
        .containsPattern("smartt: 2 runs are to be done: about [0-9]+ s of a core in all, ");
    assertSameAsWhole("ssh");
  }

  @Test
  @Experiment
  void aSearchElsewhereFindsWhatOneHereDoes() throws IOException {
    List<String> search =
        List.of(
            "sweep",
            "--set=topology=leafspine,2,2,2",
            "--set=workload=incast:3x64KiB",
            "--minimise=fctUs.p99",
            "--by=grid",
            "--vary=scheme=smartt,dctcp",
            "--over=seed=1");
    Path ssh = SweepWorker.script(temp, "ssh.sh", "shift\nexec sh -c \"$*\"");
    assertThat(smartt(List.of("--out", out("here")), search.toArray(String[]::new)))
        .as(said)
        .isZero();

    int status =
        smartt(
            List.of(
                "--out",
                out("there"),
                "--on",
                "ssh:lab",
                "--ssh",
                ssh.toString(),
                "--worker",
                SweepWorker.in(temp).toString()),
            search.toArray(String[]::new));

    assertThat(status).as(said).isZero();
    assertThat(temp.resolve("there/cluster")).isDirectory();
    for (String table : List.of("candidates.csv", "sweep.csv", "best.yaml")) {
      assertThat(temp.resolve("there").resolve(table))
          .hasSameBinaryContentAs(temp.resolve("here").resolve(table));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--on=kubernetes | --on kubernetes: --image is missing",
        "--on=kubernetes --image=x | --on kubernetes: --claim is missing: write NAME:DIR",
        "--on=kubernetes --image=x --claim=results | --claim results: write NAME:DIR",
        "--on=kubernetes --image=x --claim=c:/nowhere | /nowhere is no absolute folder",
        "--on=kubernetes --image=x --claim=c:/proc | is not in it, so pods would not see it",
        "--on=kubernetes --tasks=0 | --tasks 0: write 1 or more",
        "--on=nomad | --on nomad: write slurm, kubernetes, or ssh: with hosts"
      })
  void whatCannotBeIsRefusedBeforeAnythingIsWritten(String options, String refusal) {
    List<String> more = List.of(options.strip().split(" ", -1));

    assertThat(
            smartt(
                SWEEP,
                Stream.concat(Stream.of("sweep", "--out", out("none")), more.stream())
                    .toArray(String[]::new)))
        .isEqualTo(2);

    assertThat(said).contains(refusal);
    assertThat(temp.resolve("none")).doesNotExist();
  }

  @Test
  void whereNoHostIsLeftTheSweepSaysWhereToLook() throws IOException {
    Path ssh = SweepWorker.script(temp, "ssh.sh", "echo no route >&2; exit 255");

    assertThat(
            smartt(
                SWEEP, "sweep", "--out", out("ssh"), "--on", "ssh:gone", "--ssh", ssh.toString()))
        .isOne();

    assertThat(said).contains("no host is left: hosts left out: gone; logs are ");
    assertThat(temp.resolve("ssh/cluster/gone.log")).hasContent("no route");
  }
}
