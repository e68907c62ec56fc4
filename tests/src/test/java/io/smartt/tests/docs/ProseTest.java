package io.smartt.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Pages, comments and messages keep the style of {@code .vale/styles/Smartt}. Vale itself, which
 * also warns of long sentences, runs on GitHub; this test checks its error rules in every build.
 */
@Timeout(120)
class ProseTest {
  /**
   * Folders whose Java sources are checked: comments, and string literals of more than one word.
   * All of them are "p4", "controller", "host-agent", "emulation", "tests"; one that is not listed
   * still has sentences to be rewritten. {@code -Dsmartt.prose=emulation,p4} checks others.
   */
  private static final List<String> JAVA_ROOTS =
      List.of("p4", "controller", "host-agent", "emulation", "tests");

  private static final Path STYLE = Repository.ROOT.resolve(".vale/styles/Smartt");

  private static List<String> javaRoots() {
    String asked = System.getProperty("smartt.prose", "");
    return asked.isEmpty() ? JAVA_ROOTS : List.of(asked.split(",", -1));
  }

  @Test
  void pagesKeepTheStyle() throws IOException {
    ProseRules rules = ProseRules.of(STYLE);
    List<String> offences = new ArrayList<>();
    for (Path page : Repository.files(Repository.ROOT, name -> name.endsWith(".md"))) {
      offences.addAll(rules.offences(name(page), 1, Markdown.of(Repository.text(page)).prose()));
    }

    assertThat(offences).isEmpty();
  }

  @Test
  void profilesAndScriptsKeepTheStyle() throws IOException {
    ProseRules rules = ProseRules.of(STYLE);
    List<Path> files = new ArrayList<>();
    files.addAll(
        Repository.files(Repository.ROOT.resolve("testbed-profiles"), n -> n.endsWith(".yaml")));
    files.addAll(Repository.files(Repository.ROOT.resolve(".github"), n -> n.endsWith(".yml")));
    files.addAll(Repository.files(Repository.ROOT.resolve(".ci"), name -> true));
    files.add(Repository.ROOT.resolve("smartt"));
    List<String> offences = new ArrayList<>();
    for (Path file : files) {
      for (SourceText text : SourceText.ofHashes(Repository.text(file))) {
        offences.addAll(rules.offences(name(file), text.line(), text.text()));
      }
    }

    assertThat(offences).isEmpty();
    assertThat(files).hasSizeGreaterThan(8);
  }

  @Test
  void sourcesKeepTheStyle() throws IOException {
    ProseRules rules = ProseRules.of(STYLE);
    List<String> offences = new ArrayList<>();
    for (String root : javaRoots()) {
      List<Path> sources =
          Repository.files(Repository.ROOT.resolve(root), name -> name.endsWith(".java"));
      assertThat(sources).as("Java sources of %s", root).isNotEmpty();
      for (Path file : sources) {
        for (SourceText text : SourceText.ofJava(Repository.text(file))) {
          offences.addAll(rules.offences(name(file), text.line(), text.text()));
        }
      }
    }

    assertThat(offences).isEmpty();
  }

  @Test
  void everyErrorRuleFindsItsWords() throws IOException {
    ProseRules rules = ProseRules.of(STYLE);

    assertThat(rules.rules()).containsOnlyKeys("Banned.yml", "Terms.yml");
    assertThat(rules.offences("x", 1, "It sends\nin\nturn, besides others."))
        .containsExactly("x:2: 'in\nturn'");
    assertThat(rules.offences("x", 7, "%s: 1bdp. On standard error.".formatted("Standard")))
        .containsExactly("x:7: 'Standard', use 'Default'");
  }

  @Test
  void commentsAndMessagesAreFoundInSources() {
    List<SourceText> texts =
        SourceText.ofJava(
            """
            /**
             * First {@code excluded}
             * second.
             */
            class A {
              // third
              // fourth
              String a = "fifth " + "sixth", b = "key", c = "// none";
              char d = '"';
            }
            """);

    assertThat(texts.stream().map(SourceText::line)).containsExactly(1, 6, 8, 8);
    assertThat(texts.get(0).text().split("\\s+")).containsExactly("", "First", "second.");
    assertThat(texts.get(1).text().split("\\s+")).containsExactly("", "third", "fourth");
    assertThat(texts.get(2).text()).isEqualTo("\"fifth sixth\"");
  }

  private static String name(Path file) {
    return Repository.ROOT.relativize(file).toString();
  }
}
