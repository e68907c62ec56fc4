package io.smartt.p4.pipeline.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.interpreter.InterpreterProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares compiled programs, with and without a cache of flows, with interpreted ones. */
class DifferentialTest {
  private static final int PACKETS = 300;
  private static final int DRAWN = 150;
  private static final int MUTATIONS = 300;

  @ParameterizedTest
  @MethodSource("programs")
  void compiledAndInterpretedAgree(Path program) throws IOException {
    byte[] json = Files.readAllBytes(program);

    compare(json, Bmv2Reader.read(json), PACKETS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"router", "tables", "headers", "externs"})
  void theyAgreeOnMutatedPrograms(String program) throws IOException {
    Mutations mutations = new Mutations(new ObjectMapper().readTree(Device.json(program)), 11);
    int accepted = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] json = mutations.next().getBytes(UTF_8);
      String refusal = refusal(json, text -> Bmv2Program.load(text, InterpreterProgram::new));

      assertThat(refusal(json, Bmv2Program::load)).isEqualTo(refusal);
      if (refusal.isEmpty()) {
        compare(json, Bmv2Reader.read(json), 20);
        accepted++;
      }
    }
    assertThat(accepted).isGreaterThan(MUTATIONS / 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theyAgreeOnDrawnPrograms(long seed) {
    byte[] json = new RandomProgram(seed).draw();

    compare(json, Bmv2Reader.read(json), 60);
  }

  @Test
  void theyAgreeOnAStepThatIsTooLongForAMethod() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode program = mapper.readTree(Device.json("router"));
    JsonNode leaf = mapper.readTree("{\"type\": \"field\", \"value\": [\"ipv4\", \"id\"]}");
    JsonNode sum = leaf;
    for (int depth = 0; depth < 13; depth++) {
      ObjectNode operation = mapper.createObjectNode().put("op", "+");
      operation.set("left", sum);
      operation.set("right", sum);
      ObjectNode expression = mapper.createObjectNode().put("type", "expression");
      expression.set("value", operation);
      sum = expression;
    }
    ObjectNode outer = mapper.createObjectNode().put("type", "expression");
    outer.set("value", sum);
    for (JsonNode action : program.get("actions")) {
      if (action.get("name").asText().equals("ingress.to_port")) {
        ((ArrayNode) action.get("primitives").get(3).get("parameters")).set(1, outer);
      }
    }
    byte[] json = mapper.writeValueAsBytes(program);

    compare(json, Bmv2Reader.read(json), 100);
  }

  /** Fixed ones, and one that has never been tried. */
  static LongStream seeds() {
    return LongStream.concat(LongStream.range(0, DRAWN), LongStream.of(new Random().nextLong()));
  }

  private static String refusal(byte[] json, Function<byte[], PipelineProgram> engine) {
    try {
      assertThat(engine.apply(json)).isNotNull();
      return "";
    } catch (Bmv2FormatException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static void compare(byte[] json, Bmv2Config config, int packets) {
    Random random = new Random(3);
    Twins twins = new Twins(json, config);
    RandomEntries entries = new RandomEntries(config, random);
    RandomPackets drawn = new RandomPackets(config, random);
    long nowPs = 0;
    for (int i = 0; i < packets; i++) {
      if (i % 40 == 20) {
        entries.draw().forEach(change -> twins.change(List.of(change)));
      }
      byte[] bytes = drawn.draw();
      int length = bytes.length + (random.nextInt(4) == 0 ? random.nextInt(1500) : 0);
      int port = random.nextInt(10);
      // The second finds its flow, where there is a cache.
      for (int packet = 0; packet < 2; packet++) {
        nowPs += random.nextInt(1_000_000_000);
        twins.packet(bytes, length, port, nowPs);
      }
    }
    twins.compareState();
  }

  static Stream<Path> programs() throws IOException, URISyntaxException {
    return Stream.of(
            folder("/stf/key-bmv2.json"),
            folder("/programs/router.json"),
            folder("/io/smartt/p4/programs/smartt.json"))
        .flatMap(DifferentialTest::json);
  }

  private static Path folder(String resource) throws URISyntaxException {
    return Objects.requireNonNull(
        Path.of(
                Objects.requireNonNull(DifferentialTest.class.getResource(resource), resource)
                    .toURI())
            .getParent());
  }

  private static Stream<Path> json(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
