package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Names of classes and methods in scripts and in strings, which no compiler checks. The JVM ignores
 * a {@code CompileCommand} for a method that does not exist.
 */
@Timeout(60)
class NamesInTextTest {
  private static final Path ROOT = Path.of("..");
  private static final Path LAUNCHER = ROOT.resolve("smartt");

  /** Packages as the launcher writes them: without the prefix that its loop adds. */
  private static final Pattern METHOD =
      Pattern.compile("(?<![\\w.])(?:io\\.smartt\\.)?([a-z0-9.]+\\.[A-Z]\\w*)::(\\w+)");

  private static final Pattern CLASS = Pattern.compile("\\bio\\.smartt\\.[a-z0-9.]+\\.[A-Z]\\w*");
  private static final Pattern QUOTED_CLASS = Pattern.compile("\"(" + CLASS.pattern() + ")\"");

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Files of a kind of all modules, nested ones among them. */
  private static List<Path> filesOfMain(String kind) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> folders = Files.walk(ROOT, 2)) {
      for (Path module : folders.toList()) {
        Path sources = module.resolve("src/main").resolve(kind);
        if (Files.isDirectory(sources)) {
          try (Stream<Path> files = Files.walk(sources)) {
            files.filter(Files::isRegularFile).forEach(found::add);
          }
        }
      }
    }
    return found;
  }

  private static boolean exists(String type) {
    return find(type).isPresent();
  }

  private static boolean declares(String type, String method) {
    return find(type).stream()
        .flatMap(found -> Arrays.stream(found.getDeclaredMethods()))
        .anyMatch(declared -> declared.getName().equals(method));
  }

  private static Optional<Class<?>> find(String type) {
    try {
      return Optional.of(Class.forName(type, false, NamesInTextTest.class.getClassLoader()));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  @Test
  void theLauncherNamesMethodsThatExist() {
    List<MatchResult> named = METHOD.matcher(text(LAUNCHER)).results().toList();

    assertThat(named).hasSizeGreaterThan(10);
    assertThat(named)
        .filteredOn(match -> !declares("io.smartt." + match.group(1), match.group(2)))
        .extracting(MatchResult::group)
        .isEmpty();
  }

  @Test
  void theLauncherAndTheDockerfileNameClassesThatExist() throws IOException {
    List<Path> files = Stream.concat(Stream.of(LAUNCHER), filesOfMain("docker").stream()).toList();

    for (Path file : files) {
      List<String> named =
          CLASS.matcher(text(file)).results().map(match -> match.group()).distinct().toList();
      assertThat(named).as(file.toString()).isNotEmpty();
      assertThat(named).as(file.toString()).allMatch(NamesInTextTest::exists);
    }
    assertThat(files).hasSizeGreaterThan(1);
  }

  @Test
  void stringsOfTheProgramNameClassesThatExist() throws IOException {
    TreeSet<String> named = new TreeSet<>();
    for (Path file : filesOfMain("java")) {
      QUOTED_CLASS.matcher(text(file)).results().forEach(match -> named.add(match.group(1)));
    }

    assertThat(named).isNotEmpty().allMatch(NamesInTextTest::exists);
  }
}
