package io.smartt.release;

import module java.base;

import io.smartt.realtime.image.ImageFiles;

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
   */
  static void link(Release.Machine machine, Path folder) throws IOException {
    List<String> more = new ArrayList<>(List.of("--exclude-files=" + String.join(",", LEFT_OUT)));
    machine
        .modules()
        .ifPresent(modules -> more.addAll(List.of("--module-path", modules.toString())));
    ImageFiles.link(folder, MODULES, more);
  }
}
