package io.smartt.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** What Maven Central asks of the POMs that 'deploy' with the profile 'central' leaves. */
@Timeout(30)
class PomsTest {
  private static final Path ROOT = Path.of("../..");

  /** A POM of this build with the one that it inherits from. */
  private record Pom(Path folder, Element project, Optional<Pom> parent) {
    Optional<Element> own(String name) {
      for (Node node = project.getFirstChild(); node != null; node = node.getNextSibling()) {
        if (node instanceof Element element && element.getTagName().equals(name)) {
          return Optional.of(element);
        }
      }
      return Optional.empty();
    }

    String text(String name) {
      return own(name).map(element -> element.getTextContent().strip()).orElse("");
    }

    /** As Maven inherits it. */
    Optional<Element> inherited(String name) {
      return own(name).or(() -> parent.flatMap(above -> above.inherited(name)));
    }

    String property(String name) {
      return own("properties")
          .map(element -> element.getElementsByTagName(name))
          .filter(found -> found.getLength() > 0)
          .map(found -> found.item(0).getTextContent())
          .orElseGet(() -> parent.map(above -> above.property(name)).orElse(""));
    }

    boolean published() {
      return !property("maven.deploy.skip").equals("true");
    }

    @Override
    public String toString() {
      return text("artifactId");
    }
  }

  private static List<Pom> poms() throws IOException, ParserConfigurationException, SAXException {
    List<Pom> poms = new ArrayList<>();
    read(ROOT, Optional.empty(), poms);
    return poms;
  }

  private static void read(Path folder, Optional<Pom> parent, List<Pom> into)
      throws IOException, ParserConfigurationException, SAXException {
    Pom pom =
        new Pom(
            folder,
            DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("pom.xml").toFile())
                .getDocumentElement(),
            parent);
    into.add(pom);
    Optional<Element> modules = pom.own("modules");
    if (modules.isPresent()) {
      for (String module : modules.get().getTextContent().strip().split("\\s+", -1)) {
        read(folder.resolve(module), Optional.of(pom), into);
      }
    }
  }

  @Test
  void librariesAndTheirParentsArePublishedAndNothingElse() throws Exception {
    assertThat(poms().stream().filter(Pom::published).map(Pom::toString))
        .containsExactlyInAnyOrder(
            "smartt-parent",
            "smartt-p4",
            "smartt-controller",
            "smartt-host-agent-parent",
            "smartt-transport",
            "smartt-host-agent",
            "smartt-base",
            "smartt-switch",
            "smartt-switchd",
            "smartt-workload",
            "smartt-certificates",
            "smartt-experiment",
            "smartt-virtual",
            "smartt-realtime",
            "smartt-view",
            "smartt-study",
            "smartt-testbed",
            "smartt-emulation",
            "smartt-testcontainers");
  }

  @Test
  void eachHasWhatMavenCentralAsksFor() throws Exception {
    for (Pom pom : poms().stream().filter(Pom::published).toList()) {
      assertThat(pom.text("name")).as("name of %s", pom).isNotEmpty();
      // Inherited, it would be that of the whole.
      assertThat(pom.text("description")).as("description of %s", pom).isNotEmpty();
      assertThat(pom.inherited("url")).as("url of %s", pom).isPresent();
      assertThat(parts(pom, "licenses", "license")).contains("name", "url");
      assertThat(parts(pom, "developers", "developer")).contains("name", "email");
      assertThat(parts(pom, "scm", "scm")).contains("connection", "developerConnection", "url");
      if (!pom.text("packaging").equals("pom")) {
        assertThat(pom.property("maven.javadoc.skip"))
            .as("Javadoc of %s", pom)
            .isNotEqualTo("true");
        assertThat(pom.property("maven.source.skip")).as("sources of %s", pom).isNotEqualTo("true");
      }
    }
  }

  private static List<String> parts(Pom pom, String block, String element) {
    Element found =
        pom.inherited(block).orElseThrow(() -> new AssertionError(pom + " has no " + block));
    Node one = block.equals(element) ? found : found.getElementsByTagName(element).item(0);
    List<String> names = new ArrayList<>();
    for (Node node = one.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element part && !part.getTextContent().isBlank()) {
        names.add(part.getTagName());
      }
    }
    return names;
  }

  /** Else those who depend on a library could not resolve it. */
  @Test
  void aParentIsPublishedAndItsVersionIsWritten() throws Exception {
    List<Pom> poms = poms();
    String version = poms.getFirst().text("version");
    for (Pom pom : poms.stream().filter(Pom::published).skip(1).toList()) {
      assertThat(pom.parent().orElseThrow().published()).as("parent of %s", pom).isTrue();
      Element parent = pom.own("parent").orElseThrow();
      assertThat(parent.getElementsByTagName("artifactId").item(0).getTextContent())
          .isEqualTo(pom.parent().orElseThrow().toString());
      assertThat(parent.getElementsByTagName("version").item(0).getTextContent())
          .isEqualTo(version);
      assertThat(pom.own("version")).as("an own version of %s", pom).isEmpty();
    }
    assertThat(version).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
  }

  @Test
  void theTransportHasOneDependencyAndTheSwitchBringsNoLogger() throws Exception {
    List<Pom> poms = poms();
    assertThat(runTime(pom(poms, "smartt-parent"))).containsExactly("jspecify");
    assertThat(runTime(pom(poms, "smartt-host-agent-parent"))).isEmpty();
    assertThat(runTime(pom(poms, "smartt-transport"))).isEmpty();
    assertThat(runTime(pom(poms, "smartt-switch")))
        .containsExactlyInAnyOrder(
            "smartt-base",
            "smartt-host-agent",
            "grpc-inprocess",
            "grpc-netty",
            "grpc-protobuf",
            "grpc-stub",
            "protobuf-java",
            "jackson-databind",
            "slf4j-api");
  }

  private static Pom pom(List<Pom> poms, String name) {
    return poms.stream().filter(pom -> pom.toString().equals(name)).findFirst().orElseThrow();
  }

  /** What those who use it get. */
  private static List<String> runTime(Pom pom) {
    List<String> names = new ArrayList<>();
    Optional<Element> block = pom.own("dependencies");
    if (block.isPresent()) {
      var found = block.get().getElementsByTagName("dependency");
      for (int i = 0; i < found.getLength(); i++) {
        Element one = (Element) found.item(i);
        String scope = first(one, "scope");
        if (!scope.equals("test")
            && !scope.equals("provided")
            && !first(one, "optional").equals("true")) {
          names.add(first(one, "artifactId"));
        }
      }
    }
    return names;
  }

  private static String first(Element element, String name) {
    Node node = element.getElementsByTagName(name).item(0);
    return node == null ? "" : node.getTextContent();
  }
}
