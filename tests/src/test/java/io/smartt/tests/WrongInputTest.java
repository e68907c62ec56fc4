package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong input ends with one line that names what the user wrote, and the right exit status. */
class WrongInputTest {
  private static final int FAILED = 1;
  private static final int WRONG_INPUT = 2;

  @TempDir private Path folder;

  private SmarttRun run(String... arguments) {
    return SmarttRun.of(folder.resolve("out"), arguments);
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private static void assertOneError(SmarttRun run, int status, String... parts) {
    assertThat(run.status()).as(run.err()).isEqualTo(status);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(parts).doesNotContain("\tat ");
    String error = run.err().lines().filter(line -> line.contains(parts[0])).findFirst().orElse("");
    assertThat(error).startsWith("smartt: ");
  }

  @Test
  void unknownProfileKeyIsNamedWithFileAndLine() throws IOException {
    Path profile = file("mine.yaml", "fabric: virtual\nqueu:\n  size: 1bdp\n");

    assertOneError(
        run("--profile", profile.toString()),
        WRONG_INPUT,
        "mine.yaml:3",
        "queu.size",
        "queue.size");
  }

  @Test
  void missingFilesAreNamed() {
    assertOneError(run("--profile", "none.yaml"), WRONG_INPUT, "none.yaml");
    assertOneError(run("--topology", "none.topo"), WRONG_INPUT, "none.topo");
    assertOneError(run("--workload", "none.cm"), WRONG_INPUT, "none.cm");
    assertOneError(run("--set", "program=none.json"), WRONG_INPUT, "none.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"docker.swarm=true", "docker.attached=true", "switch=bmv2"})
  void whatSeveralEnginesCannotHaveIsNamedBeforeAnyIsAsked(String setting) {
    assertOneError(
        run(
            "--profile",
            "docker",
            "--set",
            "docker.machines=unix:///nowhere/1.sock,unix:///nowhere/2.sock",
            "--set",
            setting),
        WRONG_INPUT,
        "docker.machines cannot be with " + setting);
  }

  @Test
  void malformedMatrixLineIsNamedWithFileAndLine() throws IOException {
    Path matrix = file("bad.cm", "Nodes 16\nConnections 1\n0->1 id 1 start 0\n");

    assertOneError(run("--workload", matrix.toString()), WRONG_INPUT, "bad.cm:3", "size");
  }

  @Test
  void impossibleTopologyIsNamedWithTheNumbersThatDoNotFit() throws IOException {
    Path topo =
        file(
            "odd.topo",
            """
            Nodes 10
            Tiers 2
            Podsize 10
            Tier 0
            Downlink_speed_Gbps 100
            Radix_Down 4
            Radix_Up 2
            Downlink_Latency_ns 600
            Tier 1
            Downlink_speed_Gbps 100
            Radix_Down 3
            Downlink_Latency_ns 600
            """);

    assertOneError(run("--topology", topo.toString()), WRONG_INPUT, "odd.topo", "10", "4");
    assertOneError(run("--topology", "leafspine,0,4,4"), WRONG_INPUT, "leafspine,0,4,4");
  }

  @Test
  void unknownOptionsKeysAndWordsSuggestWhatIsMeant() {
    assertOneError(run("--sheme", "smartt"), WRONG_INPUT, "--sheme");
    assertOneError(run("--scheme", "smrtt"), WRONG_INPUT, "smrtt", "smartt");
    assertOneError(run("--set", "queue.sise=1bdp"), WRONG_INPUT, "queue.sise", "queue.size");
    assertOneError(run("--topology", "leafspin,4,4,4"), WRONG_INPUT, "leafspin", "leafspine");
    assertOneError(run("--workload", "incats:3x1MiB"), WRONG_INPUT, "incats", "incast");
  }

  @Test
  void aSwitchThatRefusesAnEntryFailsTheRunAndNamesSwitchAndTable() throws IOException {
    String program = "/io/smartt/p4/programs/smartt";
    file(
        "small.p4info.txtpb",
        resource(program + ".p4info.txtpb").replaceFirst("size: 16384", "size: 2"));
    Path json =
        file(
            "small.json",
            resource(program + ".json").replaceFirst("\"max_size\" : 16384", "\"max_size\" : 2"));

    SmarttRun run = run("--set", "program=" + json);

    assertOneError(run, FAILED, "switch leaf1", "ingress.ipv4_lpm", "RESOURCE_EXHAUSTED");
    assertThat(run.summary().get("status").textValue()).isEqualTo("failed");
  }

  @Test
  void aProgramThatLacksATableIsRefusedByName() throws IOException {
    String program = "/io/smartt/p4/programs/smartt";
    file(
        "other.p4info.txtpb",
        resource(program + ".p4info.txtpb").replace("egress.red_profile", "egress.red_profil"));
    Path json =
        file(
            "other.json",
            resource(program + ".json").replace("egress.red_profile", "egress.red_profil"));

    SmarttRun run = run("--set", "program=" + json);

    assertThat(run.status()).isNotZero();
    assertThat(run.err()).contains("egress.red_profile").doesNotContain("\tat ");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(WrongInputTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
