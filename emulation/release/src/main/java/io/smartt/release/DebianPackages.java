package io.smartt.release;

import module java.base;

/** The packages of a Debian or Ubuntu system, to say whose a library in an image is. */
final class DebianPackages {
  private final Path root;
  private final Map<String, String> owners = new HashMap<>();
  private final Map<String, String> versions = new HashMap<>();

  /**
   * One package.
   *
   * @param copyright its licences, as Debian keeps them
   */
  record Installed(String name, String version, Path copyright) {}

  /**
   * Reads what dpkg wrote there.
   *
   * @throws IOException where there is no dpkg
   */
  DebianPackages(Path root) throws IOException {
    this.root = root;
    Path dpkg = root.resolve("var/lib/dpkg");
    String name = "";
    for (String line : Files.readAllLines(dpkg.resolve("status"))) {
      if (line.startsWith("Package: ")) {
        name = line.substring("Package: ".length());
      } else if (line.startsWith("Version: ")) {
        versions.put(name, line.substring("Version: ".length()));
      }
    }
    try (Stream<Path> lists = Files.list(dpkg.resolve("info"))) {
      for (Path list : lists.filter(path -> path.toString().endsWith(".list")).toList()) {
        String owner = list.getFileName().toString().replaceFirst("(:[a-z0-9]+)?\\.list$", "");
        for (String line : Files.readAllLines(list)) {
          owners.put(plain(line), owner);
        }
      }
    }
  }

  /** Debian 12 says /lib of what is in /usr/lib, Debian 13 does not. */
  private static String plain(String path) {
    return path.startsWith("/usr/") ? path.substring("/usr".length()) : path;
  }

  /**
   * Returns whose a file is.
   *
   * @throws IOException where no package has it, or the package has no licence text here
   */
  Installed owner(Path file) throws IOException {
    String owner = Optional.ofNullable(owners.get(plain("/" + root.relativize(file)))).orElse("");
    String version = versions.getOrDefault(owner, "");
    Path copyright = root.resolve("usr/share/doc").resolve(owner).resolve("copyright");
    if (version.isEmpty() || !Files.exists(copyright)) {
      throw new IOException(
          "an image needs the licences of what is in it, and no package of dpkg with a copyright file has "
              + file);
    }
    return new Installed(owner, version, copyright);
  }
}
