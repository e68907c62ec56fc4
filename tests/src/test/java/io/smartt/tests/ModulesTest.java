package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The modules as ARCHITECTURE.md draws them, as their POMs name them and as their classes are. */
class ModulesTest {
  private static final Path ROOT = Path.of("..");
  private static final int MOST_LINES = 26_000;
  private static final Pattern ARROW = Pattern.compile("(?m)^([a-z0-9/-]+) +->(.*)$");
  private static final Pattern OWN =
      Pattern.compile(
          "<groupId>io\\.smartt</groupId>\\s*<artifactId>(smartt-[a-z0-9-]+)</artifactId>"
              + "(\\s*<scope>test</scope>)?");
  private static final Pattern ARTIFACT =
      Pattern.compile("</parent>\\s*<artifactId>(smartt-[a-z0-9-]+)</artifactId>", Pattern.DOTALL);

  /** The modules that each one's line names, in the page's order. */
  private static Map<String, Set<String>> drawn() throws IOException {
    Map<String, Set<String>> arrows = new LinkedHashMap<>();
    Matcher line = ARROW.matcher(Files.readString(ROOT.resolve("ARCHITECTURE.md")));
    while (line.find()) {
      arrows.put(
          line.group(1),
          Arrays.stream(line.group(2).split(",", -1))
              .map(String::strip)
              .filter(name -> !name.isEmpty())
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    return arrows;
  }

  private static String pom(String module) throws IOException {
    return Files.readString(ROOT.resolve(module).resolve("pom.xml"));
  }

  /** Folders of modules by the names of their artifacts. */
  private static Map<String, String> artifacts(Set<String> modules) throws IOException {
    Map<String, String> artifacts = new HashMap<>();
    for (String module : modules) {
      Matcher artifact = ARTIFACT.matcher(pom(module));
      assertThat(artifact.find()).as(module).isTrue();
      artifacts.put(artifact.group(1), module);
    }
    return artifacts;
  }

  /** What a module may use: what it names, and what that may. */
  private static Set<String> reached(Map<String, Set<String>> arrows, String from) {
    Set<String> reached = new TreeSet<>();
    for (String to : arrows.getOrDefault(from, Set.of())) {
      reached.add(to);
      reached.addAll(reached(arrows, to));
    }
    return reached;
  }

  @Test
  void thePictureIsThatOfThePoms() throws IOException {
    Map<String, Set<String>> drawn = drawn();
    Map<String, String> artifacts = artifacts(drawn.keySet());

    assertThat(drawn).hasSizeGreaterThan(10);
    for (Map.Entry<String, Set<String>> module : drawn.entrySet()) {
      Set<String> named = new TreeSet<>();
      Matcher own = OWN.matcher(pom(module.getKey()));
      while (own.find()) {
        // The parent is named in the same words.
        if (artifacts.containsKey(own.group(1)) && own.group(2) == null) {
          named.add(artifacts.get(own.group(1)));
        }
      }
      assertThat(named).as(module.getKey()).isEqualTo(module.getValue());
    }
  }

  /** A class of a module's folder of classes, or of its jar. */
  private static Optional<String> module(JavaClass type, Map<String, String> artifacts) {
    return type.getBaseComponentType()
        .getSource()
        .map(source -> source.getUri().toString())
        .flatMap(uri ->
            artifacts.entrySet().stream()
                .filter(each ->
                    isFolder(uri, each.getValue())
                        || uri.matches(".*/" + each.getKey() + "-[0-9][^/]*\\.jar!/.*"))
                .map(Map.Entry::getValue)
                .findFirst());
  }

  private static boolean isFolder(String uri, String module) {
    return uri.startsWith(
        ROOT.toAbsolutePath()
            .normalize()
            .resolve(module)
            .resolve("target/classes")
            .toUri()
            .toString());
  }

  @Test
  void classesUseTheirModulesAndThoseThatArrowsReach() throws IOException {
    Map<String, Set<String>> drawn = drawn();
    Map<String, String> artifacts = artifacts(drawn.keySet());
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.smartt");
    Set<String> seen = new HashSet<>();
    Set<String> forbidden = new TreeSet<>();
    for (JavaClass type : classes) {
      Optional<String> from = module(type, artifacts);
      from.ifPresent(seen::add);
      for (Dependency use :
          from.isPresent() ? type.getDirectDependenciesFromSelf() : Set.<Dependency>of()) {
        Optional<String> to = module(use.getTargetClass(), artifacts);
        if (to.isPresent() && !to.equals(from) && !reached(drawn, from.get()).contains(to.get())) {
          forbidden.add(from.get() + " -> " + to.get() + ": " + use.getDescription());
        }
      }
    }

    assertThat(seen).isEqualTo(drawn.keySet());
    assertThat(forbidden).isEmpty();
  }

  @Test
  void noModuleIsTooLargeToKnow() throws IOException {
    for (String module : drawn().keySet()) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        long lines =
            files
                .filter(file -> file.toString().endsWith(".java"))
                .mapToLong(ModulesTest::lines)
                .sum();
        assertThat(lines).as(module).isLessThanOrEqualTo(MOST_LINES);
      }
    }
  }

  /** The package that all packages of a module begin with. */
  private static String prefix(String module) {
    return switch (module) {
      case "host-agent/transport", "host-agent/agent" -> "io.smartt.host";
      // switch is a word of Java.
      case "emulation/switch" -> "io.smartt.softswitch";
      default -> "io.smartt." + module.substring(module.lastIndexOf('/') + 1);
    };
  }

  /**
   * A plain move takes the old file away first: who is killed between the two leaves none. One
   * class has the move that does not.
   */
  @Test
  void filesAreReplacedInOneStep() throws IOException {
    Pattern replaces = Pattern.compile("Files\\.move\\([^;]*(ATOMIC_MOVE|REPLACE_EXISTING)");
    List<String> replacing = new ArrayList<>();
    for (String module : drawn().keySet()) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          if (replaces.matcher(Files.readString(file)).find()) {
            replacing.add(String.valueOf(file.getFileName()));
          }
        }
      }
    }
    assertThat(replacing).containsExactly("WholeFile.java");
  }

  @Test
  void packagesBeginWithTheirModulesName() throws IOException {
    for (String module : drawn().keySet()) {
      Path sources = ROOT.resolve(module).resolve("src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        assertThat(
                files
                    .filter(file -> file.toString().endsWith(".java"))
                    .map(file ->
                        sources
                            .relativize(file)
                            .toString()
                            .replaceFirst("/[^/]*$", "")
                            .replace('/', '.'))
                    .filter(name -> !(name + ".").startsWith(prefix(module) + "."))
                    .distinct())
            .as(module)
            .isEmpty();
      }
    }
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
