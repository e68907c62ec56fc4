package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.smartt.base.input.InputFile;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.entries.OwnEntries;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The user's multicast groups, clone sessions and registers. The program is that of {@link
 * OwnEntriesTest} with two changes: a packet goes to the multicast group with the number of its
 * port, and what has a port's cost is copied to clone session 5.
 */
@Timeout(120)
class OwnCopiesTest {
  private static final String GROUP = "{\"multicast_group_entries\": [{\"multicast_group_id\": ";
  static final String GROUPS =
      """
      {
        "multicast_group_entries": [
          { "multicast_group_id": 1, "replicas": [{ "egress_port": 1 }] },
          { "multicast_group_id": 2, "replicas": [{ "egress_port": 2, "instance": 4 }] }
        ]
      }
      """;
  static final String SESSION =
      """
      {
        "table_entries": [
          {
            "table": "port_cost",
            "match": { "standard_metadata.egress_port": 1 },
            "action_name": "set_rate",
            "action_params": { "kbps": 11 }
          }
        ],
        "clone_session_entries": [
          { "clone_session_id": 5, "replicas": [{ "egress_port": 3 }] }
        ]
      }
      """;
  private static final String SESSION_TEXT =
      "packet_replication_engine_entry {"
          + " clone_session_entry { session_id: 5 replicas { port: \"\\x03\" } } }";

  @TempDir private Path folder;
  private Path program;
  private Path rules;

  @BeforeEach
  void makeTheProgram() throws IOException {
    program = copying(folder);
    rules = Files.createDirectory(folder.resolve("rules"));
  }

  static Path copying(Path folder) throws IOException {
    Path file = OwnEntriesTest.program(folder);
    ObjectMapper mapper = new ObjectMapper();
    JsonNode program = mapper.readTree(file.toFile());
    for (JsonNode action : program.get("actions")) {
      ArrayNode primitives = (ArrayNode) action.get("primitives");
      switch (action.get("name").textValue()) {
        case "ingress.to_port" ->
            primitives.add(
                mapper.readTree(
                    """
                    {"op": "assign", "parameters": [
                      {"type": "field", "value": ["standard_metadata", "mcast_grp"]},
                      {"type": "runtime_data", "value": 0}]}
                    """));
        case "egress.set_rate" ->
            primitives.add(
                mapper.readTree(
                    """
                    {"op": "clone_egress_pkt_to_egress", "parameters": [
                      {"type": "hexstr", "value": "0x5"}, {"type": "hexstr", "value": "0x0"}]}
                    """));
        default -> {}
      }
    }
    mapper.writeValue(file.toFile(), program);
    return file;
  }

  private SmarttRun run(String name) {
    return run(folder.resolve(name), program, rules);
  }

