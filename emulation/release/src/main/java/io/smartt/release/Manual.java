package io.smartt.release;

import module java.base;

import io.smartt.emulation.cli.Smartt;
import org.jspecify.annotations.Nullable;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes a manual page in AsciiDoc for each command. */
final class Manual {
  /** Pages are not for editing, so that nothing is left to be edited. */
  private static final @Nullable File NO_TEMPLATES = null;

  private Manual() {}

  /**
   * Writes them.
   *
   * @param args the folder
   */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    int status =
        ManPageGenerator.generateManPage(
            folder.toFile(), NO_TEMPLATES, new boolean[0], false, Smartt.specification());
    if (status != 0) {
      throw new IOException("picocli's generator of man pages ended with " + status);
    }
  }
}
