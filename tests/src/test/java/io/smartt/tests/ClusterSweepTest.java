package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import io.smartt.needs.Experiment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Sweeps on Debian's Slurm and by OpenSSH's server, with what goes wrong there: results are those
 * of a sweep in one process, byte for byte.
 */
@Timeout(300)
@Execution(ExecutionMode.SAME_THREAD)
class ClusterSweepTest {
  private static final int SEEDS = 12;
  private static final int FEW_SEEDS = 5;

  @TempDir private Path temp;

  private Path sweep(String name) {
    return temp.resolve(name);
  }

  /** Twice as many runs as seeds. */
  private static List<String> sweepOf(int seeds) {
    return List.of(
        "--set=topology=leafspine,2,2,2",
        "--set=workload=incast:3x64KiB",
        "--vary=scheme=smartt,dctcp",
        "--vary=seed=1.." + seeds);
  }

  private void whole(int seeds) {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said);
    List<String> words = new ArrayList<>(List.of("sweep", "--out", sweep("whole").toString()));
    words.addAll(sweepOf(seeds));
    assertThat(Smartt.execute(writer, writer, words.toArray(String[]::new))).as("" + said).isZero();
  }

  private Process start(Map<String, String> variables, String name, int seeds, List<String> more)
      throws IOException {
    List<String> command = new ArrayList<>(OwnJvm.command());
    command.addAll(List.of("sweep", "--out", sweep(name).toString()));
    command.addAll(sweepOf(seeds));
    command.addAll(more);
    command.addAll(List.of("--worker", SweepWorker.in(temp).toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said(name).toFile());
    builder.environment().putAll(variables);
    return builder.start();
  }

  private Path said(String name) {
    return temp.resolve(name + ".said");
  }

  private long finished(String name) {
    Path runs = sweep(name).resolve("runs");
    if (!Files.isDirectory(runs)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(runs)) {
      return all.filter(run -> Files.exists(run.resolve("summary.json"))).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertEnds(Process process, String name) throws IOException {
    int status = NamespaceMachines.await(process);
    assertThat(status).as(Files.readString(said(name), StandardCharsets.UTF_8)).isZero();
  }

  private void assertSameAsWhole(String name, int seeds) throws IOException {
    SweepWorker.assertSame(sweep(name), sweep("whole"), 2 * seeds);
  }

  @Test
  @Tag("slurm")
  void aSweepOnSlurmGivesWhatOneProcessDoes(@TempDir Path folder) throws Exception {
    try (PrivateSlurm slurm = new PrivateSlurm(folder)) {
      whole(1);
      Map<String, String> here = Map.of("SLURM_CONF", slurm.conf().toString());
      assertEnds(start(here, "slurm", 1, List.of("--on=slurm", "--tasks=2")), "slurm");
      assertSameAsWhole("slurm", 1);
    }
  }

  /** A node is drained, a task is lost and submitted again, a sweep is stopped and goes on. */
  @Test
  @Experiment
  @Tag("slurm")
  void aSlurmThatLosesANodeAndATaskGivesWhatOneProcessDoes(@TempDir Path folder) throws Exception {
    try (PrivateSlurm slurm = new PrivateSlurm(folder)) {
      whole(SEEDS);
      Map<String, String> here = Map.of("SLURM_CONF", slurm.conf().toString());
      List<String> on = List.of("--on=slurm", "--tasks=8");
      Process stopped = start(here, "slurm", SEEDS, on);
      PrivateSlurm.await("a first run", () -> finished("slurm") > 0);
      // SIGTERM, which ends it as Ctrl-C does; a build in the background ignores SIGINT.
      stopped.destroy();
      assertThat(NamespaceMachines.await(stopped)).isNotZero();
      PrivateSlurm.await("no job", () -> slurm.call("squeue", "-h").out().isEmpty());
      long before = finished("slurm");
      assertThat(before).isLessThan(2 * SEEDS);

      Process goesOn = start(here, "slurm", SEEDS, on);
      PrivateSlurm.await("another run", () -> finished("slurm") > before);
      assertThat(slurm.call("scontrol", "update", "NodeName=n2", "State=DRAIN", "Reason=test"))
          .extracting(Netns.Ended::status)
          .isEqualTo(0);
      List<String> waiting =
          slurm.call("squeue", "-h", "-r", "-t", "PENDING", "-o", "%i").out().lines().toList();
      assertThat(waiting).isNotEmpty();
      assertThat(slurm.call("scancel", waiting.getLast()).status()).isZero();
      assertEnds(goesOn, "slurm");
      assertThat(said("slurm")).content().contains(", once more");
      assertThat(slurm.call("sinfo", "-hN", "-n", "n2", "-o", "%T").out()).contains("drained");
      assertSameAsWhole("slurm", SEEDS);
    }
  }

  @Test
  @Tag("ssh")
  void aSweepByAnotherHostGivesWhatOneProcessDoes(@TempDir Path folder) throws Exception {
    try (PrivateSshd one = new PrivateSshd(folder)) {
      whole(1);
      Path config = Files.writeString(temp.resolve("ssh.conf"), one.client("one"));
      List<String> on = List.of("--on=ssh:one", "--ssh=ssh -F " + config, "--jobs=1");
      assertEnds(start(Map.of(), "ssh", 1, on), "ssh");
      assertSameAsWhole("ssh", 1);
    }
  }

  @Test
  @Experiment
  @Tag("ssh")
  void hostsThatAreGoneAndThatDieLoseNothing(@TempDir Path folder) throws Exception {
    try (PrivateSshd one = new PrivateSshd(Files.createDirectory(folder.resolve("1")));
        PrivateSshd two = new PrivateSshd(Files.createDirectory(folder.resolve("2")));
        Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      whole(FEW_SEEDS);
      Path config = temp.resolve("ssh.conf");
      Files.writeString(
          config, one.client("one") + two.client("two") + PrivateSshd.nobody("gone", taken));
      Process process =
          start(
              Map.of(),
              "ssh",
              FEW_SEEDS,
              List.of("--on=ssh:one,two,gone", "--ssh=ssh -F " + config, "--jobs=1"));
      PrivateSlurm.await("a first run", () -> finished("ssh") > 0);
      two.kill();
      assertEnds(process, "ssh");
      assertThat(said("ssh")).content().contains("gone is left out").contains("two is left out");
      assertSameAsWhole("ssh", FEW_SEEDS);
    }
  }
}
