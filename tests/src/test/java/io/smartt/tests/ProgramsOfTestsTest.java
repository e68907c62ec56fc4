package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A test says which programs of the machine it needs, and is skipped where one is missing. */
class ProgramsOfTestsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path TESTS = ROOT.resolve("tests");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"(\\w+)\"\\)");

  /** Kinds of tests whose programs have deadlines. */
  private static final Set<String> REAL_TIME = Set.of("netns", "docker", "slurm", "ssh");

  /** Programs whose names are also fabrics, executors and types: commands begin with a list. */
  private static final List<String> WORDS = List.of("docker", "ssh", "ip", "python3");

  /** Names of programs that are something else here: file, then why. */
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("VerbParserTest.java", "the shell's own ping, parsed only"),
          Map.entry("ShellCommandTest.java", "pings of virtual hosts"),
          Map.entry("ShellEditsTest.java", "pings of virtual hosts"),
          Map.entry("TutorialRunTest.java", "commands of virtual hosts"),
          Map.entry("P4CompilerTest.java", "programs that the test itself writes"),
          Map.entry("LauncherTest.java", "a program that is looked for and never started"),
          Map.entry("ProgramsOfTestsTest.java", "samples of this rule"),
          Map.entry("ClusterSweepTest.java", "Slurm's, which PrivateSlurm looks for"),
          Map.entry("Lab.java", "ip, which its callers' Namespaces.require looks for"),
          Map.entry("Netns.java", "ip, likewise"),
          Map.entry("Drill.java", "what NetnsDrillsTest and DockerRunTest declare"),
          Map.entry("DrillGround.java", "ip and docker, which those two look for"));

  /** What a class calls that needs a kind, next to {@code @Needs(kind = "KIND"}. */
  private static final Map<String, String> HELPERS =
      Map.of(
          "netns", "Namespaces.require(",
          "docker", "PrivateDocker.start(",
          "slurm", "new PrivateSlurm(",
          "ssh", "new PrivateSshd(");

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().contains("/src/test/java/"))
          .filter(file -> !file.toString().contains("/target/"))
          .filter(file -> file.toString().endsWith(".java"))
          .toList();
    }
  }

  /** The programs that a source starts by its literals, as first word or as a command in one. */
  private static List<String> started(String source) {
    List<String> names = new ArrayList<>();
    Matcher literal = LITERAL.matcher(source);
    while (literal.find()) {
      for (String name : Machine.PACKAGES.keySet()) {
        boolean word = WORDS.contains(name);
        boolean alone =
            literal.group(1).equals(name)
                && (!word || source.startsWith("List.of(", literal.start() - "List.of(".length()));
        boolean inCommand =
            literal.group(1).matches("(?:.*(?:[;&|(]|\\bh\\d+) *)?" + name + " .*-.*");
        if (alone || inCommand) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /** Where a source says what it needs. */
  private static String declared(String source) {
    return Pattern.compile(
            "(?:@Needs|Namespaces\\.require|Machine\\.\\w+|ExternalTool\\.named|NEEDED"
                + " =)[^;]*?[)};]",
            Pattern.DOTALL)
        .matcher(source)
        .results()
        .map(MatchResult::group)
        .map(text -> text.contains("Namespaces") ? text + "\"ip\"" : text)
        .collect(Collectors.joining());
  }

  /** Programs that a source starts and does not declare. */
  private static List<String> undeclared(String source) {
    String declared = declared(source);
    return started(source).stream()
        .distinct()
        .filter(name -> !declared.contains("\"" + name + "\""))
        .toList();
  }

  @Test
  void eachTestDeclaresTheProgramsThatItStarts() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path file : sources()) {
      if (!OTHERS.containsKey(file.getFileName().toString())) {
        String source = Files.readString(file);
        undeclared(source).stream()
            .forEach(name ->
                wrong.add(ROOT.relativize(file) + " starts " + name + " and does not declare it"));
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void eachTagIsOneThatItsClassLooksFor() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path file : sources()) {
      String source = Files.readString(file);
      TAG.matcher(source)
          .results()
          .map(match -> match.group(1))
          .distinct()
          .filter(tag -> !looksFor(source, tag))
          .forEach(tag -> wrong.add(ROOT.relativize(file) + " does not look for " + tag));
    }
    assertThat(wrong).isEmpty();
  }

  /** Classes run side by side; those that work in real time would make each other late. */
  @Test
  void whatWorksInRealTimeRunsOneAfterTheOther() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path file : sources()) {
      String source = Files.readString(file);
      boolean realTime =
          TAG.matcher(source).results().anyMatch(match -> REAL_TIME.contains(match.group(1)));
      boolean oneByOne = source.contains("@Execution(ExecutionMode.SAME_THREAD)\nclass ");
      boolean alone = source.contains("@Isolated\nclass ");
      if (realTime && !oneByOne && !alone) {
        wrong.add(ROOT.relativize(file) + " is neither SAME_THREAD nor @Isolated");
      }
      boolean packets = source.contains("@Tag(\"netns\")") || source.contains("@Tag(\"docker\")");
      if (oneByOne && packets && file.startsWith(TESTS)) {
        wrong.add(ROOT.relativize(file) + " has real packets and is not @Isolated");
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static boolean looksFor(String source, String tag) {
    String code = TAG.matcher(source).replaceAll("");
    return code.contains('"' + tag + '"')
        || code.contains(HELPERS.getOrDefault(tag, "nothing else"));
  }

  /** Each way of writing a command that the rule must see. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "shell(\"h1 socat -u a b\")              | socat",
        "List.of(\"socat\", \"-u\")              | socat",
        "run(\"true && socat -u a\")             | socat",
        "@Needs(kind = \"netns\", value = {\"ping\", \"socat\"}) x(\"h1 socat -u\") | ``",
        "Namespaces.require(\"socat\"); x(\"socat\") | ``",
        "Namespaces.require(); x(\"ip\")         | ``",
        "say(\"socat is a program\")             | ``"
      })
  void aSourceThatStartsAProgramIsSeen(String source, String found) {
    assertThat(String.join(" ", undeclared(source))).isEqualTo(found);
  }
}
