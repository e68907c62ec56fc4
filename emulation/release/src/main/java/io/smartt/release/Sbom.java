package io.smartt.release;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The parts of a package, as CycloneDX writes them: the libraries that Maven names, and what else
 * is there.
 *
 * @param libraries as the plug-in of Maven wrote it
 * @param others components that no POM names
 */
record Sbom(ObjectNode libraries, List<Component> others) {
  /** Its name in packages. */
  static final String NAME = "smartt.cdx.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Something in a package that is no library of Maven's.
   *
   * @param licence in SPDX's words, or where it is written
   * @param purl its package URL
   */
  record Component(String name, String version, String licence, String purl) {}

  /** Reads one. */
  static Sbom read(Path file) throws IOException {
    return new Sbom((ObjectNode) JSON.readTree(file.toFile()), List.of());
  }

  /** The Java run time in a folder that jlink made. */
  static Component runTime(Path folder) throws IOException {
    Properties release = new Properties();
    try (Reader in = Files.newBufferedReader(folder.resolve("release"))) {
      release.load(in);
    }
    String version = unquoted(release, "JAVA_VERSION");
    return new Component(
        "OpenJDK run time",
        version,
        "GPL-2.0-only WITH Classpath-exception-2.0",
        "pkg:generic/openjdk@" + version);
  }

  private static String unquoted(Properties release, String key) throws IOException {
    String value = release.getProperty(key, "").replace("\"", "");
    if (value.isEmpty()) {
      throw new IOException("the run time's file 'release' has no " + key);
    }
    return value;
  }

  /** A package of Debian's of which an image has files. */
  static Component system(DebianPackages.Installed installed, Release.Machine machine) {
    String version = installed.version();
    return new Component(
        installed.name(),
        version,
        "see /opt/smartt/system/" + installed.name() + "/copyright",
        "pkg:deb/debian/%s@%s?arch=%s"
            .formatted(
                installed.name(),
                version.replace("+", "%2B").replace(":", "%3A"),
                machine.architecture()));
  }

  /** The same with one more component. */
  Sbom with(Component component) {
    List<Component> more = new ArrayList<>(others);
    more.add(component);
    return new Sbom(libraries, List.copyOf(more));
  }

  /** Writes it; equal components give equal bytes. */
  void write(Path file) throws IOException {
    ObjectNode all = libraries.deepCopy();
    ArrayNode components = all.withArray("components");
    for (Component other : others) {
      ObjectNode node =
          components
              .addObject()
              .put("type", "library")
              .put("bom-ref", other.purl())
              .put("name", other.name())
              .put("version", other.version());
      ObjectNode choice = node.putArray("licenses").addObject();
      if (other.licence().contains(" WITH ")) {
        choice.put("expression", other.licence());
      } else {
        choice.set("license", JSON.valueToTree(Map.of("name", other.licence())));
      }
      node.put("purl", other.purl());
    }
    // A document with other content is another document.
    String of = all.path("serialNumber").asText() + others;
    all.put(
        "serialNumber", "urn:uuid:" + UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8)));
    JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), all);
  }
}
