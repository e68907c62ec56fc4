package io.smartt.p4.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.needs.Machine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON and P4Info in the resources are compiled from the sources next to them. */
class CompiledProgramTest {
  private static byte[] resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            CompiledProgramTest.class.getResourceAsStream("/io/smartt/p4/programs/" + name),
            name)) {
      return in.readAllBytes();
    }
  }

  private static String sha256(byte[] content) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
  }

  @Test
  void theSourcesAreThoseThatWereCompiled() throws IOException, NoSuchAlgorithmException {
    String recorded = new String(resource("smartt.sha256"), StandardCharsets.UTF_8);

    String actual =
        sha256(resource("headers.p4"))
            + "  headers.p4\n"
            + sha256(resource("smartt.p4"))
            + "  smartt.p4\n";

    assertThat(actual)
        .as("smartt.p4 or headers.p4 changed: compile again and record the new SHA-256")
        .isEqualTo(recorded);
  }

  @ParameterizedTest
  @CsvSource({"smartt, -DQUEUE_BYTES", "smartt-packets, -DQUEUE_PACKETS"})
  void p4cOnThePathMakesTheSameJsonAndP4Info(String program, String define, @TempDir Path folder)
      throws IOException, InterruptedException {
    for (String source : List.of("headers.p4", "smartt.p4")) {
      Files.write(folder.resolve(source), resource(source));
    }
    compile(folder, folder, define, "smartt.p4");
    assertMade(
        folder,
        resource(program + ".json"),
        new String(resource(program + ".p4info.txtpb"), StandardCharsets.UTF_8));
  }

  /** The examples of the docs, compiled as co-design.md says. */
  @ParameterizedTest
  @ValueSource(strings = {"co-design/depth", "schemes/int", "schemes/csig"})
  void p4cMakesWhatIsNextToTheSourceOfAnExample(String example, @TempDir Path folder)
      throws IOException, InterruptedException {
    Path root = Path.of("..").toAbsolutePath().normalize();
    String source = "docs/extend/" + example + ".p4";
    Path compiled = root.resolve("docs/extend");
    for (String unit : List.of("", "-packets")) {
      String define = unit.isEmpty() ? "-DQUEUE_BYTES" : "-DQUEUE_PACKETS";
      compile(root, folder, define, "-I", "p4/src/main/p4", source);
      assertMade(
          folder,
          Files.readAllBytes(compiled.resolve(example + unit + ".json")),
          Files.readString(compiled.resolve(example + unit + ".p4info.txtpb")));
    }
  }

  /** Compiles into {@code made.json} and {@code made.p4info.txtpb} of a folder. */
  private static void compile(Path from, Path into, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Machine.program("p4c", "p4c-bm2-ss").toString());
    Collections.addAll(
        command, "--p4runtime-files", into.resolve("made.p4info.txtpb").toString(), "-o");
    command.add(into.resolve("made.json").toString());
    Collections.addAll(command, arguments);
    Process process =
        new ProcessBuilder(command).directory(from.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private static void assertMade(Path folder, byte[] json, String p4Info) throws IOException {
    assertThat(comparable(Files.readAllBytes(folder.resolve("made.json"))))
        .isEqualTo(comparable(json));
    assertThat(Files.readString(folder.resolve("made.p4info.txtpb"))).isEqualTo(p4Info);
  }

  /** Without the compiler's name and version, which say nothing about the program. */
  private static JsonNode comparable(byte[] json) throws IOException {
    ObjectNode tree = (ObjectNode) new ObjectMapper().readTree(json);
    tree.remove(List.of("program", "__meta__"));
    return tree;
  }
}
