package io.smartt.emulation.tutorial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.emulation.tutorial.ExerciseController.ExerciseServers;
import io.smartt.emulation.tutorial.TutorialRun.CheckResult;
import io.smartt.emulation.tutorial.TutorialRun.TutorialSettings;
import io.smartt.virtual.VirtualExercise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exercises whose switches a program of their own controls, over TCP. */
class OwnControllerTest {
  // The program rewrites the last three bytes of a destination address to 0.
  private static final String TOPOLOGY =
      """
      {"hosts": {
         "h1": {"ip": "10.0.0.1/24", "mac": "08:00:01:00:00:00",
                "commands": ["arp -i eth0 -s 10.0.0.2 08:00:02:00:00:00"]},
         "h2": {"ip": "10.0.0.2/24", "mac": "08:00:02:00:00:00",
                "commands": ["arp -i eth0 -s 10.0.0.1 08:00:01:00:00:00"]}},
       "switches": {"s1": {"cpu_port": "255"}},
       "links": [["h1", "s1-p1"], ["h2", "s1-p2"]]}
      """;

  /** Of the switch's tests. */
  private static final Path PROGRAMS =
      Path.of("switch/src/fixtures/resources/io/smartt/softswitch/programs");

  @TempDir private Path folder;

  @BeforeEach
  void exercise() throws IOException {
    Files.writeString(folder.resolve("topology.json"), TOPOLOGY);
    Path build = Files.createDirectory(folder.resolve("build"));
    for (String file : List.of("features.json", "features.p4info.txtpb")) {
      Files.copy(PROGRAMS.resolve(file), build.resolve(file));
    }
  }

  private TutorialRun.Outcome run(String controller) {
    return new TutorialRun(
            new TutorialSettings(
                Optional.empty(), Optional.of(controller), VirtualExercise::build, 1, () -> false))
        .run(folder)
        .getFirst();
  }

  @Test
  void packetsGoByTheControllerAndBack() {
    TutorialRun.Outcome outcome =
        run(
            "exec '%s' -cp '%s' %s build/features.json build/features.p4info.txtpb"
                .formatted(
                    ProcessHandle.current().info().command().orElseThrow(),
                    System.getProperty("java.class.path"),
                    HubController.class.getName()));

    assertThat(outcome.notes()).isEmpty();
    assertThat(outcome.programmed()).containsExactly("s1: left to the controller");
    assertThat(outcome.results())
        .containsExactly(new CheckResult("pingall", true, "2 of 2 answered"));
  }

  @Test
  void aControllerThatFailsIsQuoted() {
    TutorialRun.Outcome outcome = run("echo no such table >&2; exit 3");

    assertThat(outcome.passed()).isFalse();
    assertThat(outcome.notes())
        .containsExactly("'echo no such table >&2; exit 3' ended with status 3: no such table");
  }

  @Test
  void packetsThatNoControllerTakesAreSaid() throws IOException {
    Files.writeString(
        folder.resolve("topology.json"),
        TOPOLOGY.replace("\"255\"", "\"255\", \"runtime_json\": \"s1-runtime.json\""));
    Files.writeString(
        folder.resolve("s1-runtime.json"),
        """
        {"target": "bmv2", "p4info": "build/features.p4info.txtpb", "bmv2_json": "build/features.json",
         "table_entries": [
           {"table": "MyIngress.operations", "match": {"hdr.operation.code": 8},
            "action_name": "MyIngress.to_controller", "action_params": {"reason": 1}}]}
        """);

    TutorialRun.Outcome outcome =
        new TutorialRun(
                new TutorialSettings(
                    Optional.empty(), Optional.empty(), VirtualExercise::build, 1, () -> false))
            .run(folder)
            .getFirst();

    assertThat(outcome.passed()).isFalse();
    assertThat(outcome.notes()).hasSize(1);
    assertThat(outcome.notes().getFirst())
        .matches("device 0: no controller took [1-9]\\d* packet-ins, 0 digest lists, .*");
  }

  @Test
  void aTakenPortIsNamed() throws IOException {
    try (ServerSocket _ =
        new ServerSocket(ExerciseServers.FIRST_PORT, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> run("true"))
          .isInstanceOf(RunFailedException.class)
          .hasMessage("no server at localhost:50051: Address already in use");
    }
  }
}
