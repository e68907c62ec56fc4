package io.smartt.release;

import module java.base;

import io.smartt.realtime.image.ImageArchive;
import io.smartt.release.Layout.Entry;

/**
 * The image: the program's folder, the C library of a system of its kind, and a user who is not
 * root.
 *
 * @param root an empty folder, which stands for the image's root
 * @param machine that it is for
 */
record ImageRoot(Path root, Release.Machine machine) {
  private static final String HOME = "/opt/smartt";

  private static final String USER = "1000:1000";

  /**
   * Writes the image as {@code docker load} and {@code podman load} take it, and its SBOM.
   *
   * @param program what is in the program's folder
   * @param words of the JVM before the class path
   * @param jars of the class path, in order
   * @param dist the folder of packages
   */
  void write(
      Layout program,
      List<String> words,
      List<String> jars,
      String version,
      Instant time,
      Path dist)
      throws IOException {
    Path home = Files.createDirectories(root.resolve(HOME.substring(1)));
    copy(program, home);
    List<String> arguments = new ArrayList<>(words);
    arguments.add("-cp");
    arguments.add(String.join(":", jars.stream().map(jar -> HOME + "/lib/" + jar).toList()));
    Files.writeString(home.resolve("java.args"), String.join("\n", arguments) + "\n");
    DebianPackages system = new DebianPackages(machine.root());
    Sbom sbom = Sbom.read(home.resolve(Sbom.NAME));
    Set<DebianPackages.Installed> packages = new LinkedHashSet<>();
    for (Map.Entry<String, Path> library :
        new NativeLibraries(machine).neededBy(home.resolve("runtime")).entrySet()) {
      Path copy = root.resolve(library.getKey());
      Files.createDirectories(copy.getParent());
      Files.copy(library.getValue(), copy, StandardCopyOption.REPLACE_EXISTING);
      packages.add(system.owner(library.getValue()));
    }
    for (DebianPackages.Installed installed : packages) {
      Path copy = Files.createDirectories(home.resolve("system").resolve(installed.name()));
      Files.copy(installed.copyright(), copy.resolve("copyright"));
      sbom = sbom.with(Sbom.system(installed, machine));
    }
    sbom.write(home.resolve(Sbom.NAME));
    for (String folder : List.of("tmp", "etc", "run", "proc", "sys", "dev", "work")) {
      Files.createDirectories(root.resolve(folder));
    }
    for (String folder : List.of("tmp", "work")) {
      Files.setPosixFilePermissions(
          root.resolve(folder), PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    Files.writeString(root.resolve("etc/nsswitch.conf"), "hosts: files dns\n");
    Files.writeString(
        root.resolve("etc/passwd"),
        "root:x:0:0:root:/tmp:/none\nsmartt:x:1000:1000:smartt:/work:/none\n");
    stamp(FileTime.from(time));
    Map<String, Object> config =
        new HashMap<>(ImageArchive.config(HOME, "/runtime/bin/java", version, "/work"));
    config.put("User", USER);
    String name = "smartt-" + version + "-image-" + machine.architecture();
    ImageArchive.write(
        root, "smartt:" + version, machine.architecture(), config, dist.resolve(name + ".tar"));
    Files.copy(home.resolve(Sbom.NAME), dist.resolve(name + ".cdx.json"));
  }

  private static void copy(Layout layout, Path into) throws IOException {
    for (Entry entry : layout.entries()) {
      Path to = into.resolve(entry.name());
      switch (entry) {
        case Entry.Folder _ -> Files.createDirectories(to);
        case Entry.Content content ->
            Files.copy(content.source(), to, StandardCopyOption.COPY_ATTRIBUTES);
        // The archive has no links; a licence text that several modules share is there several
        // times.
        case Entry.Link link -> {
          Path source = to.resolveSibling(link.target()).normalize();
          if (Files.isRegularFile(source)) {
            Files.copy(source, to);
          }
        }
      }
    }
  }

  private void stamp(FileTime time) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path :
          paths.filter(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS)).toList()) {
        Files.setLastModifiedTime(path, time);
      }
    }
  }
}
