package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.launch.Fabrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals of a run: those that its program takes off a packet, unless the user says others. */
@Timeout(60)
class ProgramSignalsTest {
  private static final Path EXAMPLE = Path.of("..", "docs", "extend", "co-design");
  private static final String DEPTH = EXAMPLE.resolve("depth.json").toString();
  private static final String HOPS =
      Path.of("..", "tests", "src", "test", "resources", "programs", "hops.json").toString();
  private static final String CONTROL = EXAMPLE.resolve("DepthControl.java").toString();

  @TempDir private Path folder;

  private static ExperimentSpec spec(String... assignments) {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load("virtual", Map.of("workload", "incast:4x64KiB"), List.of(assignments), false);
  }

  private static String signals(String... assignments) {
    return SettingKeys.TRANSPORT.read(spec(assignments).settings()).signals();
  }

  @Test
  void theParserSaysWhichFieldsThereAre() {
    assertThat(signals()).isEqualTo("program");
    assertThat(signals("program=" + DEPTH)).isEqualTo("program path.depth:32");
    assertThat(signals("program=" + HOPS))
        .isEqualTo("program trail.count:8, hops[].pad:7, hops[].port:9, hops[].depth:24");
  }

  /** Another name, other widths, one that no algorithm can read, and no other change. */
  @Test
  void namesAndWidthsAreTheProgramsOwn() throws IOException {
    String json = Files.readString(Path.of(DEPTH));
    Path other = folder.resolve("other.json");
    String field = "\"depth\", 32, false]";
    assertThat(json).contains(field);
    Files.writeString(
        other,
        json.replace("\"path\"", "\"csig\"")
            .replace(
                field,
                "\"signal\", 20, false], [\"kind\", 4, false], [\"id\", 128, false],"
                    + " [\"depth\", 32, false]"));
    Files.copy(EXAMPLE.resolve("depth.p4info.txtpb"), folder.resolve("other.p4info.txtpb"));
    assertThat(signals("program=" + other))
        .isEqualTo("program csig.signal:20, csig.kind:4, _:128, csig.depth:32");
  }

  /** A field of any width counts the hops. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[\"count\", 5, false], [\"rest\", 3, false] | trail.count:5, trail.rest:3",
        "[\"count\", 16, false] | trail.count:16",
        "[\"a\", 1, false], [\"count\", 63, false] | trail.a:1, trail.count:63"
      })
  void aStackThatGrowsIsFound(String fields, String layout) throws IOException {
    assertThat(signals("program=" + hops("[\"count\", 8, false]", fields)))
        .isEqualTo("program " + layout + ", hops[].pad:7, hops[].port:9, hops[].depth:24");
  }

  /** Elements that are there always, a second stack, and more than a block holds. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"value\": \"trail\"}], \"op\": \"extract\"} | \"value\": \"trail\"}], \"op\":"
            + " \"extract\"}, {\"op\": \"extract\", \"parameters\": [{\"type\": \"stack\","
            + " \"value\": \"hops\"}]} | ' off data packets: signal 'hops[0].pad:7': accepted are"
            + " header.field:BITS",
        "[\"count\", 8, false] | [\"count\", 8, false], [\"big\", 1008, false]"
            + " | _:1008, hops[].pad:7, hops[].port:9, hops[].depth:24' off data packets: signals"
            + " have 127 bytes, accepted is at most 126; see docs/extend/co-design.md, or set"
            + " transport.signals=none"
      })
  void whatIsNoLayoutIsRefusedWithTheProgram(String from, String to, String message)
      throws IOException {
    String file = hops(from, to);

    assertThatThrownBy(() -> spec("program=" + file))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith(file + " takes 'program trail.count:8, ")
        .hasMessageContaining(message);
    assertThat(signals("program=" + file, "transport.signals=none")).isEqualTo("none");
  }

  private String hops(String from, String to) throws IOException {
    String json = new ObjectMapper().readTree(Path.of(HOPS).toFile()).toPrettyString();
    json = json.replaceAll("\\s+", " ").replace(" :", ":").replace("[ ", "[").replace(" ]", "]");
    json = json.replace("{ ", "{").replace(" }", "}");
    assertThat(json).contains(from);
    Path file = folder.resolve("hops.json");
    Files.writeString(file, json.replace(from, to));
    Files.copy(
        Path.of(HOPS.replace(".json", ".p4info.txtpb")), folder.resolve("hops.p4info.txtpb"));
    return file.toString();
  }

  /** A parser that goes on behind every PDS header has no signals. */
  @Test
  void whatIsTakenOffEveryPacketIsNoSignal() throws IOException {
    JsonNode program = new ObjectMapper().readTree(Path.of(DEPTH).toFile());
    for (JsonNode state : program.at("/parsers/0/parse_states")) {
      if (state.path("name").textValue().equals("parse_pds")) {
        ((ObjectNode) state.at("/transitions/3")).put("next_state", "parse_plain");
      }
    }
    Path file = folder.resolve("always.json");
    Files.writeString(file, program.toString());
    assertThat(signals("program=" + file)).isEqualTo("program");
  }

