package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code smartt image build} and {@code --profile docker}, on an engine of the tests' own. */
@Tag("docker")
@Timeout(600)
class DockerRunTest {
  private static PrivateDocker docker;

  @TempDir private Path folder;

  @BeforeAll
  static void startEngine() {
    docker = PrivateDocker.start();
    Netns.Ended built = Netns.wait(docker.smartt("image", "build"));
    assertThat(built.status()).as(built.out()).isZero();
  }

  @AfterAll
  static void stopEngine() throws IOException {
    if (docker != null) {
      docker.close();
    }
  }

  private record Run(int status, String out, SmarttRun files) {}

  /** Runs to the end; does something once a quarter of the bytes has arrived. */
  private Run run(String workload, Runnable midway) {
    List<String> arguments =
        List.of(
            "run",
            "--profile",
            "docker",
            "--topology",
            "leafspine,2,2,2",
            "--workload",
            workload,
            "--out",
            folder.resolve("run").toString());
    Process process = docker.smartt(arguments.toArray(String[]::new));
    StringBuilder said = new StringBuilder();
    try {
      boolean done = false;
      BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.append(line).append('\n');
        if (!done && line.contains("% of bytes delivered")) {
          midway.run();
          done = true;
        }
      }
      int status = process.waitFor();
      return new Run(
          status,
          said.toString(),
          new SmarttRun(status, said.toString(), "", folder.resolve("run")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aRunChecksEveryByteAndLeavesNothing() {
    Run run = run("incast:3x512KiB", () -> {});

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.files().number("bytesVerified")).isEqualTo(3 * 512 * 1024);
    assertThat(docker.ours()).isEmpty();
  }

  /** For a machine that has nothing else to do. */
  @Test
  @EnabledIfSystemProperty(named = "smartt.agreement", matches = "all")
  void aRunAgreesWithVirtual() {
    Run run = run("incast:3x512KiB", () -> {});
    assertThat(run.status()).as(run.out()).isZero();
    SmarttRun virtual =
        SmarttRun.of(
            folder.resolve("virtual"),
            "--profile",
            "docker",
            "--topology",
            "leafspine,2,2,2",
            "--set",
            "fabric=virtual",
            "--workload",
            "incast:3x512KiB");
    assertThat(run.files().slowdown("median"))
        .isBetween(virtual.slowdown("median") * 0.85, virtual.slowdown("median") * 1.15);
  }

  @Test
  @EnabledIfSystemProperty(named = "smartt.docker", matches = "all")
  void aKilledSwitchComesBackAndFlowsComplete() {
    Run run = run("permutation:4MiB", () -> kill("-spine1"));

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out())
        .contains("switch spine1: its container ended with status 137; starting it again")
        .contains("switch spine1 is back and programmed");
    assertThat(run.files().number("bytesVerified")).isEqualTo(4 * 4 * 1024 * 1024);
  }

  @Test
  @EnabledIfSystemProperty(named = "smartt.docker", matches = "all")
  void aKilledHostFailsItsFlowsAndLeavesLogs() {
    Run run = run("permutation:4MiB", () -> kill("-h3"));

    assertThat(run.status()).as(run.out()).isEqualTo(1);
    assertThat(run.files().summary().get("message").textValue())
        .startsWith("2 of 4 flows did not finish (")
        .contains("the agent of h3 is gone")
        .contains("its container ended with status 137");
    assertThat(folder.resolve("run/logs/h3.log")).content().contains("Agent listening on");
    assertThat(docker.ours()).isEmpty();
  }

  private static void kill(String ending) {
    List<String> names = docker.ours().stream().filter(name -> name.endsWith(ending)).toList();
    assertThat(names).hasSize(1);
    Netns.Ended ended = docker.docker("kill", names.getFirst());
    assertThat(ended.status()).as(ended.out()).isZero();
  }

  @Test
  @EnabledIfSystemProperty(named = "smartt.docker", matches = "all")
  void cleanRemovesWhatAKilledRunLeftAndOnlyThat() throws IOException, InterruptedException {
    docker.docker("network", "create", "somebody-elses");
    List<String> arguments = new ArrayList<>(List.of("run", "--profile", "docker"));
    arguments.addAll(
        List.of(
            "--topology",
            "leafspine,2,1,1",
            "--workload",
            "permutation:1GiB",
            "--out",
            folder.resolve("out").toString()));
    Process process = docker.smartt(arguments.toArray(String[]::new));
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    while (line != null && !line.contains("programming")) {
      line = lines.readLine();
    }
    process.destroyForcibly().waitFor();
    assertThat(docker.ours()).isNotEmpty();

    Netns.Ended cleaned = Netns.wait(docker.smartt("clean"));

    assertThat(cleaned.out()).contains("removed smartt-" + process.pid() + "-1 (containers");
    assertThat(docker.ours()).isEmpty();
    assertThat(docker.docker("network", "rm", "somebody-elses").status()).isZero();
  }
}
