package io.smartt.study.plot;

import module java.base;

/**
 * A font of the program's own for machines that have none, such as a container. Java takes a file
 * that says which fonts there are where the system's fontconfig knows none.
 */
final class OwnFont {
  private static final String FILE_OF_FONTS = "sun.awt.fontconfig";
  private static final String FAMILY = "Liberation Sans ";
  private static final List<String> LOGICAL =
      List.of("serif", "sansserif", "monospaced", "dialog", "dialoginput");

  private OwnFont() {}

  /**
   * Says to Java where the font is, before the first text is drawn. Does nothing the second time,
   * and where the user names fonts.
   *
   * @throws IOException if the font cannot be written into the folder for temporary files
   */
  static synchronized void offer() throws IOException {
    if (System.getProperty(FILE_OF_FONTS) != null) {
      return;
    }
    Path folder = Files.createTempDirectory("smartt-font");
    folder.toFile().deleteOnExit();
    StringBuilder fonts = new StringBuilder("version=1\nsequence.allfonts=default\n");
    for (String face : List.of("Regular", "Bold")) {
      Path file = folder.resolve(face + ".ttf");
      try (InputStream font =
          OwnFont.class.getResourceAsStream("/liberation/LiberationSans-" + face + ".ttf")) {
        if (font == null) {
          throw new IOException("the program lacks its font " + FAMILY + face);
        }
        Files.copy(font, file);
      }
      file.toFile().deleteOnExit();
      fonts.append("filename.").append((FAMILY + face).replace(' ', '_'));
      // A file of properties takes a backslash for the begin of an escape.
      fonts.append('=').append(file.toString().replace("\\", "\\\\")).append('\n');
    }
    for (String name : LOGICAL) {
      for (String style : List.of("plain", "bold", "italic", "bolditalic")) {
        String face = style.startsWith("bold") ? "Bold" : "Regular";
        fonts.append("%s.%s.default=%s%s%n".formatted(name, style, FAMILY, face));
      }
    }
    Path list = folder.resolve("fontconfig.properties");
    Files.writeString(list, fonts);
    list.toFile().deleteOnExit();
    System.setProperty(FILE_OF_FONTS, list.toString());
  }
}
