package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import io.smartt.tests.Steps.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code netns.agents: apart}: hosts whose agents are processes of their own. */
@Tag("netns")
@Timeout(300)
@Isolated
class NetnsAgentsTest {
  private static final List<String> APART =
      List.of(
          "--profile",
          "netns",
          "--topology",
          "leafspine,2,2,2",
          "--set",
          "netns.agents=apart",
          "--set",
          "netns.warm-up-s=0");

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  @Test
  void agentsApartCheckEveryByteAndReportTheSame() {
    SmarttRun run =
        Netns.run(
            folder.resolve("run"),
            "--topology",
            "leafspine,2,2,2",
            "--set",
            "netns.agents=apart",
            "--set",
            "netns.warm-up-s=0",
            "--capture",
            "--workload",
            "incast:3x256KiB");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(3 * 256 * 1024);
    // How much longer cold agents take than the ideal is the machine's affair; less is impossible.
    assertThat(run.slowdown("median")).isGreaterThan(0.8);
    assertThat(run.summary().at("/lateness/hosts").doubleValue()).isPositive();
    assertThat(run.file("samples.csv")).contains("cwnd,").contains("rtt,").contains("goodput,");
    assertThat(folder.resolve("run/trace.pcapng")).isNotEmptyFile();
  }

  @Test
  @Experiment
  void agentsPutPacketsInOrderAndSayHowManyTheyKept() {
    SmarttRun run =
        Netns.run(
            folder.resolve("run"),
            "--topology",
            "leafspine,2,2,2",
            "--set",
            "netns.agents=apart",
            "--set",
            "netns.warm-up-s=0",
            "--set",
            "transport.delivery=rod-reordered",
            "--set",
            "transport.ses=standard",
            "--workload",
            "incast:3x256KiB");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(3 * 256 * 1024);
    assertThat(run.summary().at("/reorderPeak/packets").intValue()).isPositive();
    assertThat(run.summary().at("/reorderPeak/host").textValue()).isEqualTo("h1");
  }

  @Test
  @Experiment
  void aKilledAgentFailsItsFlowsAloneAndTheRunSaysWhich() throws IOException {
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(APART);
    // Host 2 sends to host 1, 3 to 2, 4 to 3, 1 to 4, or another such ring: h3 is in two flows.
    command.addAll(
        List.of("--workload", "permutation:4MiB", "--out", folder.resolve("out").toString()));
    Process process = Netns.start(command.toArray(String[]::new));
    Netns.Ended ended =
        Steps.ended(
            process, new Step(Steps.UNDER_WAY, () -> assertThat(kill(process, "-h3")).isTrue()));

    assertThat(ended.status()).as(ended.out()).isEqualTo(1);
    SmarttRun run = new SmarttRun(1, ended.out(), "", folder.resolve("out"));
    assertThat(run.summary().get("message").textValue())
        .startsWith("2 of 4 flows did not finish (")
        .contains("the agent of h3 is gone")
        .contains("its process ended with status 137");
    assertThat(run.summary().get("flows").get("finished").intValue()).isEqualTo(2);
    assertThat(run.summary().at("/events").valueStream())
        .extracting(event -> event.get("kind").textValue())
        .startsWith("cold-start", "agent-lost");
    for (String line : run.file("flows.csv").lines().skip(1).toList()) {
      String[] row = line.split(",", -1);
      boolean sends = row[1].equals("h3");
      boolean receives = row[2].equals("h3");
      // Columns 9 to 13 are the sender's, 14 and 15 the receiver's.
      assertThat(row[9].isEmpty()).as(line).isEqualTo(sends);
      assertThat(row[14].isEmpty()).as(line).isEqualTo(receives);
      if (!sends) {
        assertThat(Long.parseLong(row[9])).as(line).isPositive();
      }
      if (!receives) {
        assertThat(Long.parseLong(row[14])).as(line).isPositive();
      }
    }
    assertThat(Netns.leftBy(process.pid())).isEmpty();
  }

  private static boolean kill(Process run, String namespace) {
    return run.descendants()
        .filter(child -> Netns.commandLine(child).contains(namespace + "\0"))
        .findFirst()
        .map(ProcessHandle::destroyForcibly)
        .orElse(false);
  }
}
