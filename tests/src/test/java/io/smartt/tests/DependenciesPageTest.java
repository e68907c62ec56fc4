package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page of libraries: each artifact that a POM names has a row with a licence and a reason. */
@Timeout(30)
class DependenciesPageTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<dependency>\\s*(?:<!--.*?-->\\s*)?<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)<",
          Pattern.DOTALL);
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "<(dependencyManagement|pluginManagement|plugins|exclusions)>.*?</\\1>", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  private static List<String> poms() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT, 3)) {
      return files
          .filter(file -> file.getFileName().toString().equals("pom.xml"))
          .map(DependenciesPageTest::text)
          .toList();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of tables of five cells, which are those of Maven's artifacts. */
  private static List<String[]> rows() {
    return text(ROOT.resolve("docs/internals/dependencies.md"))
        .lines()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| library |"))
        .map(line -> line.substring(2).split(" \\|(?: |$)", -1))
        .filter(cells -> cells.length == 6)
        .toList();
  }

  private static Set<String> named() {
    return rows().stream()
        .flatMap(cells -> NAME.matcher(cells[1]).results())
        .map(name -> name.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyDirectDependencyHasARow() throws IOException {
    Set<String> direct = new TreeSet<>();
    for (String pom : poms()) {
      Matcher each = DEPENDENCY.matcher(ELSEWHERE.matcher(pom).replaceAll(""));
      while (each.find()) {
        if (!each.group(1).equals("io.smartt")) {
          direct.add(each.group(2));
        }
      }
    }

    assertThat(direct).hasSizeGreaterThan(30);
    assertThat(named()).containsAll(direct);
  }

  @Test
  void everyArtifactOfThePageIsInAPom() throws IOException {
    String all = String.join("\n", poms());

    assertThat(named())
        .allSatisfy(name -> assertThat(all).contains("<artifactId>" + name + "</artifactId>"));
  }

  @Test
  void everyRowHasALicenceAndAReason() {
    assertThat(rows())
        .hasSizeGreaterThan(30)
        .allSatisfy(cells -> assertThat(cells[1]).matches("(`[^`]+` ?)+"))
        .allSatisfy(
            cells -> assertThat(cells[2]).matches("[A-Z][A-Za-z0-9.()-]+(,? [A-Za-z0-9.()-]+)*"))
        .allSatisfy(cells -> assertThat(cells[4]).isNotBlank());
  }
}
