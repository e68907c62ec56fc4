package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.needs.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The user's value sets and counters. The program is that of {@link OwnEntriesTest}, whose parser
 * goes no further than IPv4 where a value set has the packet's protocol.
 */
@Timeout(120)
@Isolated
class OwnValuesTest {
  private static final String SET =
      """
      value_set_entry {
        value_set_id: 50000001
        members { match { field_id: 1 exact { value: "\\x00\\x06" } } }
        members { match { field_id: 1 exact { value: "\\x00\\xa0\\x00\\x11" } } }
      }
      """;
  private static final String COUNTS =
      "counter_entry { counter_id: 300000001 index { index: %d } data { packet_count: 5 } }";

  @TempDir private Path folder;
  private Path program;
  private Path rules;

  @BeforeEach
  void makeTheProgram() throws IOException {
    program = OwnEntriesTest.program(folder);
    rules = Files.createDirectory(folder.resolve("rules"));
    ObjectMapper mapper = new ObjectMapper();
    JsonNode json = mapper.readTree(program.toFile());
    ((ArrayNode) json.get("parse_vsets"))
        .add(
            mapper.readTree(
                "{\"name\": \"MyParser.plain\", \"id\": 0, \"compressed_bitwidth\": 25}"));
    for (JsonNode state : json.get("parsers").get(0).get("parse_states")) {
      if (state.get("name").textValue().equals("parse_ipv4")) {
        ((ArrayNode) state.get("transitions"))
            .insert(
                0,
                mapper.readTree(
                    """
                    {"type": "parse_vset", "value": "MyParser.plain", "mask": null,
                     "next_state": null}
                    """));
      }
    }
    ObjectNode counter = json.get("counter_arrays").get(0).deepCopy();
    ((ArrayNode) json.get("counter_arrays")).add(counter.put("name", "ingress.own").put("id", 2));
    mapper.writeValue(program.toFile(), json);
    Files.writeString(
        folder.resolve("costs.p4info.txtpb"),
        """
        value_sets {
          preamble { id: 50000001 name: "MyParser.plain" alias: "plain" }
          match { id: 1 bitwidth: 25 match_type: EXACT }
          size: 4
        }
        counters {
          preamble { id: 300000001 name: "ingress.own" alias: "own" }
          spec { unit: BOTH }
          size: 512
        }
        """,
        StandardOpenOption.APPEND);
  }

  private SmarttRun run(String name, String... more) {
    return OwnCopiesTest.run(folder.resolve(name), program, rules, more);
  }

  private void theSetIsSeen(String... more) throws IOException {
    Files.writeString(rules.resolve("s1.txtpb"), COUNTS.formatted(3));
    assertThat(hops(run("without", more))).hasSize(4).allSatisfy(one -> assertThat(one).hasSize(1));
    Files.writeString(rules.resolve("all.txtpb"), SET);
    SmarttRun with = run("with", more);
    assertThat(with.status()).as(with.err()).isZero();
    assertThat(hops(with)).as("no switch parses them").containsOnly(List.of());
  }

  private static List<List<Long>> hops(SmarttRun run) {
    return SignalsTest.hops(run, "kbps");
  }

  @Test
  void theParserGoesByTheUsersSet() throws IOException {
    theSetIsSeen();
  }

  /** What was written is read back there. */
  @Test
  @Tag("netns")
  void inRealFramesToo() throws IOException {
    Namespaces.require();
    theSetIsSeen("--profile", "netns");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "counter_id: 316401308 data { } | ingress.trims is what the run reads of the switch",
        "counter_id: 300000001 | ingress.own: the entry has no data",
        "counter_id: 1 data { } | no counter with id 1; there is "
      })
  void countersOfOthersAreRefusedBeforeTheRun(String counter, String message) throws IOException {
    Files.writeString(rules.resolve("s1.txtpb"), "counter_entry { " + counter + " }");

    SmarttRun refused = run("wrong");

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("s1.txtpb: " + message);
    assertThat(folder.resolve("wrong")).doesNotExist();
  }

  @Test
  void whatTheSwitchRefusesIsNamedWithItsFile() throws IOException {
    Path file = rules.resolve("s1.txtpb");
    Files.writeString(file, COUNTS.formatted(512) + SET.replace("\\xa0", "\\xff\\xa0"));

    SmarttRun refused = run("wrong");

    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .contains("MODIFY ingress.own[512] (" + file + "): OUT_OF_RANGE: ")
        .contains("MODIFY value set MyParser.plain (" + file + "): OUT_OF_RANGE: ")
        .contains("accepted are 0 to 511");
  }
}