  /** A run of a program with a folder of entries. */
  static SmarttRun run(Path out, Path program, Path rules, String... more) {
    return SmarttRun.of(
        out,
        Stream.concat(
                Stream.of(
                    "--topology",
                    "single,3",
                    "--set",
                    "program=" + program,
                    "--set",
                    "program.entries=" + rules,
                    "--workload",
                    "incast:1x16KiB",
                    "--capture"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  /** Packets that left by a port: the data queue's and the control queue's. */
  private static int left(SmarttRun run, int port) {
    List<String> ports = run.column("switches.csv", "port");
    List<String> packets = run.column("switches.csv", "dequeued_packets");
    int sum = 0;
    for (int i = 0; i < ports.size(); i++) {
      sum += ports.get(i).equals(String.valueOf(port)) ? Integer.parseInt(packets.get(i)) : 0;
    }
    return sum;
  }

  static void copiesAre(SmarttRun run) {
    JsonNode packets = run.summary().get("packets");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.column("flows.csv", "verified_bytes")).containsExactly("16384");
    int data = left(run, 1);
    assertThat(data).isGreaterThanOrEqualTo(4);
    assertThat(left(run, 3)).as("clones of what h1 gets").isEqualTo(data);
    assertThat(packets.get("replacedByCopies").asInt()).isEqualTo(data + left(run, 2));
    assertThat(packets.get("copiedBySwitches").asInt())
        .isEqualTo(packets.get("replacedByCopies").asInt() + data);
    assertThat(packets.get("unaccounted").asInt()).isZero();
  }

  @Test
  void packetsGoWhereTheFilesGroupsAndSessionsSend() throws IOException {
    Files.writeString(rules.resolve("all.json"), GROUPS);
    Files.writeString(rules.resolve("s1.json"), SESSION);

    copiesAre(run("virtual"));
  }

  /** Two files of one switch, one of them text. */
  @Test
  void withoutThemNothingArrives() throws IOException {
    Files.writeString(rules.resolve("s1.json"), SESSION);
    Files.writeString(rules.resolve("s1.txtpb"), "");

    SmarttRun lost = run("lost");

    assertThat(lost.status()).isEqualTo(1);
    assertThat(lost.summary().get("packets").get("copiedBySwitches").asInt()).isZero();
    Files.writeString(rules.resolve("s1.json"), GROUPS);
    String entry = SESSION.substring(0, SESSION.indexOf(",\n  \"clone_session")) + "}";
    Files.writeString(rules.resolve("all.json"), entry);
    Files.writeString(rules.resolve("s1.txtpb"), SESSION_TEXT);
    copiesAre(run("text"));
  }

  /** The entry that sets the cell of port 1 to 1,000,000. */
  static String million(Path folder, String register) {
    P4InfoIndex info =
        P4InfoReader.index(
            InputFile.bytes(folder.resolve("costs.p4info.txtpb")), "costs.p4info.txtpb");
    return "register_entry { register_id: %d index { index: 1 } data { bitstring: \"%s\" } }"
        .formatted(info.registers().named(register).id(), "\\x0f\\x42\\x40");
  }

  @Test
  void aRegisterBeginsWithTheUsersValue() throws IOException {
    Files.writeString(rules.resolve("all.json"), GROUPS);
    Files.writeString(rules.resolve("s1.txtpb"), million(folder, "sent"));

    SmarttRun run = run("register");

    assertThat(run.status()).as(run.err()).isZero();
    List<Long> sent = SignalsTest.hops(run, "sent_bytes").stream().map(List::getFirst).toList();
    assertThat(sent).hasSize(4).isSorted();
    assertThat(sent.getFirst()).isBetween(1_000_001L, 1_010_000L);
    Files.delete(rules.resolve("s1.txtpb"));
    assertThat(SignalsTest.hops(run("zero"), "sent_bytes").getFirst().getFirst())
        .isEqualTo(sent.getFirst() - 1_000_000);
    Files.writeString(rules.resolve("s1.txtpb"), million(folder, "occupancy"));
    SmarttRun refused = run("refused");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("s1.txtpb: occupancy is what trimming counts");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        GROUP
            + "7, \"replicas\": [{\"egress_port\": 9}]}]}"
            + " | s1.json: multicast group 7 names port 9; s1 has [1, 2, 3]",
        GROUP
            + "7, \"replicas\": [{\"egress_port\": -1}]}]}"
            + " | s1.json: multicast_group_entries[0].replicas[0].egress_port is -1, not a whole",
        GROUP + "7, \"replicas\": []}]}" + " | s1.json: multicast group 7 has no replicas",
        GROUP
            + "2147483648, \"replicas\": []}]}"
            + " | multicast_group_entries[0].multicast_group_id is 2147483648, not a whole",
        GROUP
            + "7, \"replica\": []}]}"
            + " | s1.json: multicast_group_entries[0] has 'replica'; did you mean replicas?",
        GROUP
            + "2, \"replicas\": [{\"egress_port\": 1}]}]}"
            + " | s1.json: multicast group 2 is in ",
        "{\"clone_session_entries\":"
            + " [{\"clone_session_id\": 5, \"replicas\": [{\"egress_port\": 1}]},"
            + " {\"clone_session_id\": 5, \"replicas\": [{\"egress_port\": 2}]}]}"
            + " | s1.json: clone session 5 is in ",
      })
  void whatIsWrongIsRefusedBeforeTheRun(String text, String message) throws IOException {
    Files.writeString(rules.resolve("all.json"), GROUPS);
    Files.writeString(rules.resolve("s1.json"), text);

    SmarttRun refused = run("wrong");

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains(message);
    assertThat(folder.resolve("wrong")).doesNotExist();
  }

  /** Its server would say of a length that the session cannot be made, and not why. */
  @Test
  void whatBmv2DoesNotTakeIsRefused() throws IOException {
    P4InfoIndex info = SwitchProgram.load(program.toString()).info();
    Path file = rules.resolve("s1.txtpb");
    Files.writeString(file, SESSION_TEXT);
    OwnEntries.read(rules.toString(), info).requireOfBmv2();
    for (String more : List.of("packet_length_bytes: 64", "class_of_service: 1")) {
      Files.writeString(file, SESSION_TEXT.replace("session_id: 5", "session_id: 5 " + more));
      OwnEntries refused = OwnEntries.read(rules.toString(), info);
      assertThatThrownBy(refused::requireOfBmv2)
          .hasMessage(
              file
                  + ": clone session 5 is not for BMv2: it takes neither registers nor value sets,"
                  + " counters with an index only, and copies whole packets");
    }
    Files.writeString(file, million(folder, "sent"));
    OwnEntries refused = OwnEntries.read(rules.toString(), info);
    assertThatThrownBy(refused::requireOfBmv2).hasMessageContaining("sent[1] is not for BMv2");
    Files.writeString(file, million(folder, "sent").replace("index { index: 1 }", ""));
    OwnEntries all = OwnEntries.read(rules.toString(), info);
    assertThatThrownBy(all::requireOfBmv2).hasMessageContaining("sent[all] is not for BMv2");
  }

  @ParameterizedTest
  @CsvSource({"0", "65536", "2147483648"})
  void idsThatNoSwitchHasEndTheRunBeforeItsPackets(String id) throws IOException {
    Files.writeString(rules.resolve("s1.txtpb"), SESSION_TEXT.replace("5", id));

    SmarttRun refused = run("id");

    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .contains("clone session " + id + ": accepted ids are 1 to 65535")
        .contains("s1");
  }
}
