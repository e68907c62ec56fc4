package io.smartt.realtime.image;

import module java.base;

import io.smartt.base.concurrent.EndedProgram;
import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.concurrent.SearchPath;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;

/**
 * The files of an image, in a folder that stands for its root: a run time that jlink makes, the
 * program, and what starts it quickly.
 */
public record ImageFiles(Path root, Consumer<String> stage) {
  private static final Pattern LIBRARY = Pattern.compile("(?:=> )?(/\\S+) \\(0x");

  private static final Pattern PROGRAM = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]*");
  private static final List<String> FOLDERS =
      List.of("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin");

  /** Folder of the program in the image. */
  static final String HOME = "/opt/smartt";

  private static final List<String> MODULES =
      List.of("java.base", "java.logging", "java.management", "jdk.net", "jdk.unsupported");

  /**
   * The libraries that containers do not need: charts, libpcap, the Docker client, making
   * certificates, the shell, Parquet.
   */
  private static final List<String> LEFT_OUT =
      List.of(
          ("xchart batik openpdf-fonts pcap4j jna docker-java commons-codec"
                  + " commons-compress commons-io commons-lang bc jline parquet jts-core")
              .split(" ", -1));

  /**
   * The needed files of libraries that are mostly something else: the status of a call, of all
   * messages of a cloud.
   */
  private static final Map<String, Pattern> IN_PART =
      Map.of("proto-google-common-protos", Pattern.compile("(com/)?google/rpc/[^/]*"));

  /** The archive keeps seconds; what the JVM learnt is for files of this time. */
  private static final FileTime STAMP = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));

  /**
   * Makes all of it.
   *
   * @param programs of this machine, by name
   * @throws RunFailedException naming the tool that failed, with what it said
   */
  void make(List<String> programs) {
    RunFailedException.saying("the image's files cannot be written")
        .run(() -> {
          stage.accept("linking a Java run time");
          link(home(), MODULES, List.of());
          List<String> jars = copyProgram();
          Path args = home().resolve("java.args");
          Files.writeString(args, arguments(jars));
          copyLibraries(home());
          if (!programs.isEmpty()) {
            copyPrograms(programs, Files.createDirectories(root.resolve("bin")));
            copyLibraries(root.resolve("bin"));
          }
          for (String folder : List.of("tmp", "etc", "run", "proc", "sys", "dev")) {
            Files.createDirectories(root.resolve(folder));
          }
          Files.writeString(root.resolve("etc/nsswitch.conf"), "hosts: files dns\n");
          Files.writeString(root.resolve("etc/passwd"), "root:x:0:0:root:/tmp:/none\n");
          stamp();
          stage.accept("having the run time learn how the program starts");
          learn(jars);
        });
  }

  private void copyLibraries(Path folder) throws IOException {
    for (Path library : librariesNeededBy(folder)) {
      Path copy = root.resolve(library.toString().substring(1));
      Files.createDirectories(copy.getParent());
      Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private Path home() {
    return root.resolve(HOME.substring(1));
  }

  /**
   * Makes a Java run time by the jlink of the JDK that runs this.
   *
   * @param folder that is not there yet
   * @param modules that it has
   * @param more options of jlink
   * @throws RunFailedException with what jlink said
   */
  public static void link(Path folder, List<String> modules, List<String> more) throws IOException {
    Files.createDirectories(folder.toAbsolutePath().getParent());
    ToolProvider jlink =
        ToolProvider.findFirst("jlink")
            .orElseThrow(() ->
                new RunFailedException(
                    "this Java has no jlink; run smartt with a JDK (JAVA_HOME), not a JRE"));
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    List<String> words = new ArrayList<>(more);
    words.addAll(
        List.of("--add-modules", String.join(",", modules), "--output", folder.toString()));
    words.addAll(List.of("--strip-java-debug-attributes", "--no-header-files", "--no-man-pages"));
    words.addAll(List.of("--compress", "zip-9"));
    if (jlink.run(out, out, words.toArray(String[]::new)) != 0) {
      throw new RunFailedException("jlink failed: " + said.toString().strip());
    }
  }

  /** Copies the class path; gives it as it is in the image. */
  private List<String> copyProgram() throws IOException {
    List<String> copied = new ArrayList<>();
    Path into = home().resolve("app");
    Files.createDirectories(into);
    for (String entry : System.getProperty("java.class.path").split(":", -1)) {
      Path from = Path.of(entry);
      String name = from.getFileName() == null ? "" : from.getFileName().toString();
      if (entry.isEmpty() || !Files.exists(from) || LEFT_OUT.stream().anyMatch(name::startsWith)) {
        continue;
      }
      if (Files.isDirectory(from)) {
        name = "classes-" + copied.size() + ".jar";
        pack(from, into.resolve(name));
      } else {
        copyNeeded(from, into.resolve(name));
      }
      copied.add("app/" + name);
    }
    return copied;
  }

  private static void copyNeeded(Path from, Path to) throws IOException {
    for (Map.Entry<String, Pattern> part : IN_PART.entrySet()) {
      if (to.getFileName().toString().startsWith(part.getKey())) {
        copyPart(from, to, part.getValue());
        return;
      }
    }
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void copyPart(Path from, Path to, Pattern needed) throws IOException {
    try (JarFile all = new JarFile(from.toFile());
        JarOutputStream some = new JarOutputStream(Files.newOutputStream(to))) {
      List<JarEntry> entries =
          all.stream()
              .filter(entry -> !entry.isDirectory() && needed.matcher(entry.getName()).matches())
              .toList();
      for (JarEntry entry : entries) {
        JarEntry copy = new JarEntry(entry.getName());
        copy.setLastModifiedTime(STAMP);
        some.putNextEntry(copy);
        all.getInputStream(entry).transferTo(some);
        some.closeEntry();
      }
    }
  }

  /** A folder of classes as a JAR file: what the run time learns ahead is of files only. */
  private static void pack(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from);
        JarOutputStream jar = new JarOutputStream(Files.newOutputStream(to))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        JarEntry entry = new JarEntry(from.relativize(file).toString());
        entry.setLastModifiedTime(STAMP);
        jar.putNextEntry(entry);
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
  }

  private static List<String> options() {
    // A wire's rate limits a container, not its compiler; many share a machine.
    return Stream.concat(
            OwnProgram.AS_SERVER.stream(), Stream.of("-XX:TieredStopAtLevel=1", "-Xmx256m"))
        .toList();
  }

  private static String arguments(List<String> jars) {
    List<String> lines = new ArrayList<>(options());
    lines.add("-XX:AOTCache=" + HOME + "/smartt.aot");
    lines.add("-Xlog:disable");
    lines.add("-Xlog:all=warning,aot*=off,cds*=off:stderr");
    lines.add("-cp");
    lines.add(String.join(":", jars.stream().map(jar -> HOME + "/" + jar).toList()));
    return String.join("\n", lines) + "\n";
  }

  private void stamp() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, STAMP);
      }
    }
  }

  /**
   * Lets the run time learn the program's start, without which a switch listens a third later; all
   * else is the same. Learning the servers as well would save a sixth of a start, for 20 MB. Links
   * of classes would save a tenth, for 6 MB, but JDK 25 crashes when it writes those of the help.
   */
  private void learn(List<String> jars) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(home().resolve("bin/java").toString());
    command.addAll(options());
    Path learnt = home().resolve("smartt.aot");
    command.addAll(List.of("-XX:-AOTClassLinking", "-XX:+ErrorFileToStdout"));
    command.addAll(List.of("-XX:AOTCacheOutput=" + learnt, "-cp"));
    command.add(String.join(":", jars.stream().map(jar -> home() + "/" + jar).toList()));
    command.add(OwnProgram.TRAINING_CLASS);
    EndedProgram training = EndedProgram.of(command, List.of(), "an image was made");
    if (training.status() != 0) {
      throw new RunFailedException("the image's program does not run: " + training.said().strip());
    }
    // A run time that crashes while it writes what it learnt leaves both files, and status 0.
    Files.deleteIfExists(home().resolve("smartt.aot.config"));
    if (!Files.exists(learnt) || Files.size(learnt) == 0) {
      Files.write(learnt, new byte[0]);
      stage.accept("nothing was learnt; containers start more slowly");
    }
    Files.setLastModifiedTime(learnt, STAMP);
  }

  /**
   * Copies programs of this machine into a folder, under the names that they were asked for by.
   *
   * @param programs their names, in which one may be more than once
   * @throws UserInputException naming one that is not there
   */
  private static void copyPrograms(List<String> programs, Path folder) throws IOException {
    for (String name : new LinkedHashSet<>(programs)) {
      if (!PROGRAM.matcher(name).matches()) {
        throw new UserInputException("--with " + name + ": write names such as sh,ping,ip");
      }
      Path program =
          findProgram(name)
              .orElseThrow(() ->
                  new UserInputException(
                      "--with %s: this machine has no such program on the PATH or in %s"
                          .formatted(name, String.join(", ", FOLDERS))));
      Files.copy(program.toRealPath(), folder.resolve(name));
    }
  }

  private static Optional<Path> findProgram(String name) {
    return new SearchPath(
            Stream.concat(
                    SearchPath.ofEnvironment().folders().stream(), FOLDERS.stream().map(Path::of))
                .filter(Path::isAbsolute)
                .toList())
        .find(name);
  }

  /**
   * Returns the libraries outside a folder that programs and libraries below it need.
   *
   * @throws RunFailedException where {@code ldd} does not run
   */
  private static Set<Path> librariesNeededBy(Path folder) {
    Set<Path> needed = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      List<String> command = new ArrayList<>(List.of("ldd"));
      files
          .filter(Files::isRegularFile)
          .filter(ImageFiles::isNative)
          .forEach(file -> command.add(file.toString()));
      String said = EndedProgram.of(command, List.of(), "an image was made").said();
      Matcher matcher = LIBRARY.matcher(said);
      while (matcher.find()) {
        Path file = Path.of(matcher.group(1));
        if (!file.normalize().startsWith(folder)) {
          needed.add(file);
        }
      }
      if (needed.isEmpty()) {
        throw new RunFailedException("'ldd' names no library of the run time: " + said.strip());
      }
      return needed;
    } catch (IOException e) {
      throw new RunFailedException("'ldd' did not run: " + FileErrors.reason(e), e);
    }
  }

  private static boolean isNative(Path file) {
    return file.getFileName().toString().endsWith(".so") || file.toString().contains("/bin/");
  }
}
