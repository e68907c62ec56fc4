package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import io.smartt.tests.Steps.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code netns.workers}: one network over several machines, which namespaces stand for. */
@Tag("netns")
@Timeout(300)
@Isolated
class MachinesRunTest {
  private static final String[] SMALL = {
    "--topology", "leafspine,2,2,2", "--set", "netns.warm-up-s=0"
  };
  private static final int UNDERLAY_MTU = 9_000;
  private static final int ETHERNET_MTU = 1_500;

  /** The status of a process that SIGTERM ended. */
  private static final int SIGTERM = 143;

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require("nsenter", "ping");
  }

  private static String[] small(String... more) {
    return java.util.stream.Stream.of(SMALL, more)
        .flatMap(java.util.Arrays::stream)
        .toArray(String[]::new);
  }

  @Test
  void twoMachinesCarryOneNetworkAndSayWhatLiesBetweenThem() {
    try (NamespaceMachines machines = new NamespaceMachines(folder, 2, UNDERLAY_MTU)) {
      Path out = folder.resolve("out");
      Netns.Ended ended = Netns.wait(machines.run(out, small("--workload", "incast:3x256KiB")));

      assertThat(ended.status()).as(ended.out()).isZero();
      SmarttRun run = new SmarttRun(ended.status(), ended.out(), "", out);
      assertThat(run.number("bytesVerified")).isEqualTo(3 * 256 * 1024);
      assertThat(run.number("trims") + run.number("marks")).isPositive();
      // The verdict has both from the workers.
      assertThat(run.summary().at("/lateness/hosts").doubleValue()).isPositive();
      assertThat(run.summary().at("/lateness/switches").doubleValue()).isPositive();
      // Nobody was held, and tunnels carried what they should.
      assertThat(run.file("events.csv")).doesNotContain("node-silent");
      assertThat(run.file("events.csv"))
          .contains("worker 10.99.0.1:9570 has 2 hosts, 2 switches and 2 cut links")
          .contains("its clock is ahead by")
          .contains("from 10.99.0.1:9570 to 10.99.0.2:9570:")
          .contains("taken off the latency of all");
      for (int i = 0; i < 2; i++) {
        assertThat(machines.leftBy(i)).as("left by worker " + i).isEmpty();
      }
    }
  }

  /**
   * A tunnel that carries nothing and a worker that is stopped are events, and the run goes on once
   * they are well, until it is ended here.
   */
  @Test
  @Experiment
  void aDeadUnderlayAndAStoppedWorkerAreEventsOfTheirOwn() throws Exception {
    LateMachine.judged(
        "aDeadUnderlayAndAStoppedWorkerAreEventsOfTheirOwn",
        number -> judgeDrills(Files.createDirectory(folder.resolve("attempt" + number))));
  }

  private static void judgeDrills(Path attempt) {
    try (NamespaceMachines machines = new NamespaceMachines(attempt, 2, UNDERLAY_MTU)) {
      Path out = attempt.resolve("out");
      Process process = machines.run(out, small("--workload", "permutation:256MiB"));
      String tunnel = "tunnel between worker 10.99.0.1:9570 and worker 10.99.0.2:9570";
      String worker = "worker 10.99.0.2:9570";
      String said =
          Steps.taken(
              process,
              List.of(
                  new Step(Steps.UNDER_WAY, () -> machines.signal(1, "STOP")),
                  new Step(worker + " does not answer", () -> machines.signal(1, "CONT")),
                  new Step(worker + " answers again", () -> machines.cable(1, "down")),
                  new Step(tunnel + " (packets of ", () -> machines.cable(1, "up")),
                  new Step(tunnel + " (packets of ", () -> process.toHandle().destroy())));

      assertThat(NamespaceMachines.await(process)).as(said).isEqualTo(SIGTERM);
      SmarttRun run = new SmarttRun(SIGTERM, said, "", out);
      List<JsonNode> events = run.summary().path("events").valueStream().toList();
      for (String place : List.of(tunnel, worker)) {
        assertThat(firstUs(events, "node-back", place))
            .isGreaterThan(firstUs(events, "node-silent", place));
      }
      JsonNode because = run.summary().path("untimelyBecause");
      assertThat(because.toString())
          .contains(tunnel, worker)
          .doesNotContain("timed out for no drop");
      // However often they were silent.
      assertThat(because.valueStream().map(JsonNode::textValue)).doesNotHaveDuplicates();
    }
  }

  private static double firstUs(List<JsonNode> events, String kind, String place) {
    return events.stream()
        .filter(event -> event.path("kind").asText().equals(kind))
        .filter(event -> event.path("where").asText().equals(place))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no %s of %s in %s".formatted(kind, place, events)))
        .path("timeUs")
        .doubleValue();
  }

  @Test
  @Experiment
  void aKilledWorkerIsNamedAndTheOthersAreCleanedUp() {
    try (NamespaceMachines machines = new NamespaceMachines(folder, 2, UNDERLAY_MTU)) {
      Path out = folder.resolve("out");
      Process process = machines.run(out, small("--workload", "permutation:16MiB"));
      String said =
          Steps.taken(process, List.of(new Step(Steps.UNDER_WAY, () -> machines.kill(1))));

      assertThat(NamespaceMachines.await(process)).as(said).isEqualTo(1);
      SmarttRun run = new SmarttRun(1, said, "", out);
      assertThat(run.summary().get("message").textValue())
          .startsWith("worker 10.99.0.2:9570 is gone")
          .contains("and with it leaf2, spine2, h3, h4");
      assertThat(run.file("events.csv")).contains("switch-lost,\"worker 10.99.0.2:9570 is gone");
      assertThat(machines.leftBy(0)).isEmpty();
      List<String> left = machines.leftBy(1);
      assertThat(left).isNotEmpty();
      machines.startAgain(1);
      assertThat(Netns.ip("netns").out()).doesNotContain(left.getFirst());
    }
  }

  @Test
  @Experiment
  void packetsThatDoNotFitBetweenMachinesAreOneClearError() {
    try (NamespaceMachines machines = new NamespaceMachines(folder, 2, ETHERNET_MTU)) {
      Netns.Ended ended =
          Netns.wait(machines.run(folder.resolve("out"), small("--workload", "incast:3x64KiB")));

      assertThat(ended.status()).as(ended.out()).isEqualTo(2);
      assertThat(ended.out())
          .contains("worker 10.99.0.1:9570 sends IP packets of 1500 bytes at most")
          .contains("and 50 of VXLAN");
      for (int i = 0; i < 2; i++) {
        assertThat(machines.leftBy(i)).as("left by worker " + i).isEmpty();
      }
    }
  }
}
