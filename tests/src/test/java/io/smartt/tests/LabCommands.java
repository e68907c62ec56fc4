package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.experiment.report.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Commands on labs, as processes of their own whose labs are in a test's folder; what the test left
 * up is taken down behind it.
 */
final class LabCommands implements AfterEachCallback {
  private final Supplier<Path> temp;

  /**
   * @param temp gives the test's folder, which is made after this
   */
  LabCommands(Supplier<Path> temp) {
    this.temp = temp;
  }

  /** Starts a command whose messages go to a file. */
  Process start(Path said, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(OwnJvm.command());
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
    builder.environment().put("XDG_STATE_HOME", temp.get().resolve("state").toString());
    return builder.start();
  }

  /** Runs a command to its end. */
  Netns.Ended smartt(String... arguments) throws IOException, InterruptedException {
    Path said = Files.createTempFile(temp.get(), "said", ".txt");
    int status = start(said, arguments).waitFor();
    return new Netns.Ended(status, Files.readString(said, StandardCharsets.UTF_8));
  }

  /** Where a lab keeps its facts while it is up. */
  Path folder(String name) {
    return temp.get().resolve("state/smartt/labs").resolve(name);
  }

  /** What a lab says of itself. */
  JsonNode facts(String name) throws IOException {
    return new ObjectMapper().readTree(folder(name).resolve("lab.json").toFile());
  }

  /** The process that has a lab. */
  long process(String name) throws IOException {
    return facts(name).get("process").asLong();
  }

  /** Ends a lab as one that ran out of memory. */
  void kill(String name) throws Exception {
    ProcessHandle lab = ProcessHandle.of(process(name)).orElseThrow();
    lab.destroyForcibly();
    lab.onExit().get(20, TimeUnit.SECONDS);
  }

  @Override
  public void afterEach(ExtensionContext test) throws IOException, InterruptedException {
    if (Files.exists(folder("mine"))) {
      assertThat(smartt("lab", "down", "mine").status()).isZero();
    }
  }

  /** Looks now and then: the run needs the core on which somebody else would spin. */
  static void awaitBegun(Path out, Process run) {
    PrivateSlurm.await(
        "the run's folder", () -> Files.exists(out.resolve("summary.json")) || !run.isAlive());
  }

  static String[] with(String[] some, String... more) {
    return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
  }

  static JsonNode summary(Path run) throws IOException {
    return RunFolder.summary(run);
  }

  /** The paths of the summary that have a value. */
  static List<String> known(Path run) throws IOException {
    List<String> paths = new ArrayList<>();
    known("", summary(run), paths);
    // A busy machine has one line more to say.
    return paths.stream()
        .filter(path -> !path.startsWith("/events") && !path.startsWith("/untimelyBecause"))
        .sorted()
        .toList();
  }

  private static void known(String path, JsonNode node, List<String> into) {
    if (node.isObject()) {
      node.properties()
          .forEach(entry -> known(path + "/" + entry.getKey(), entry.getValue(), into));
    } else if (!node.isNull()) {
      into.add(path);
    }
  }
}
