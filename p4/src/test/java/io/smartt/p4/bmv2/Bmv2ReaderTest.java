package io.smartt.p4.bmv2;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.smartt.p4.bmv2.Bmv2Config.HeaderType;
import io.smartt.p4.bmv2.Bmv2Config.PipelineDefinition;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link Bmv2Reader}. */
class Bmv2ReaderTest {
  private static String text(String program) throws IOException {
    try (InputStream json = Bmv2ReaderTest.class.getResourceAsStream("/programs/" + program)) {
      return new String(json.readAllBytes(), UTF_8);
    }
  }

  private static Bmv2Config read(String json) {
    return Bmv2Reader.read(json.getBytes(UTF_8));
  }

  @Test
  void readsARouter() throws IOException {
    Bmv2Config config = read(text("router.json"));

    assertThat(config.program()).isEqualTo("router.p4");
    PipelineDefinition ingress = config.pipelines().getFirst();
    TableDefinition routes = ingress.tables().getFirst();
    assertThat(routes.name()).isEqualTo("ingress.routes");
    assertThat(routes.matchKind()).isEqualTo(TableDefinition.MatchType.LPM);
    assertThat(routes.selector()).isTrue();
    assertThat(routes.withCounters()).isTrue();
    assertThat(routes.next())
        .containsEntry(TableDefinition.HIT, Optional.empty())
        .containsEntry(TableDefinition.MISS, Optional.of("tbl_discard"));
    assertThat(routes.key())
        .containsExactly(
            new TableDefinition.KeyField(
                TableDefinition.MatchType.LPM,
                "hdr.ipv4.dst",
                new Value.Field("ipv4", "dst"),
                Optional.empty()));
    PipelineDefinition.ActionProfile profile = ingress.actionProfiles().getFirst();
    assertThat(profile.selector().orElseThrow().algorithm()).isEqualTo("crc16");
    assertThat(config.counterArrays())
        .containsExactly(
            new Bmv2Config.CounterArray("ingress.routed", 0, true, Optional.of("ingress.routes")));
    assertThat(config.errors()).containsEntry("PacketTooShort", 1);
    assertThat(config.fieldAliases())
        .containsEntry(
            "queueing_metadata.deq_qdepth", new Value.Field("standard_metadata", "deq_qdepth"));
  }

  @Test
  void readsStacksUnionsAndVarbit() throws IOException {
    Bmv2Config config = read(text("headers.json"));

    assertThat(config.headerStacks().getFirst().members()).hasSize(4);
    assertThat(config.headerUnionStacks().getFirst().members())
        .extracting(union -> union.members().size())
        .containsExactly(2, 2);
    HeaderType options =
        config.headerTypes().stream()
            .filter(type -> type.name().equals("options_t"))
            .findFirst()
            .orElseThrow();
    assertThat(options.isVariable()).isTrue();
    assertThat(options.fixedBits()).isEqualTo(16);
    assertThat(options.maxLengthBytes()).isEqualTo(10);
    assertThat(options.indexOf("tail")).isEqualTo(2);
    assertThat(options.indexOf(HeaderType.VALID)).isEqualTo(3);
    assertThat(options.indexOf("nothing")).isEqualTo(-1);
  }

  @Test
  void readsEntriesOfTheProgram() throws IOException {
    TableDefinition table =
        read(text("tables.json")).pipelines().getFirst().tables().stream()
            .filter(t -> t.name().equals("ingress.const_table"))
            .findFirst()
            .orElseThrow();

    assertThat(table.entries().getFirst().key())
        .containsExactly(
            new TableDefinition.MatchParameter.Ternary(
                BigInteger.valueOf(0x10), BigInteger.valueOf(0xf0)),
            new TableDefinition.MatchParameter.Range(BigInteger.valueOf(5), BigInteger.valueOf(9)),
            new TableDefinition.MatchParameter.Ternary(
                BigInteger.valueOf(3), BigInteger.valueOf(15)));
    assertThat(table.entries())
        .extracting(TableDefinition.Entry::arguments)
        .containsExactly(
            List.of(BigInteger.ONE), List.of(BigInteger.TWO), List.of(BigInteger.valueOf(3)));
  }

  @Test
  void readsNegativeNumbersAndNumbersForTruth() {
    JsonCursor minus = new JsonCursor(TextNode.valueOf("-0x1f"), "$");

    assertThat(minus.hex()).isEqualTo(BigInteger.valueOf(-31));
    assertThat(new JsonCursor(IntNode.valueOf(0), "$").bool()).isFalse();
  }

  /** A part of the router's JSON, what to put in its place, and the complaint. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "op" : "assign"|"op" : 7|$.actions[1].primitives[0].op: expected a string, found 7
          "ethernet", "dst"|"ethernet", "dust"|header type ethernet_t has no field dust; it has dst, src, type
          "ethernet", "dst"|"eth", "dst"|there is no header eth; there are ethernet, ipv4, ports
          "ethernet", "dst"|"ethernet"|expected an array of 2, found 1 items
          "version" : [2, 23]|"version" : [3, 0]|$.__meta__.version: format 3.0; accepted are 2.0 to 2.24
          "version" : [2, 23]|"version" : [2, 25]|$.__meta__.version: format 2.25; accepted are 2.0 to 2.24
          "match_type" : "lpm"|"match_type" : "longest"|a match is exact, lpm, ternary, range, optional or valid, not "longest"
          "init_table" : "node_2"|"init_table" : "nowhere"|$.pipelines[0].init_table: there is no table, conditional or action call nowhere
          "init_state" : "start"|"init_state" : "begin"|$.parsers[0].init_state: there is no parse state begin; there are ipv4, ports, start
          "op" : "extract"|"op" : "expel"|unknown parser operation "expel"
          "type" : "hexstr"|"type" : "hexstring"|a transition is default, hexstr or parse_vset, not hexstring
          "0x0800"|"0x10800"|"0x10800" does not fit 16 bits
          "0x0800"|"x"|expected a hexadecimal number such as "0x1f", found "x"
          "bitwidth" : 9|"bitwidth" : 0|expected at least 1, found 0
          ["dst", 48, false]|["dst", 47, false]|not whole bytes
          ["dst", 48, false]|["dst", "wide", false]|expected a 32-bit integer, found "wide"
          "type" : "indirect_ws"|"type" : "twisted"|a table is simple, indirect or indirect_ws, not "twisted"
          "action_profile" : "ingress.ecmp"|"action_profile" : "none"|there is no action profile none; there are ingress.ecmp
          """)
  void malformedPlacesAreNamed(String part, String instead, String complaint) throws IOException {
    String json = compact(text("router.json"));
    String from = compact(part);
    assertThat(json).contains(from);
    String broken = json.replaceFirst(Pattern.quote(from), compact(instead));

    assertThatThrownBy(() -> read(broken))
        .isInstanceOf(Bmv2FormatException.class)
        .hasMessageStartingWith("BMv2 JSON: $")
        .hasMessageContaining(complaint);
  }

  private static String compact(String json) {
    return json.replaceAll("\\s*([\\[\\]{}:,])\\s*", "$1");
  }

  @ParameterizedTest
  @CsvSource({
    "'', expected an object",
    "'{', not JSON",
    "'[]', expected an object",
    "'7', expected an object"
  })
  void whatIsNotAnObjectIsRefused(String json, String complaint) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(Bmv2FormatException.class)
        .hasMessageContaining(complaint);
  }
}
