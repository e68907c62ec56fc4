package io.smartt.release;

import io.smartt.emulation.cli.Smartt;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes all packages but the .deb, for which it leaves the files. */
final class Release {
  private final Path root;
  private final Path target;
  private final String version;
  private final Instant time;
  private final Path dist;

  private Release(Path root, Path target, String version, Instant time) throws IOException {
    this.root = root;
    this.target = target;
    this.version = version;
    this.time = time;
    dist = Files.createDirectories(target.resolve("dist"));
  }

  /**
   * Makes them.
   *
   * @param args the checkout, the folder of this module's build, the version, the time of all files
   */
  public static void main(String[] args) throws IOException {
    new Release(
            Path.of(args[0]), Path.of(args[1]), args[2], OffsetDateTime.parse(args[3]).toInstant())
        .make();
  }

  private void make() throws IOException {
    delete(dist);
    Files.createDirectories(dist);
    say("linking a Java run time");
    Path runTime = target.resolve("runtime");
    delete(runTime);
    RunTime.link(runTime);
    List<Path> jars = jars();
    List<String> names = jars.stream().map(jar -> jar.getFileName().toString()).toList();
    Launcher launcher = Launcher.ofCheckout(root);
    Layout program = program(runTime, jars, launcher, names);

    say("the tarball");
    Layout unpacked = new Layout();
    unpacked.all("smartt-" + version, program);
    TarFile.writeGzip(unpacked, time, dist.resolve("smartt-" + version + "-linux-x64.tar.gz"));

    say("the files of the .deb");
    TarFile.write(debian(program), time, target.resolve("deb.tar"));

    say("the image");
    Path imageRoot = target.resolve("image");
    delete(imageRoot);
    Files.createDirectories(imageRoot);
    new ImageRoot(imageRoot)
        .write(
            program.without(List.of("bin", "cache", "share")),
            launcher.words("options"),
            names,
            version,
            time,
            dist.resolve("smartt-" + version + "-image-amd64.tar"));

    say("the Python wheel");
    Wheel.of(root.resolve("emulation/src/main/python"), version, root.resolve("LICENSE"))
        .write(dist, time);
    Files.copy(sbom(), dist.resolve("smartt-" + version + ".cdx.json"));
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

  private Path sbom() {
    return root.resolve("emulation/target/bom.json");
  }

  private Layout program(Path runTime, List<Path> jars, Launcher launcher, List<String> names)
      throws IOException {
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
    layout.file("smartt.cdx.json", sbom());
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
    layout.file(
        "usr/share/doc/smartt/changelog.gz", packed(root.resolve("CHANGELOG.md"), "changelog.gz"));
    try (Stream<Path> pages = Files.list(target.resolve("man1"))) {
      for (Path page : pages.filter(Files::isRegularFile).sorted().toList()) {
        String name = page.getFileName() + ".gz";
        layout.file("usr/share/man/man1/" + name, packed(page, name));
      }
    }
    return layout;
  }

  private Path packed(Path file, String name) throws IOException {
    Path packed = Files.createDirectories(target.resolve("packed")).resolve(name);
    try (OutputStream out = TarFile.gzip(Files.newOutputStream(packed))) {
      Files.copy(file, out);
    }
    return packed;
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void say(String what) {
    System.out.println("release: " + what);
  }
}
