package io.smartt.release;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;

/** The Java run time of packages, which jlink makes of the JDK that runs this. */
final class RunTime {
  /**
   * What {@code jdeps} finds in the program and its libraries, and what it cannot find: the
   * compiler for users' own schemes, and the file system by which that reads jars.
   */
  static final List<String> MODULES =
      List.of(
          "java.base",
          "java.compiler",
          "java.desktop",
          "java.logging",
          "java.management",
          "java.naming",
          "java.net.http",
          "java.security.jgss",
          "java.security.sasl",
          "java.sql",
          "jdk.compiler",
          "jdk.management",
          "jdk.unsupported",
          "jdk.zipfs");

  private RunTime() {}

  /**
   * Makes it.
   *
   * @param folder that is not there yet
   * @throws IOException with what jlink said
   */
  static void link(Path folder) throws IOException {
    ToolProvider jlink =
        ToolProvider.findFirst("jlink").orElseThrow(() -> new IOException("this JDK has no jlink"));
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int status =
        jlink.run(
            out,
            out,
            "--add-modules",
            String.join(",", MODULES),
            "--strip-java-debug-attributes",
            "--no-header-files",
            "--no-man-pages",
            // Signatures of earlier releases, for javac --release.
            "--exclude-files=/jdk.compiler/lib/ct.sym",
            "--compress",
            "zip-9",
            "--output",
            folder.toString());
    if (status != 0) {
      throw new IOException("jlink failed: " + said.toString().strip());
    }
  }
}
