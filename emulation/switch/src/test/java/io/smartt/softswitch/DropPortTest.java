package io.smartt.softswitch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link DropPort}: what {@code mark_to_drop} does in BMv2, as assignments. */
class DropPortTest {
  private static final String MARK =
      "{'op': 'mark_to_drop', 'parameters': [{'type': 'header', 'value': 'standard_metadata'}]}";
  private static final String OTHER = "{'op': 'other', 'parameters': [], 'source_info': {}}";
  private static final String DROPS_AT_7 = assign("egress_spec", "0x0007");
  private static final String NO_GROUP = assign("mcast_grp", "0x0000");

  private static String assign(String field, String value) {
    return ("{'op': 'assign', 'parameters': [{'type': 'field', 'value': ['standard_metadata',"
            + " '%s']}, {'type': 'hexstr', 'value': '%s'}]}")
        .formatted(field, value);
  }

  private static String jump(String to) {
    return "{'op': '_jump', 'parameters': [{'type': 'hexstr', 'value': '" + to + "'}]}";
  }

  private static String jumpIfZero(String to) {
    return ("{'op': '_jump_if_zero', 'parameters': [{'type': 'field', 'value': ['m', '0x9']},"
            + " {'type': 'hexstr', 'value': '%s'}]}")
        .formatted(to);
  }

  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(ISO_8859_1);
  }

  /** A program of one action, with these fields in its standard metadata and another header. */
  private static byte[] program(String standard, String other, List<String> primitives) {
    return json(
        """
        {'header_types': [
          {'name': 'other_t', 'fields': [['%s', 16, false]]},
          {'name': 'standard_t', 'fields': [['egress_spec', 9, false], ['%s', 16, false]]}],
         'headers': [
          {'name': 'other', 'header_type': 'other_t'},
          {'name': 'standard_metadata', 'header_type': 'standard_t'}],
         'actions': [{'name': 'empty'}, {'name': 'a', 'primitives': [%s]}]}
        """
            .formatted(other, standard, String.join(",", primitives)));
  }

  private static JsonNode tree(byte[] json) {
    try {
      return new ObjectMapper().readTree(json);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void becomes(List<String> before, List<String> after) {
    assertThat(tree(DropPort.into(program("mcast_grp", "x", before), 7)))
        .isEqualTo(tree(program("mcast_grp", "x", after)));
  }

  @Test
  void theUsualPortLeavesTheProgramAsItIs() {
    byte[] program = program("mcast_grp", "x", List.of(MARK));
    assertThat(DropPort.into(program, DropPort.DEFAULT)).isSameAs(program);
  }

  @Test
  void markingSendsToTheDropPortAndToNoGroup() {
    becomes(List.of(OTHER, MARK, OTHER), List.of(OTHER, DROPS_AT_7, NO_GROUP, OTHER));
    becomes(List.of(MARK, MARK), List.of(DROPS_AT_7, NO_GROUP, DROPS_AT_7, NO_GROUP));
    becomes(List.of(OTHER), List.of(OTHER));
  }

  @Test
  void withoutGroupsInItsStandardMetadataThePortIsAll() {
    for (String other : List.of("x", "mcast_grp")) {
      assertThat(tree(DropPort.into(program("y", other, List.of(MARK)), 7)))
          .isEqualTo(tree(program("y", other, List.of(DROPS_AT_7))));
    }
    byte[] bare = json("{'actions': [{'primitives': [" + MARK + "]}]}");
    assertThat(tree(DropPort.into(bare, 7)))
        .isEqualTo(tree(json("{'actions': [{'primitives': [" + DROPS_AT_7 + "]}]}")));
  }

  @Test
  void jumpsGoWhereTheyWent() {
    becomes(
        List.of(jumpIfZero("0x00000003"), MARK, jump("0x5"), OTHER, OTHER),
        List.of(jumpIfZero("0x4"), DROPS_AT_7, NO_GROUP, jump("0x6"), OTHER, OTHER));
    becomes(
        List.of(jumpIfZero("0x1"), MARK, OTHER),
        List.of(jumpIfZero("0x1"), DROPS_AT_7, NO_GROUP, OTHER));
    becomes(
        List.of(jumpIfZero("0x2"), MARK, jumpIfZero("0x4"), MARK, OTHER),
        List.of(
            jumpIfZero("0x3"),
            DROPS_AT_7,
            NO_GROUP,
            jumpIfZero("0x6"),
            DROPS_AT_7,
            NO_GROUP,
            OTHER));
  }

  /**
   * A controller may send anything, which is the loader's to refuse: also bytes that begin as
   * UTF-32 does and are none, and a jump to no number.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "\0\0\0{\u00ff\u00ff\u00ff\u00ff",
        "{\"actions\":[{\"primitives\":[{\"op\":\"_jump\",\"parameters\":[{\"value\":\"x\"}]},"
            + "{\"op\":\"mark_to_drop\"}]}],\"headers\":[{\"name\":\"standard_metadata\","
            + "\"header_type\":\"s\"}],\"header_types\":[{\"name\":\"s\","
            + "\"fields\":[[\"mcast_grp\",16,false]]}]}"
      })
  void whatIsMalformedIsGivenBackForTheLoaderToRefuse(String text) {
    byte[] json = text.getBytes(ISO_8859_1);
    assertThat(DropPort.into(json, 7)).isEqualTo(json);
    assertThatThrownBy(() -> Bmv2Program.load(DropPort.into(json, 7)))
        .isInstanceOf(Bmv2FormatException.class);
  }
}
