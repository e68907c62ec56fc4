package io.smartt.emulation.tutorial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.tutorial.TutorialRun.CheckResult;
import io.smartt.emulation.tutorial.TutorialRun.TutorialSettings;
import io.smartt.virtual.VirtualExercise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TutorialRunTest {
  private static final Path EXERCISES = Path.of("src/test/resources/tutorials");

  @TempDir private Path folder;

  @BeforeEach
  void copy() throws IOException {
    try (Stream<Path> files = Files.walk(EXERCISES)) {
      files.forEach(file -> {
        try {
          Path copy = folder.resolve(EXERCISES.relativize(file).toString());
          if (Files.isDirectory(file)) {
            Files.createDirectories(copy);
          } else {
            Files.copy(file, copy);
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
    }
  }

  private static TutorialSettings settings(Optional<Path> checks, Optional<String> controller) {
    return new TutorialSettings(checks, controller, VirtualExercise::build, 1, () -> false);
  }

  private TutorialRun.Outcome run(String where) {
    List<TutorialRun.Outcome> outcomes =
        new TutorialRun(settings(Optional.empty(), Optional.empty())).run(folder.resolve(where));
    assertThat(outcomes).hasSize(1);
    return outcomes.getFirst();
  }

  private TutorialRun.Outcome runWith(String where, String checks) throws IOException {
    Path script = Files.writeString(folder.resolve("my.checks"), checks);
    return new TutorialRun(settings(Optional.of(script), Optional.empty()))
        .run(folder.resolve(where))
        .getFirst();
  }

  private void change(String file, String from, String to) throws IOException {
    Path path = folder.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(from);
    Files.writeString(path, text.replace(from, to));
  }

  @Test
  void everyHostOfTheBasicExerciseReachesEveryOther() {
    TutorialRun.Outcome outcome = run("basic");

    assertThat(outcome.results().getFirst())
        .isEqualTo(new CheckResult("pingall", true, "6 of 6 answered"));
    assertThat(outcome.passed()).isTrue();
    assertThat(outcome.program()).isEqualTo("basic");
    assertThat(outcome.notes()).isEmpty();
  }

  @Test
  void anExerciseIsFoundByItsTopologysFolderOrFileToo() {
    assertThat(run("basic/triangle-topo").passed()).isTrue();
    assertThat(run("basic/triangle-topo/topology.json").passed()).isTrue();
  }

  @Test
  void theMakefileNamesTheTopology() throws IOException {
    Files.createDirectories(folder.resolve("basic/other"));
    Files.writeString(folder.resolve("basic/other/topology.json"), "not read");
    Files.writeString(
        folder.resolve("basic/Makefile"),
        "BMV2_SWITCH_EXE = simple_switch_grpc\nTOPO = triangle-topo/topology.json\n");

    assertThat(run("basic").passed()).isTrue();
  }

  @Test
  void aMissingRouteFailsThePings() throws IOException {
    change("basic/triangle-topo/s1-runtime.json", "10.0.2.2", "10.0.2.99");

    TutorialRun.Outcome outcome = run("basic");

    assertThat(outcome.passed()).isFalse();
    assertThat(outcome.results().getFirst().detail())
        .isEqualTo("4 of 6 answered; not h1 to h2, h2 to h1");
  }

  @Test
  void hostsDropWhatIsForAnotherMacAddress() throws IOException {
    change("basic/triangle-topo/s2-runtime.json", "08:00:00:00:02:22", "08:00:00:00:02:23");

    assertThat(run("basic").passed()).isFalse();
  }

  @Test
  void theCalculatorAnswers() {
    TutorialRun.Outcome outcome = run("calc");

    assertThat(outcome.passed()).isTrue();
    assertThat(outcome.results()).hasSize(9);
  }

  @Test
  void aFrameThatDoesNotComeIsShownAgainstTheOneThatDid() throws IOException {
    TutorialRun.Outcome outcome =
        runWith(
            "calc",
            """
            # 5 + 3 is not 9
            send h1 000400000000 {h1.mac} 1234 503401 2b 00000005 00000003 deadbabe 20
            expect h1 {h1.mac} 000400000000 1234 503401 2b 00000005 00000003 00000009 20
            expect h1 {h1.mac} ************ 1234...
            """);

    assertThat(outcome.results()).extracting(CheckResult::passed).containsExactly(false, true);
    assertThat(outcome.results().getFirst().detail())
        .contains("not among 1 frames received, the last 080000000101000400000000123450340");
  }

  @Test
  void packetsAreCountedByTheirFields() throws IOException {
    TutorialRun.Outcome outcome =
        runWith(
            "basic",
            """
            udp h1 h2 dport 7 tos 0xb8 count 3
            tcp h1 h2 dport 7
            expect h2 udp dport 7 tos 0xb8 ttl 62 count 3
            expect h2 tcp dport 7 count 1
            expect h2 udp dport 8 count 0
            expect h2,h3 udp count 4..
            noping h1 h2
            """);

    assertThat(outcome.results())
        .extracting(CheckResult::passed)
        .containsExactly(true, true, true, false, false);
  }

  @Test
  void commandsThatMeanNothingToVirtualHostsAreTold() throws IOException {
    change(
        "basic/triangle-topo/topology.json",
        "\"route add default gw 10.0.1.10 dev eth0\"",
        "\"ip route add default via 10.0.1.10\", \"ethtool -K eth0 tx off\", \"iperf -s &\"");

    TutorialRun.Outcome outcome = run("basic");

    assertThat(outcome.passed()).isTrue();
    assertThat(outcome.notes()).containsExactly("h1: 'iperf -s &' is run only on netns");
  }

  /** As run_exercise.py feeds simple_switch_CLI; entries of both files act. */
  @Test
  void commandsOfCliInputAreRunBehindTheRuntimeFile() throws IOException {
    withCommands(
        """
        # by hand
        table_add MyIngress.ipv4_lpm MyIngress.ipv4_forward 10.0.3.3/32 => 08:00:00:00:03:00 3

        set_queue_depth 100
        set_queue_depth 10 2 0
        set_queue_rate 1000 3
        mirroring_add 5 2
        mc_mgrp_create 1
        mc_node_create 0 1 2
        mc_node_create 7 3
        mc_node_associate 1 0
        mc_node_associate 1 1
        """);

    TutorialRun.Outcome outcome = run("basic");

    assertThat(outcome.programmed()).contains("s1: 3 entries, 10 commands");
    assertThat(outcome.results().getFirst().detail()).isEqualTo("6 of 6 answered");
    assertThat(outcome.notes()).isEmpty();
  }

  /** The last entry of the runtime file is gone, and the switch has commands. */
  private void withCommands(String commands) throws IOException {
    Path runtime = folder.resolve("basic/triangle-topo/s1-runtime.json");
    JsonNode json = new ObjectMapper().readTree(runtime.toFile());
    ((ArrayNode) json.required("table_entries")).remove(3);
    Files.writeString(runtime, json.toString());
    change(
        "basic/triangle-topo/topology.json",
        "\"triangle-topo/s1-runtime.json\"",
        "\"triangle-topo/s1-runtime.json\", \"cli_input\": \"triangle-topo/s1-commands.txt\"");
    Files.writeString(folder.resolve("basic/triangle-topo/s1-commands.txt"), commands);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "table_ad x | s1-commands.txt:2: 'table_ad' is no command of a switch: did you mean",
        "set_queue_depth | s1-commands.txt:2: write set_queue_depth PACKETS [PORT [PRIORITY]]",
        "set_queue_depth 0 | a queue of 0 packets; 1 or more is accepted",
        "set_queue_depth 5 9 | s1-commands.txt:2: no port 9",
        "set_queue_depth 5 1 3 | ports have queues 0 to 0, not 3",
        "set_queue_rate fast | s1-commands.txt:2: 'fast' is no number",
        "mc_node_associate 1 0 | no node 0: mc_node_create numbers them from 0, and made 0",
        "mirroring_add 1 70000000 | s1-commands.txt:2: ",
        "table_add MyIngress.ipv4_lpm nothing 1/32 => | s1-commands.txt:2: ",
      })
  void aWrongCommandIsNamedByFileAndLine(String command, String message) throws IOException {
    withCommands("# by hand\n" + command + "\n");

    assertThatThrownBy(() -> run("basic"))
        .isInstanceOfAny(UserInputException.class, RunFailedException.class)
        .hasMessageContaining(message);
  }

  @Test
  void hostsOfOneSubnetFindEachOtherByArp() throws IOException {
    // One switch that forwards by address to ports, both hosts on it.
    Files.writeString(
        folder.resolve("basic/topology.json"),
        """
        {"hosts": {"h1": {"ip": "10.0.1.1/24", "mac": "08:00:00:00:01:11"},
                   "h2": {"ip": "10.0.1.2/24", "mac": "08:00:00:00:01:22"}},
         "switches": {"s1": {"runtime_json": "s1-runtime.json", "priority_queues": 8}},
         "links": [["h1", "s1-p1", "1ms", 10], ["s1-p2", "h2", 2]]}
        """);
    Files.writeString(
        folder.resolve("basic/s1-runtime.json"),
        """
        {"target": "bmv2", "p4info": "build/basic.p4.p4info.txtpb", "bmv2_json": "build/basic.json",
         "table_entries": []}
        """);

    // The program drops ARP, so nobody is found; that is what the real exercise would do.
    assertThat(run("basic/topology.json").results().getFirst().detail())
        .isEqualTo("0 of 2 answered; not h1 to h2, h2 to h1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s1-runtime.json | \"MyIngress.ipv4_lpm\" | \"MyIngress.ipv4\" | s1-runtime.json:"
            + " table_entries[0]: no table",
        "s1-runtime.json | \"dstAddr\": \"08:00:00:00:01:11\" | \"dst\": 1 | table_entries[1]",
        "s1-runtime.json | 32 | 33 | prefix length of 0 to 32, not 33",
        "s1-runtime.json | \"10.0.1.1\", | \"10.0.1.1\", 1, | wanted are two values, such as",
        "s1-runtime.json | \"08:00:00:00:01:11\" | \"080000000111\" | a number stands without"
            + " quotation marks",
        "s1-runtime.json | \"bmv2\" | \"tofino\" | has target 'tofino', accepted is bmv2",
        "s1-runtime.json | build/basic.json | build/none.json | names build/none.json, which is not"
            + " there",
        "s1-runtime.json | \"target\" | target | s1-runtime.json: line 2: is not JSON",
        "topology.json | \"s1-p1\" | \"s1-1\" | is 's1-1', neither a host of this file nor a port",
        "topology.json | \"s1-p2\" | \"s1-p1\" | two links at s1-p1",
        "topology.json | 10.0.1.1/24 | 10.0.1/24 | hosts.h1: '10.0.1' is no IPv4 address",
        "topology.json | \"switches\" | \"switch\" | the file has no 'switches'",
      })
  void whatIsWrongIsNamed(String file, String from, String to, String message) throws IOException {
    change("basic/triangle-topo/" + file, from, to);

    assertThatThrownBy(() -> run("basic"))
        .isInstanceOfAny(UserInputException.class, RunFailedException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ping h1 | line 1: needs two hosts",
        "ping h1 h9 | line 1: 'h9' is no host; there are h1, h2, h3",
        "send h1 0x12 | line 1: the frame is not an even number",
        "dance | line 1: 'dance' is no statement",
        "udp h1 h2 tos 256 | line 1: tos is 256, accepted are 0 to 255",
        "expect h1 udp count x | line 1: 'x' is no count",
      })
  void aStatementThatCannotBeIsNamed(String statement, String message) {
    assertThatThrownBy(() -> runWith("basic", statement))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(message);
  }
}
