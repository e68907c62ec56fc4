package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.input.InputFile;
import io.smartt.p4.info.P4InfoReader;
import java.io.IOException;
import java.nio.file.Files;
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
 * The user's entries in tables of an own program. The program is int.p4 with its table of rates
 * under another name, which the controller leaves alone: each packet says what an entry says.
 */
@Timeout(120)
class OwnEntriesTest {
  static final String ALL =
      """
      {
        "table_entries": [
          {
            "table": "egress.port_cost",
            "default_action": true,
            "action_name": "egress.set_rate",
            "action_params": { "kbps": 22 }
          }
        ]
      }
      """;

  /** The page's entry: leaf1 reaches h1 by its first port. */
  static String leaf1() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "extend", "co-design.md"));
    int from = page.indexOf("```json\n") + "```json\n".length();
    return page.substring(from, page.indexOf("```", from));
  }

  @TempDir private Path folder;
  private Path program;
  private Path rules;

  @BeforeEach
  void renameTheTable() throws IOException {
    program = program(folder);
    rules = Files.createDirectory(folder.resolve("rules"));
  }

  static Path program(Path folder) throws IOException {
    for (String ending : List.of(".json", ".p4info.txtpb")) {
      String text = Files.readString(Path.of("..", "docs", "extend", "schemes", "int" + ending));
      Files.writeString(folder.resolve("costs" + ending), text.replace("link_rate", "port_cost"));
    }
    return folder.resolve("costs.json");
  }

  private SmarttRun run(String name, String... more) {
    return SmarttRun.of(
        folder.resolve(name),
        Stream.concat(
                Stream.of(
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

  /** The costs that the packets bear which h1 gets, the last switch first. */
  private static List<List<Long>> costs(SmarttRun run) {
    return SignalsTest.hops(run, "kbps");
  }

  @Test
  void eachSwitchHoldsThoseOfItsFile() throws IOException {
    Files.writeString(rules.resolve("all.json"), ALL);
    Files.writeString(rules.resolve("leaf1.json"), leaf1());

    SmarttRun run = run("json");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(costs(run)).hasSize(4).containsOnly(List.of(11L, 22L, 22L));
  }

  @Test
  void protobufTextHasTheIdsOfTheProgram() throws IOException {
    var info =
        P4InfoReader.index(
            InputFile.bytes(folder.resolve("costs.p4info.txtpb")), "costs.p4info.txtpb");
    Files.writeString(
        rules.resolve("spine1.txtpb"),
        """
        table_entry {
          table_id: %d
          match { field_id: 1 exact { value: "\\x01" } }
          action { action { action_id: %d params { param_id: 1 value: "\\x21" } } }
        }
        """
            .formatted(
                info.tables().named("port_cost").id(), info.actions().named("set_rate").id()));

    SmarttRun run = run("text", "--topology", "leafspine,2,1,1");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(costs(run)).hasSize(4).containsOnly(List.of(0L, 33L, 0L));
  }

  /** The files are gone by then; a switch fails and comes back, and every route is made anew. */
  @Test
  void theRunsFolderHasThem() throws IOException {
    Files.writeString(rules.resolve("all.json"), ALL);
    SmarttRun first = run("first", "--set", "failures.switches=1");
    assertThat(first.status()).as(first.err()).isZero();
    Files.delete(rules.resolve("all.json"));
    Files.delete(rules);

    SmarttRun second =
        SmarttRun.of(folder.resolve("second"), "--experiment", first.folder().toString());

    assertThat(second.status()).as(second.err()).isZero();
    assertThat(costs(second)).isEqualTo(costs(first)).contains(List.of(22L, 22L, 22L));
    for (String file : List.of("flows.csv", "switches.csv")) {
      assertThat(folder.resolve("second").resolve(file))
          .hasSameBinaryContentAs(first.folder().resolve(file));
    }
    List<String> yaml = new ArrayList<>();
    for (String run : List.of("first", "second")) {
      yaml.add(Files.readString(folder.resolve(run).resolve("experiment.yaml")));
    }
    assertThat(yaml.getFirst()).isEqualTo(yaml.getLast()).contains("port_cost");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "leaf1.json | {\"table_entries\": [{\"table\": \"link_cost\"}]}"
            + " | leaf1.json: table_entries[0]: no table named 'link_cost'",
        "leaf1.json | {\"table_entries\": [{\"table\": \"port_cost\", \"match\": {\"standard_metadata"
            + ".egress_port\": 512}, \"action_name\": \"set_rate\", \"action_params\": {\"kbps\": 1}}]}"
            + " | leaf1.json: table_entries[0]: egress.port_cost[standard_metadata.egress_port]",
        "leaf1.json | {\"table_entries\": [{\"table\": \"ecmp_salt\", \"default_action\": true,"
            + " \"action_name\": \"set_salt\", \"action_params\": {\"salt\": 1}}]}"
            + " | leaf1.json: ingress.ecmp_salt is filled by the controller",
        "leaf1.json | {\"table_entries\": \"port_cost\"} | leaf1.json: table_entries is not a list",
        "leaf1.json | {\"table_entries\": [{\"table\": \"port_cost\", \"matches\": {}}]}"
            + " | leaf1.json: table_entries[0] has 'matches'; did you mean match?",
        "leaf1.json | {\"entries\": []} | leaf1.json: the file has 'entries'; accepted: table_",
        "leaf1.json | {\"table_entrys\": []} | has 'table_entrys'; did you mean table_entries?",
        "leaf1.json | {} | leaf1.json: the file has none of table_entries, multicast_group_",
        "leaf1.txtpb | updates { type: DELETE entity { table_entry { } } }"
            + " | leaf1.txtpb: deletes; a switch holds nothing of its own to delete",
        "leaf1.txtpb | register_entry { register_id: 1 }"
            + " | leaf1.txtpb: no register with id 1; there is occupancy, sent",
        "leaf1.txtpb | packet_replication_engine_entry { multicast_group_entry { replicas { } } }"
            + " | leaf1.txtpb: multicast group 0 names port ''; leaf1 has [1, 2, 3, 4,",
        "leaf1.txtpb | digest_entry { digest_id: 1 }"
            + " | leaf1.txtpb: DIGEST_ENTRY is not written; accepted are entries of tables,",
        "leaf1.txtpb | table_entry { table_id: 1 } | leaf1.txtpb: no table with id",
        "leaf1.txtpb | table_entry { table: 1 } | leaf1.txtpb:1: neither a p4.v1.WriteRequest",
        "laef1.json | {\"table_entries\": []} | has a file for 'laef1', which is no switch;",
        "leaf1.yaml | a | leaf1.yaml: accepted are a switch's name or all, with .json or .txtpb"
      })
  void whatIsWrongIsRefusedBeforeTheRun(String file, String text, String message)
      throws IOException {
    Files.writeString(rules.resolve(file), text);

    SmarttRun refused = run("wrong");

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains(message);
    assertThat(folder.resolve("wrong")).doesNotExist();
  }

  /** In text the switch knows what an entry means; it says so before a packet is sent. */
  @Test
  void whatTheSwitchRefusesEndsTheRun() throws IOException {
    var info =
        P4InfoReader.index(
            InputFile.bytes(folder.resolve("costs.p4info.txtpb")), "costs.p4info.txtpb");
    Files.writeString(
        rules.resolve("all.txtpb"),
        "table_entry { table_id: %d match { field_id: 1 lpm { value: \"\\x01\" prefix_len: 8 } } }"
            .formatted(info.tables().named("port_cost").id()));

    SmarttRun refused = run("kind");

    assertThat(refused.status()).isNotZero();
    assertThat(refused.err()).contains("leaf1").contains("egress.port_cost");
  }

  @Test
  void aFolderThatIsNotThereIsNamed() throws IOException {
    Files.delete(rules);

    SmarttRun refused = run("none");

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .contains("program.entries: " + rules + ": there is no such file or folder");
  }

  /** smartt.p4 has no table that the controller does not fill. */
  @Test
  void thePackedProgramTakesNone() throws IOException {
    Files.writeString(rules.resolve("all.json"), ALL);

    SmarttRun refused = SmarttRun.of(folder.resolve("packed"), "--set", "program.entries=" + rules);

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("all.json: table_entries[0]: no table named");
  }
}
