package io.smartt.release;

import module java.base;

import io.smartt.base.input.FolderTree;
import io.smartt.emulation.cli.Smartt;
import io.smartt.release.Layout.Entry;

/** Makes all packages but the .deb, for which it leaves the files. */
final class Release {
  private static final String MAINTAINER =
      "the maintainers of the SMaRTT harness <maintainers@smartt.invalid>";

  /**
   * The date in the form of a changelog of Debian's: with a number for the zone, which RFC 1123's
   * calls GMT.
   */
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss xx", Locale.ENGLISH);

  private final Path root;
  private final Path target;
  private final String version;
  private final Instant time;
  private final List<Machine> images;
  private final Path dist;

  private Release(Path root, Path target, String version, Instant time, List<Machine> images)
      throws IOException {
    this.images = images;
    this.root = root;
    this.target = target;
    this.version = version;
    this.time = time;
    dist = Files.createDirectories(target.resolve("dist"));
  }

  /**
   * Makes them.
   *
   * @param args the checkout, the folder of this module's build, the version, the time of all
   *     files, and for an image for arm64 the root of such a system, or "none"
   */
  public static void main(String[] args) throws IOException {
    List<Machine> images = new ArrayList<>(List.of(Machine.here()));
    if (!args[4].equals("none")) {
      images.add(Machine.arm64(Path.of(args[4])));
    }
    new Release(
            Path.of(args[0]),
            Path.of(args[1]),
            args[2],
            OffsetDateTime.parse(args[3]).toInstant(),
            List.copyOf(images))
        .make();
  }

  private void make() throws IOException {
    FolderTree.delete(dist);
    Files.createDirectories(dist);
    List<Path> jars = jars();
    List<String> names = jars.stream().map(jar -> jar.getFileName().toString()).toList();
    Launcher launcher = Launcher.ofCheckout(root);
    Layout program = program(Machine.here(), jars, launcher, names);

    say("the tarball");
    Layout unpacked = new Layout();
    unpacked.all("smartt-" + version, program);
    TarFile.writeGzip(unpacked, time, dist.resolve("smartt-" + version + "-linux-x64.tar.gz"));

    say("the files of the .deb");
    TarFile.write(debian(program), time, target.resolve("deb.tar"));

    for (Machine machine : images) {
      say("the image for " + machine.architecture());
      Path imageRoot = target.resolve("image-" + machine.architecture());
      FolderTree.delete(imageRoot);
      Files.createDirectories(imageRoot);
      boolean here = machine.equals(Machine.here());
      new ImageRoot(imageRoot, machine)
          .write(
              (here ? program : program(machine, jars, launcher, names))
                  .without(List.of("bin", "cache", "share")),
              launcher.words("options"),
              names,
              version,
              time,
              dist);
    }

    say("the Python wheel");
    Wheel.of(root.resolve("emulation/src/main/python"), version, root.resolve("LICENSE"))
        .write(dist, time);
    Files.copy(sbom(Machine.here()), dist.resolve("smartt-" + version + ".cdx.json"));
  }

  /** The launcher's class path: the program first. */
  private List<Path> jars() throws IOException {
    Path built = root.resolve("emulation/target");
    List<Path> jars = new ArrayList<>();
    jars.add(built.resolve("smartt-emulation-" + version + ".jar"));
    try (Stream<Path> libraries = Files.list(built.resolve("lib"))) {
      libraries
          .filter(file -> file.toString().endsWith(".jar"))
          .sorted(Comparator.comparing(file -> file.getFileName().toString()))
          .forEach(jars::add);
    }
    return jars;
  }

  /** Returns where that of a machine's program is, in a folder of this build. */
  private Path sbom(Machine machine) {
    return target.resolve("sbom-" + machine.architecture() + ".json");
  }

  private Layout program(Machine machine, List<Path> jars, Launcher launcher, List<String> names)
      throws IOException {
    say("linking a Java run time for " + machine.architecture());
    Path runTime = target.resolve("runtime-" + machine.architecture());
    FolderTree.delete(runTime);
    RunTime.link(machine, runTime);
    Sbom.read(root.resolve("emulation/target/bom.json"))
        .with(Sbom.runTime(runTime))
        .write(sbom(machine));
    Layout layout = new Layout();
    layout.tree("runtime", runTime);
    jars.forEach(jar -> layout.file("lib/" + jar.getFileName(), jar));
    Path script = target.resolve("smartt.sh");
    String template =
        Files.readString(root.resolve("emulation/release/src/main/launcher/smartt.sh"));
    Files.writeString(script, launcher.packaged(template, version, names));
    layout.add(new Entry.Content("bin/smartt", script, true));
    layout.add(new Entry.Link("bin/simple_switch", "smartt"));
    layout.add(new Entry.Link("bin/simple_switch_grpc", "smartt"));
    layout.add(new Entry.Folder("cache"));
    for (String document : List.of("LICENSE", "NOTICE", "CHANGELOG.md")) {
      layout.file(document, root.resolve(document));
    }
    layout.file(Sbom.NAME, sbom(machine));
    Path completion = target.resolve("completion");
    Files.writeString(completion, Smartt.completion());
    layout.file("share/bash-completion/completions/smartt", completion);
    layout.tree("share/man/man1", target.resolve("man1"));
    return layout;
  }

