package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import io.smartt.study.launch.Fabrics;
import io.smartt.testbed.Agents.AgentAnswer;
import io.smartt.testbed.Agents.AgentReach;
import io.smartt.testbed.TestbedFacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs on a testbed that go wrong or are stopped. They take a minute each. */
@Tag("netns")
@Timeout(300)
@Experiment
@Isolated
class PhysicalFaultsTest {
  @TempDir private Path folder;
  private Lab lab;
  private String profile = "";

  @BeforeEach
  void build() {
    Namespaces.require();
    lab = new Lab(folder, "leafspine,2,1,2");
    lab.startSwitches();
    lab.startAgents();
    profile = lab.profile("workload: permutation:8MiB\n").toString();
    assertThat(SmarttRun.command("apply", "--profile", profile).status()).isZero();
  }

  @AfterEach
  void close() {
    lab.close();
  }

  private Process start() {
    return Netns.optimisedStart(
        "run",
        "--profile",
        profile,
        "--set",
        "testbed.warm-up-s=0",
        "--out",
        lab.folder("out").toString());
  }

  /** Reads all that the process still says. */
  private static String rest(Process process) {
    return String.join("\n", process.inputReader(StandardCharsets.UTF_8).lines().toList());
  }

  private void requireFree() {
    SmarttRun checked = SmarttRun.command("preflight", "--profile", profile);
    assertThat(checked.status()).as(checked.out()).isZero();
  }

  @Test
  @EnabledIfSystemProperty(named = "smartt.physical.long", matches = "all")
  void aKilledAgentFailsItsFlowsAlone() throws IOException, InterruptedException {
    Process run = start();
    try {
      Steps.until(run, Steps.UNDER_WAY);
      lab.process("h3").destroyForcibly();
      rest(run);
      assertThat(run.waitFor()).isEqualTo(1);
    } finally {
      run.destroyForcibly();
    }
    SmarttRun ended = new SmarttRun(1, "", "", lab.folder("out"));
    assertThat(ended.summary().get("message").textValue())
        .startsWith("2 of 4 flows did not finish (")
        .contains("the agent of h3 is gone");
    assertThat(ended.summary().get("flows").get("finished").intValue()).isEqualTo(2);
    SmarttRun again = SmarttRun.of(lab.folder("again"), "--profile", profile);
    assertThat(again.status()).isEqualTo(1);
    assertThat(again.err()).contains("h3, agent: ", ": cannot be reached; wanted: answers");
  }

  @Test
  @EnabledIfSystemProperty(named = "smartt.physical.long", matches = "all")
  void aKilledSwitchFailsTheRunThatKeepsWhatItMeasured() throws IOException, InterruptedException {
    Process run = start();
    String err;
    String out;
    try {
      Steps.until(run, Steps.UNDER_WAY);
      lab.process("leaf1").destroyForcibly();
      err = rest(run);
      out = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(run.waitFor()).isEqualTo(1);
    } finally {
      run.destroyForcibly();
    }
    SmarttRun ended = new SmarttRun(1, out, err, lab.folder("out"));
    assertThat(ended.summary().get("status").textValue()).isEqualTo("failed");
    assertThat(ended.summary().get("message").textValue()).contains("leaf1");
    assertThat(ended.number("bytesDelivered")).isPositive();
    assertThat(ended.file("events.csv")).contains(",switch-lost,").contains("leaf1");
    assertThat(ended.file("flows.csv").lines()).hasSize(5);
    assertThat(ended.file("samples.csv").lines().count()).isGreaterThan(1);
    assertThat(ended.folder().resolve("report.html")).isNotEmptyFile();
    assertThat(ended.folder().resolve(".lock")).doesNotExist();
  }

  @Test
  void linksChangeAndControlCStopsTheFlowsAtTheAgents() throws IOException, InterruptedException {
    Process run = start();
    try {
      Steps.until(run, Steps.UNDER_WAY);
      for (String change : List.of("down", "up")) {
        SmarttRun link =
            SmarttRun.command("link", lab.folder("out").toString(), "leaf1-spine1", change);
        assertThat(link.status()).as(link.err()).isZero();
      }
      SmarttRun second = SmarttRun.of(lab.folder("second"), "--profile", profile);
      assertThat(second.err()).contains("h1, agent: has somebody's experiment; wanted: free");
      StopSignal signal = StopSignal.heard();
      signal.to(run);
      rest(run);
      assertThat(run.waitFor()).isEqualTo(signal.status());
    } finally {
      run.destroyForcibly();
    }
    assertThat(new SmarttRun(1, "", "", lab.folder("out")).file("events.csv"))
        .containsSubsequence(
            "link-down,\"link leaf1-spine1 is down, by 'smartt link'\"",
            "link-up,\"link leaf1-spine1 is up, by 'smartt link'\"");
    requireFree();
  }

  @Test
  void agentsOfAKilledRunStopByThemselves() throws IOException, InterruptedException {
    Process run = start();
    try {
      Steps.until(run, Steps.UNDER_WAY);
    } finally {
      run.destroyForcibly().waitFor();
    }
    PrivateSlurm.await("free agents", () -> !hasExperiment("h1") && !hasExperiment("h4"));
    requireFree();
  }

  private boolean hasExperiment(String host) {
    TestbedFacts facts =
        new TestbedFacts(
            new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
                .load(profile, Map.of(), List.of(), false)
                .settings());
    try (AgentAnswer answer =
        new AgentReach(facts.tls(), facts.agentToken(), Duration.ofSeconds(20))
            .ask(facts.server(host))) {
      return answer.said().orElseThrow().getConfigured();
    }
  }
}
