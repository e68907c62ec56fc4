package io.smartt.emulation.cli.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.emulation.cli.Smartt;
import io.smartt.needs.Experiment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code smartt scheme}, and the page that takes a reader through it. */
@Timeout(300)
class SchemeCommandTest {
  @TempDir private Path temp;

  private record Ran(int status, String out, String err) {}

  private static Ran smartt(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Smartt.execute(new PrintWriter(out), new PrintWriter(err), args);
    return new Ran(status, out.toString(), err.toString());
  }

  private String file(String name) throws IOException {
    try (var in = SchemeCommandTest.class.getResourceAsStream("/own/" + name)) {
      return Files.write(temp.resolve(name), in.readAllBytes()).toString();
    }
  }

  private JsonNode check(int status, String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of("scheme", "check", "--json"));
    all.addAll(List.of(args));
    Ran ran = smartt(all.toArray(String[]::new));
    assertThat(ran.status()).as(ran.err()).isEqualTo(status);
    return new ObjectMapper().readTree(ran.out());
  }

  @Test
  void aCopyOfABuiltInSchemeScoresTheSame() throws IOException {
    JsonNode card =
        check(0, file("DctcpCopy.java"), "--scenarios", "incast,loss", "--beside", "dctcp");

    assertThat(card.path("verdict").asText()).isEqualTo("passed");
    assertThat(card.path("properties").findValuesAsText("name"))
        .containsExactly("window-bounds", "in-flight", "no-allocation", "exactly-once");
    assertThat(card.path("properties").findValuesAsText("held")).containsOnly("true");
    JsonNode scores = card.path("scores");
    assertThat(scores.findValuesAsText("scheme"))
        .containsExactly("dctcp-copy", "dctcp", "dctcp-copy", "dctcp");
    assertThat(scores.path(0).path("lastFinishUs")).isEqualTo(scores.path(1).path("lastFinishUs"));
    assertThat(scores.path(0).path("slowdown")).isEqualTo(scores.path(1).path("slowdown"));
    assertThat(card.path("ack").path("reference").asText()).isEqualTo("smartt");
    assertThat(temp.resolve("scorecard.png")).isNotEmptyFile();
    assertThat(temp.resolve("scorecard.svg")).content().contains("<svg").contains("<path");
  }

  @ParameterizedTest
  @Experiment
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NeverOpens.java | incast: 15 of 15 flows did not finish
          Throws.java | window-bounds: scheme 'throws' threw in onAck: Throws.java:29: ArithmeticException
          Allocates.java | no-allocation: 8
          TakesAll.java | window-bounds: scheme 'takes-all' threw in onAck: TakesAll.java:28: OutOfMemoryError
          """)
  void aBadOneIsAResult(String name, String message) throws IOException {
    JsonNode card = check(1, file(name), "--scenarios", "incast", "--beside", "dctcp");

    assertThat(card.path("verdict").asText()).isEqualTo("failed");
    assertThat(card.path("message").asText()).startsWith(message);
  }

  @Test
  @Experiment
  void aLoadBalancerIsCheckedNextToBuiltInOnes() throws IOException {
    JsonNode card =
        check(
            0,
            file("Alternating.java"),
            "--balancer",
            "--scenarios",
            "dead-link,loss",
            "--beside",
            "reps,ops");

    assertThat(card.path("role").asText()).isEqualTo("load-balancer");
    assertThat(card.path("properties").findValuesAsText("name"))
        .containsExactly("entropy-range", "repeatable", "no-allocation", "exactly-once");
    assertThat(card.path("ack").path("reference").asText()).isEqualTo("reps");
    JsonNode scores = card.path("scores");
    assertThat(scores.findValuesAsText("scheme"))
        .containsExactly("alternating", "reps", "ops", "alternating", "reps", "ops");
    // REPS goes around a dead link, one value after the other runs into it again and again.
    assertThat(scores.path(0).path("timeouts").asInt())
        .isGreaterThan(2 * scores.path(1).path("timeouts").asInt());
  }

  @Test
  void aCarelessLoadBalancerFails() throws IOException {
    JsonNode card = check(1, file("Careless.java"), "--balancer", "--scenarios", "loss");

    assertThat(card.path("verdict").asText()).isEqualTo("failed");
    assertThat(card.path("message").asText()).startsWith("entropy-range: an entropy of 6");
    assertThat(card.path("properties").path(1).path("held").asBoolean()).isFalse();
    assertThat(check(1, file("Alternating.java")).path("message").asText())
        .contains("has no 'public static final CongestionControl'");
  }

  @Test
  void oneThatHangsEndsWithItsTime() throws IOException {
    JsonNode card = check(1, file("LoopsForEver.java"), "--time", "100ms");

    assertThat(card.path("verdict").asText()).isEqualTo("timeout");
    assertThat(card.path("scheme").isNull()).isTrue();
  }

  @Test
  void oneThatDoesNotCompileIsRefusedWithItsLine() throws IOException {
    String file = file("Throws.java");
    Files.writeString(Path.of(file), Files.readString(Path.of(file)).replace("acks++;", "acks++"));

    JsonNode card = check(1, file);

    assertThat(card.path("verdict").asText()).isEqualTo("refused");
    assertThat(card.path("message").asText()).isEqualTo("scheme: Throws.java:27:11: ';' expected");
  }

  @Test
  void wrongRequestsAreNamed() throws IOException {
    assertThat(smartt("scheme", "check", "nosuch.java").err()).contains("there is no file nosuch");
    assertThat(smartt("scheme", "check", "smartt").status()).isEqualTo(2);
    assertThat(smartt("scheme", "check", file("Throws.java"), "--scenarios", "incats").err())
        .contains("unknown scenario 'incats', did you mean incast?");
    assertThat(smartt("scheme", "check", file("Throws.java"), "--beside", "dctpc").status())
        .isEqualTo(2);
    assertThat(smartt("scheme", "new", "My Control").err()).contains("'My Control' is no name");
  }

  @Test
  void aFileThatIsThereIsNotReplaced() {
    String file = temp.resolve("Mine.java").toString();

    assertThat(smartt("scheme", "new", "mine", "-o", file).status()).isZero();
    assertThat(smartt("scheme", "new", "mine", "-o", file).err()).contains("is in the way");
  }

  /** Every command of the page, in its order, with files in a folder of the test's. */
  @Test
  @Experiment
  void thePageRuns() throws IOException {
    List<String> commands =
        Files.readAllLines(page()).stream().filter(line -> line.startsWith("./smartt ")).toList();

    assertThat(commands).hasSizeGreaterThan(6);
    for (String command : commands) {
      String[] args =
          Arrays.stream(command.split(" ", -1)).skip(1).map(this::here).toArray(String[]::new);
      if (command.startsWith("./smartt scheme new")) {
        String made = command.contains("my-paths") ? "MyPaths.java" : "MyControl.java";
        args =
            Stream.concat(Arrays.stream(args), Stream.of("-o", here(made))).toArray(String[]::new);
      }
      Ran ran = smartt(args);
      assertThat(ran.status()).as("%s: %s", command, ran.err()).isZero();
    }
    assertThat(temp.resolve("runs/mine/report.html")).exists();
  }

  private String here(String word) {
    return word.replace("MyControl.java", temp.resolve("MyControl.java").toString())
        .replace("MyPaths.java", temp.resolve("MyPaths.java").toString())
        .replaceFirst("^runs/", temp + "/runs/");
  }

  private static Path page() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("docs"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder above has docs/");
    }
    return folder.resolve("docs/extend/own-algorithm.md");
  }
}