  @Test
  void packetsAreAsMuchLongerAsTheBlock() {
    ExperimentSpec plain = spec();
    ExperimentSpec signalled = spec("program=" + DEPTH);
    assertThat(signalled.packets().mtuBytes() - plain.packets().mtuBytes()).isEqualTo(6);
  }

  @Test
  void whatTheUserSaysStands() {
    assertThat(signals("program=" + DEPTH, "transport.signals=none")).isEqualTo("none");
    assertThat(signals("transport.signals=csig.x:16")).isEqualTo("csig.x:16");
    assertThatThrownBy(() -> spec("transport.signals=csig.x"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("signal 'csig.x': accepted are header.field:BITS");
  }

  /** An experiment that is repeated with another program has the signals of that. */
  @Test
  void theyFollowTheProgram() {
    ExperimentSpec depth = spec("program=" + DEPTH);
    ExperimentSpec hops = depth.withSettings(depth.settings().with("program", HOPS));
    assertThat(SettingKeys.TRANSPORT.read(hops.settings()).signals())
        .isEqualTo("program trail.count:8, hops[].pad:7, hops[].port:9, hops[].depth:24");
    ExperimentSpec none = hops.withSettings(hops.settings().with("program", "smartt"));
    assertThat(SettingKeys.TRANSPORT.read(none.settings()).signals()).isEqualTo("program");
    ExperimentSpec own = spec("program=" + DEPTH, "transport.signals=a.b:32");
    ExperimentSpec other = own.withSettings(own.settings().with("program", "smartt"));
    assertThat(SettingKeys.TRANSPORT.read(other.settings()).signals()).isEqualTo("a.b:32");
    assertThatThrownBy(() -> own.withSettings(own.settings().with("program", HOPS)))
        .hasMessage(
            "transport.signals is 'a.b:32', but "
                + HOPS
                + " takes 'program trail.count:8, hops[].pad:7, hops[].port:9, hops[].depth:24' off"
                + " data packets; accepted are as many bytes, or none");
  }

  /** What is wrong is said of the program, not of its signals. */
  @Test
  void aProgramThatIsNotThereIsNotOneWithoutSignals() {
    ExperimentSpec none = spec("program=none.json", "scheme=" + CONTROL);

    assertThatThrownBy(() -> SwitchProgram.load(none.program())).hasMessageContaining("none.json");
  }

  @Test
  void aSchemeWhoseSignalIsMissingIsRefusedWithBothNames() {
    assertThat(spec("program=" + DEPTH, "scheme=" + CONTROL).scheme().name())
        .isEqualTo("depth-control");
    assertThatThrownBy(() -> spec("scheme=" + CONTROL))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "scheme 'depth-control' reads the signal 'path.depth', but packets carry none (program"
                + " smartt); see docs/extend/co-design.md");
    assertThatThrownBy(() -> spec("program=" + HOPS, "scheme.h2=" + CONTROL))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(
            "'path.depth', but packets carry only trail.count, hops[].pad, hops[].port,"
                + " hops[].depth (program ");
  }

  /** The loading of the program says what is wrong with it, and names the file. */
  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"pipelines\": []}", "no JSON"})
  void aFileThatIsNoProgramHasNone(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("broken.json"), text);
    assertThat(signals("program=" + file)).isEqualTo("program");
    assertThat(signals("program=" + folder.resolve("missing.json"))).isEqualTo("program");
  }

  @ParameterizedTest
  @ValueSource(strings = {"depth.p4", "../schemes/int.p4", "../schemes/csig.p4"})
  void theSourceOfAnExampleIsTheProgramWithTheSignal(String file) throws IOException {
    Stream<String> lines = Files.readString(EXAMPLE.resolve(file)).lines();
    StringBuilder rest = new StringBuilder();
    boolean[] inSignal = {false};
    lines
        .dropWhile(line -> !line.startsWith("#include"))
        .forEach(line -> {
          inSignal[0] |= line.strip().equals("/* signal */");
          if (!inSignal[0]) {
            rest.append(line.replace("signalled_t hdr", "headers_t hdr")).append('\n');
          }
          inSignal[0] &= !line.strip().equals("/* end of signal */");
        });
    String source = Files.readString(Path.of("..", "p4", "src", "main", "p4", "smartt.p4"));
    String accepted = "        packet.extract(hdr.pds);\n";
    assertThat(rest.toString())
        .isEqualToIgnoringWhitespace(
            source
                .substring(source.indexOf("#include"))
                .replace(accepted + "        transition accept;\n", accepted));
  }
}
