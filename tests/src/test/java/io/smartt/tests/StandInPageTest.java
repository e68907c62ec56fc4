package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on stand-ins names tests that exist. */
class StandInPageTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)#(\\w+)`");

  @Test
  void theTestsThatItNamesExist() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/operate/stand-in.md"));
    List<MatchResult> named = NAMED.matcher(page).results().toList();

    assertThat(named).hasSizeGreaterThan(30);
    for (MatchResult test : named) {
      assertThat(Files.readString(source(test.group(1))))
          .as(test.group())
          .containsPattern("void " + test.group(2) + "\\(");
    }
  }

  private static Path source(String name) throws IOException {
    for (String module : List.of("tests", "emulation", "emulation/testbed", "host-agent/agent")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        var found = files.filter(file -> file.endsWith(name + ".java")).findFirst();
        if (found.isPresent()) {
          return found.get();
        }
      }
    }
    throw new AssertionError("no test " + name);
  }
}
