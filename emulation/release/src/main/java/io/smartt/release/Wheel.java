package io.smartt.release;

import module java.base;

/**
 * A wheel of the Python package: a ZIP file as the specification of binary distributions has it
 * (PEP 427, metadata 2.1). It is pure Python, so that there is nothing to build.
 */
final class Wheel {
  private static final Pattern TEXT = Pattern.compile("(?m)^([\\w-]+) = \"([^\"]*)\"$");
  private static final Pattern EXTRA = Pattern.compile("(?m)^(\\w+) = \\[(\"[^\\]]*)\\]$");

  private final String name;
  private final String version;
  private final SortedMap<String, byte[]> files = new TreeMap<>();

  private Wheel(String name, String version) {
    this.name = name;
    this.version = version;
  }

  /**
   * Reads the wheel of a folder with {@code pyproject.toml} and the package.
   *
   * @param version of the project, as Maven writes it
   */
  static Wheel of(Path folder, String version, Path license) throws IOException {
    String project = Files.readString(folder.resolve("pyproject.toml"));
    String name = field(project, "name");
    Wheel wheel = new Wheel(name, pythonVersion(version));
    Path sources = folder.resolve(name);
    try (Stream<Path> paths = Files.walk(sources)) {
      for (Path path : paths.filter(Wheel::isSource).toList()) {
        wheel.files.put(name + "/" + sources.relativize(path), Files.readAllBytes(path));
      }
    }
    wheel.info("METADATA", wheel.metadata(project));
    wheel.info(
        "WHEEL",
        "Wheel-Version: 1.0\nGenerator: smartt\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
    wheel.info("LICENSE", Files.readString(license));
    return wheel;
  }

  /** A snapshot is a development release (PEP 440). */
  static String pythonVersion(String maven) {
    return maven.replace("-SNAPSHOT", ".dev0");
  }

  /** Its file name, which says for what it is. */
  String fileName() {
    return name + "-" + version + "-py3-none-any.whl";
  }

  /** Writes it into a folder. */
  void write(Path folder, Instant time) throws IOException {
    info("RECORD", record());
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(folder.resolve(fileName())))) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        // Of the wall clock, not of a zone's: ZIP has no zones.
        entry.setTimeLocal(time.atOffset(ZoneOffset.UTC).toLocalDateTime());
        zip.putNextEntry(entry);
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
  }

  private static boolean isSource(Path path) {
    String file = path.getFileName().toString();
    return Files.isRegularFile(path) && (file.endsWith(".py") || file.equals("py.typed"));
  }

  private void info(String file, String text) {
    files.put(infoFolder() + file, text.getBytes(StandardCharsets.UTF_8));
  }

  private String infoFolder() {
    return name + "-" + version + ".dist-info/";
  }

  private String record() {
    StringBuilder lines = new StringBuilder();
    files.forEach((file, content) ->
        lines.append(
            "%s,sha256=%s,%d\n".formatted(file, Checksums.base64(content), content.length)));
    return lines.append(infoFolder()).append("RECORD,,\n").toString();
  }

  private String metadata(String project) throws IOException {
    StringBuilder text =
        new StringBuilder(
            """
            Metadata-Version: 2.1
            Name: %s
            Version: %s
            Summary: %s
            License: Apache-2.0
            Requires-Python: %s
            """
                .formatted(
                    name,
                    version,
                    field(project, "description"),
                    field(project, "requires-python")));
    Matcher extra =
        EXTRA.matcher(project.substring(project.indexOf("[project.optional-dependencies]")));
    while (extra.find() && !extra.group(1).equals(name)) {
      text.append("Provides-Extra: " + extra.group(1) + "\n");
      for (String needed : extra.group(2).split(", *", -1)) {
        text.append(
            "Requires-Dist: %s; extra == '%s'\n"
                .formatted(needed.replace("\"", ""), extra.group(1)));
      }
    }
    return text.toString();
  }

  private static String field(String project, String key) throws IOException {
    return TEXT.matcher(project)
        .results()
        .filter(result -> result.group(1).equals(key))
        .map(result -> result.group(2))
        .findFirst()
        .orElseThrow(() -> new IOException("pyproject.toml has no text '" + key + "'"));
  }
}
