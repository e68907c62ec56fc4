package io.smartt.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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

  /** First words of a Javadoc that names no thing and says no deed. */
  private static final Pattern STUMP =
      Pattern.compile(
          "(?:What|Whether|How|Where|When|Which|Who|Whom|Whose|Why|If|All|As|From|Those|That|Both"
              + "|For|Of|In|Into|On|At|To|With|Within|Without|By|Before|After|Above|Below|Between"
              + "|Over|Under|Out|Along|Until|While|So|Not|Never|Is|Has|Are|Does|May)\\b");

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

  /** Holds for main code: the names of tests say what they do. */
  @Test
  void javadocOfMainCodeBeginsWithAStatement() throws IOException {
    List<String> stumps = new ArrayList<>();
    int sources = 0;
    for (String root : javaRoots()) {
      for (Path file :
          Repository.files(Repository.ROOT.resolve(root), name -> name.endsWith(".java"))) {
        if (file.toString().contains("/src/main/java/")) {
          sources++;
          stumps.addAll(stumps(name(file), Repository.text(file)));
        }
      }
    }

    assertThat(stumps).as("Javadoc without a noun or a verb in the third person").isEmpty();
    assertThat(sources).isPositive();
  }

  @Test
  void stumpsOfJavadocAreFound() {
    String source =
        """
        /** What it has counted. */
        class A {
          /**
           * Of a run.
           *
           * @param how How
           */
          A(int how) {}

          /** Whole numbers; {@code How} many. */
          int b;

          /* Has what is left. */
          String c = "/** Where it is. *" + "/"; // All of it
        }
        """;

    assertThat(stumps("x", source)).containsExactly("x:1: What it has counted.", "x:3: Of a run.");
  }

  private static List<String> stumps(String name, String source) {
    return SourceText.ofJavadoc(source).stream()
        .filter(javadoc -> STUMP.matcher(javadoc.text()).lookingAt())
        .map(javadoc ->
            "%s:%d: %s".formatted(name, javadoc.line(), javadoc.text().lines().toList().getFirst()))
        .toList();
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