  /** The same where Debian has such files. */
  private Layout debian(Layout program) throws IOException {
    Layout layout = new Layout();
    layout.all("usr/lib/smartt", program.without(List.of("cache", "share", "CHANGELOG.md")));
    layout.add(new Entry.Folder("var/cache/smartt"));
    layout.add(new Entry.Link("usr/lib/smartt/cache", "/var/cache/smartt"));
    for (String name : List.of("smartt", "simple_switch", "simple_switch_grpc")) {
      layout.add(new Entry.Link("usr/bin/" + name, "../lib/smartt/bin/" + name));
    }
    layout.file("usr/share/bash-completion/completions/smartt", target.resolve("completion"));
    layout.file("usr/share/doc/smartt/copyright", root.resolve("NOTICE"));
    Path doc = root.resolve("CHANGELOG.md");
    layout.file("usr/share/doc/smartt/NEWS.gz", packed(doc, "NEWS.gz"));
    layout.file("usr/share/doc/smartt/changelog.gz", packed(changelog(), "changelog.gz"));
    layout.file(
        "usr/share/lintian/overrides/smartt",
        root.resolve("emulation/release/src/main/deb/lintian-overrides"));
    for (String name : List.of("simple_switch", "simple_switch_grpc")) {
      layout.add(new Entry.Link("usr/share/man/man1/" + name + ".1.gz", "smartt-switch.1.gz"));
    }
    try (Stream<Path> pages = Files.list(target.resolve("man1"))) {
      for (Path page : pages.filter(Files::isRegularFile).sorted().toList()) {
        String name = page.getFileName() + ".gz";
        layout.file("usr/share/man/man1/" + name, packed(page, name));
      }
    }
    return layout;
  }

  /** Writes the changelog of the package, in Debian's form; the program's is in NEWS. */
  private Path changelog() throws IOException {
    return Files.writeString(
        target.resolve("debian-changelog"),
        """
        smartt (%s) unstable; urgency=medium

          * Made from the release of this version; see NEWS.gz.

         -- %s  %s
        """
            .formatted(
                version.replaceFirst("-SNAPSHOT$", "~snapshot"),
                MAINTAINER,
                DATE.format(time.atOffset(ZoneOffset.UTC))));
  }

  private Path packed(Path file, String name) throws IOException {
    Path packed = Files.createDirectories(target.resolve("packed")).resolve(name);
    try (OutputStream out = TarFile.gzip(Files.newOutputStream(packed))) {
      Files.copy(file, out);
    }
    return packed;
  }

  private static void say(String what) {
    System.out.println("release: " + what);
  }

  /**
   * A kind of machine that packages are made for.
   *
   * @param architecture as Debian and Go name it
   * @param triplet as Debian names the folders of its libraries
   * @param root of a Debian or Ubuntu system of that kind, unpacked here
   * @param modules the folder of a JDK's packaged modules for it; empty for the modules of the JDK
   *     that runs this
   */
  record Machine(String architecture, String triplet, Path root, Optional<Path> modules) {
    /**
     * This one.
     *
     * @throws IOException where it is of another kind, whose packages would have the wrong label
     */
    static Machine here() throws IOException {
      String kind = System.getProperty("os.arch");
      if (!kind.equals("amd64")) {
        throw new IOException("packages are made on amd64; this machine is " + kind);
      }
      return new Machine("amd64", "x86_64-linux-gnu", Path.of("/"), Optional.empty());
    }

    /**
     * One for arm64 with a JDK of Debian's, as the script {@code arm64-root} leaves it.
     *
     * @throws IOException where the folder has no such JDK
     */
    static Machine arm64(Path root) throws IOException {
      Path java = root.resolve("usr/lib/jvm");
      if (Files.isDirectory(java)) {
        try (Stream<Path> paths = Files.list(java)) {
          Optional<Path> modules =
              paths
                  .map(path -> path.resolve("jmods"))
                  .filter(path -> Files.exists(path.resolve("java.base.jmod")))
                  .sorted()
                  .findFirst();
          if (modules.isPresent()) {
            return new Machine("arm64", "aarch64-linux-gnu", root, modules);
          }
        }
      }
      throw new IOException("-Drelease.arm64=" + root + ": has no usr/lib/jvm/*/jmods");
    }

    /** Returns where its loader looks. */
    List<Path> folders() {
      return Stream.of(
              "lib/" + triplet, "usr/lib/" + triplet, "lib", "lib64", "usr/lib", "usr/lib64")
          .map(root::resolve)
          .toList();
    }
  }
}
