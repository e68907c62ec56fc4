package io.smartt.release;

import module java.base;

/** The Java run time of packages, which jlink makes of the JDK that runs this. */
final class RunTime {
  /**
   * The modules that {@code jdeps} finds in the program and its libraries, and those that it cannot
   * find: the compiler for users' own schemes, and the file system by which that reads jars.
   */
  static final List<String> MODULES =
      List.of(
          ("java.base java.compiler java.desktop java.logging java.management java.naming"
                  + " java.net.http java.security.jgss java.security.sasl java.sql jdk.compiler"
                  + " jdk.management jdk.net jdk.unsupported jdk.zipfs")
              .split(" ", -1));

  /** Files of these modules that no package has. */
  private static final List<String> LEFT_OUT =
      List.of(
          // Signatures of earlier releases, for javac --release.
          "/jdk.compiler/lib/ct.sym",
          // Windows and sound, which want X11 and ALSA; pictures are drawn without them.
          "/java.desktop/lib/libawt_xawt.so",
          "/java.desktop/lib/libjawt.so",
          "/java.desktop/lib/libjsound.so",
          "/java.desktop/lib/libsplashscreen.so",
          "**.debuginfo");

  private RunTime() {}

  /**
   * Makes it.
   *
   * @param machine that it is for
   * @param folder that is not there yet
   * @throws IOException with what jlink said
   */
  static void link(Release.Machine machine, Path folder) throws IOException {
    ToolProvider jlink =
        ToolProvider.findFirst("jlink").orElseThrow(() -> new IOException("this JDK has no jlink"));
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    List<String> words = new ArrayList<>();
    machine
        .modules()
        .ifPresent(modules -> words.addAll(List.of("--module-path", modules.toString())));
    words.addAll(
        List.of(
            "--add-modules",
            String.join(",", MODULES),
            "--strip-java-debug-attributes",
            "--no-header-files",
            "--no-man-pages",
            "--exclude-files=" + String.join(",", LEFT_OUT),
            "--compress",
            "zip-9",
            "--output",
            folder.toString()));
    int status = jlink.run(out, out, words.toArray(String[]::new));
    if (status != 0) {
      throw new IOException("jlink failed: " + said.toString().strip());
    }
  }
}
