package io.smartt.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The libraries of packages are those of NOTICE and of the SBOM, with the same licences. */
@Timeout(30)
class LicencesTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path JARS = ROOT.resolve("emulation/target/lib");
  private static final Path SBOM = ROOT.resolve("emulation/target/bom.json");
  private static final Pattern FILE = Pattern.compile("(.+?)-(\\d.*)\\.jar");

  /** Headings of NOTICE, with what an SBOM may say for them. */
  private static final Map<String, List<String>> LICENCES =
      Map.of(
          "Apache License 2.0", List.of("Apache-2.0"),
          "Apache License 2.0 or LGPL 2.1 or later, at the user's choice", List.of("Apache-2.0"),
          // The POM of JLine says the BSD licence, by the address of another one of its forms.
          "BSD 3-Clause", List.of("BSD-3-Clause", "BSD-4-Clause"),
          "MIT", List.of("MIT"),
          // The POM says the licence of OpenPDF's code, of which the jar has one class; its fonts
          // have their own.
          "SIL Open Font License 1.1", List.of("Mozilla Public License Version 2.0"),
          "Bouncy Castle Licence (MIT style)", List.of("Bouncy Castle Licence"));

  /** What the packaging of a module before this one left; a build of this module alone has none. */
  @BeforeEach
  void packaged() {
    Assumptions.assumeTrue(
        Files.isDirectory(JARS) && Files.exists(SBOM), "nothing is packaged yet");
  }

  /** Versions by artifact. */
  private static Map<String, String> jars() throws IOException {
    Map<String, String> jars = new TreeMap<>();
    try (Stream<Path> files = Files.list(JARS)) {
      for (Path file : files.toList()) {
        Matcher name = FILE.matcher(file.getFileName().toString());
        assertThat(name.matches()).as("%s", file).isTrue();
        if (!name.group(1).startsWith("smartt-")) {
          jars.put(name.group(1), name.group(2));
        }
      }
    }
    return jars;
  }

  /** Patterns of artifacts by the licence above them: a line's words in its last brackets. */
  private static Map<String, List<String>> notice() throws IOException {
    Map<String, List<String>> notice = new HashMap<>();
    String licence = "";
    for (String line : Files.readAllLines(ROOT.resolve("NOTICE"))) {
      if (line.startsWith("Packages and images contain")) {
        break;
      }
      if (line.matches("  \\S.*")) {
        licence = line.strip();
      }
      Matcher jars = Pattern.compile("\\[([^\\]]+)]").matcher(line);
      while (jars.find()) {
        notice
            .computeIfAbsent(licence, _ -> new ArrayList<>())
            .addAll(List.of(jars.group(1).split(",\\s*")));
      }
    }
    return notice;
  }

  private static boolean matches(String artifact, String pattern) {
    return artifact.matches(pattern.replace(".", "\\.").replace("*", ".*"));
  }

  @Test
  void eachJarIsInTheNoticeOnceAndTheNoticeNamesNoOther() throws IOException {
    Map<String, String> jars = jars();
    assertThat(jars).hasSizeGreaterThan(50);
    SortedSet<String> unused = new TreeSet<>();
    Map<String, Integer> times = new TreeMap<>();
    for (List<String> patterns : notice().values()) {
      for (String pattern : patterns) {
        List<String> hit = jars.keySet().stream().filter(jar -> matches(jar, pattern)).toList();
        if (hit.isEmpty()) {
          unused.add(pattern);
        }
        hit.forEach(jar -> times.merge(jar, 1, Integer::sum));
      }
    }
    assertThat(unused).as("named in NOTICE, in no package").isEmpty();
    assertThat(times.keySet()).as("jars that NOTICE names").isEqualTo(jars.keySet());
    assertThat(times.values()).as("%s", times).containsOnly(1);
  }

  @Test
  void theSbomHasEachJarWithTheLicenceOfTheNotice() throws IOException {
    Map<String, JsonNode> components = new HashMap<>();
    for (JsonNode component : new ObjectMapper().readTree(SBOM.toFile()).path("components")) {
      components.put(component.path("name").asText(), component);
    }
    Map<String, List<String>> notice = notice();
    assertThat(LICENCES.keySet()).containsAll(notice.keySet());
    for (Map.Entry<String, String> jar : jars().entrySet()) {
      assertThat(components).containsKey(jar.getKey());
      JsonNode component = Objects.requireNonNull(components.get(jar.getKey()));
      assertThat(component.path("version").asText()).isEqualTo(jar.getValue());
      List<String> said = new ArrayList<>();
      component
          .path("licenses")
          .forEach(choice -> {
            JsonNode licence = choice.path("license");
            said.add(licence.path("id").asText(licence.path("name").asText()));
          });
      String heading =
          notice.entrySet().stream()
              .filter(entry -> entry.getValue().stream().anyMatch(p -> matches(jar.getKey(), p)))
              .map(Map.Entry::getKey)
              .findFirst()
              .orElseThrow(() -> new AssertionError("NOTICE does not name " + jar.getKey()));
      assertThat(said)
          .as("licences of %s in the SBOM, which is under '%s' in NOTICE", jar.getKey(), heading)
          .containsAnyElementsOf(LICENCES.get(heading));
    }
  }
}
