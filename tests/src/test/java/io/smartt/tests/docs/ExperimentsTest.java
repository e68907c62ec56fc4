package io.smartt.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Experiment;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Long experiments are left out by {@code ./mvnw verify} alone, and what needs a tool of the
 * machine keeps a quick test.
 */
@Timeout(60)
class ExperimentsTest {
  private static final String PROPERTY = "test.groups.excluded";
  private static final String IMPORT = "\nimport io.smartt.needs.Experiment;";
  private static final URI TESTS = Path.of("target/test-classes").toUri();

  private static String text(String file) {
    return Repository.text(Repository.ROOT.resolve(file));
  }

  @Test
  void theTagIsLeftOutByThePomAndByNothingElse() throws IOException {
    assertThat(text("pom.xml"))
        .containsOnlyOnce("<" + PROPERTY + ">" + Experiment.TAG + "</" + PROPERTY + ">")
        .containsOnlyOnce("<excludedGroups>${" + PROPERTY + "}</excludedGroups>");
    // Tests on real packets run behind the others: what one leaves out the other has.
    assertThat(text("tests/pom.xml"))
        .containsOnlyOnce("<excludedGroups>${" + PROPERTY + "},${test.groups.real-time}<")
        .containsOnlyOnce("<groups>${test.groups.real-time}<");
    List<Path> poms = Repository.files(Repository.ROOT, "pom.xml"::equals);
    assertThat(poms).hasSizeGreaterThan(10);
    assertThat(poms).filteredOn(pom -> Repository.text(pom).contains("roups>")).hasSize(2);
    for (String all : List.of(".ci/run", ".github/workflows/nightly.yml")) {
      assertThat(text(all)).as(all).containsPattern("-D" + PROPERTY + "=\\s");
    }
  }

  @Test
  void aClassThatRunsAtNightHasItsExperiments() throws IOException {
    List<String> classes =
        Repository.files(Repository.ROOT, name -> name.endsWith("Test.java")).stream()
            .filter(test -> Repository.text(test).contains(IMPORT))
            .map(test -> String.valueOf(test.getFileName()).replace(".java", ""))
            .toList();
    List<String> steps = List.of(text(".github/workflows/nightly.yml").split("- run:", -1));

    assertThat(steps)
        .filteredOn(step -> classes.stream().anyMatch(one -> step.contains("-Dtest=" + one)))
        .hasSizeGreaterThan(1)
        .allMatch(step -> step.contains("-D" + PROPERTY + "= "));
  }

  @Test
  void noTestSpellsTheTagOrGivesItToAPropertyOfJqwik() throws IOException {
    List<Path> tests = Repository.files(Repository.ROOT, name -> name.endsWith("Test.java"));

    assertThat(tests)
        .filteredOn(test -> Repository.text(test).contains(IMPORT))
        .hasSizeGreaterThan(10)
        // It has tags of its own.
        .noneMatch(test -> Repository.text(test).contains("\nimport net.jqwik"));
    assertThat(tests)
        .noneMatch(test -> Repository.text(test).contains("@Tag(\"" + Experiment.TAG + "\")"));
  }

  /** Another property than those of the night would be set by nobody. */
  @Test
  void noTestWaitsForAPropertyThatIsGone() throws IOException {
    assertThat(Repository.files(Repository.ROOT, name -> name.endsWith("Test.java")))
        .noneMatch(test ->
            Repository.text(test)
                .lines()
                .anyMatch(line ->
                    line.strip().startsWith("@EnabledIfSystemProperty(named = \"")
                        && !line.contains(".long\"")));
  }

  @Test
  void whatNeedsAToolKeepsAQuickTest() {
    Set<String> kinds = new HashSet<>();
    Set<String> quick = new HashSet<>();
    for (Class<?> type :
        ReflectionSupport.findAllClassesInClasspathRoot(TESTS, _ -> true, _ -> true)) {
      for (Method method :
          ReflectionSupport.findMethods(
              type,
              one -> AnnotationSupport.isAnnotated(one, Testable.class),
              HierarchyTraversalMode.TOP_DOWN)) {
        Set<String> tags =
            Stream.of(type, method).flatMap(ExperimentsTest::tags).collect(Collectors.toSet());
        kinds.addAll(tags);
        if (!tags.contains(Experiment.TAG) && !isOnDemand(type) && !isOnDemand(method)) {
          quick.addAll(tags);
        }
      }
    }
    assertThat(kinds).contains(Experiment.TAG, "docker", "netns", "slurm", "ssh", "browser");
    kinds.remove(Experiment.TAG);
    assertThat(quick).isEqualTo(kinds);
  }

  private static Stream<String> tags(AnnotatedElement element) {
    return AnnotationSupport.findRepeatableAnnotations(element, Tag.class).stream().map(Tag::value);
  }

  private static boolean isOnDemand(AnnotatedElement element) {
    return AnnotationSupport.isAnnotated(element, EnabledIfSystemProperty.class);
  }
}
