package io.smartt.study.plot;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.PackedText;
import io.smartt.base.output.WholeFile;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;

/**
 * Writes figures as PNG, at twice the size for sharp print, and as SVG. Needs no display, and
 * brings a font for machines that have none.
 */
public final class FigureWriter {
  private static final String FILE_OF_FONTS = "sun.awt.fontconfig";
  private static final String FAMILY = "Liberation Sans ";
  private static final List<String> LOGICAL =
      List.of("serif", "sansserif", "monospaced", "dialog", "dialoginput");

  private static final int PANEL_WIDTH = 560;
  private static final int PANEL_HEIGHT = 400;
  private static final int MOST_IN_A_ROW = 2;
  private static final int PNG_SCALE = 2;

  static {
    // Before the first class of AWT looks for a screen; smartt draws on none.
    System.setProperty("java.awt.headless", "true");
  }

  private FigureWriter() {}

  /**
   * Writes {@code name.png} and {@code name.svg} into a folder, panels side by side.
   *
   * @throws RunFailedException if a file cannot be written or Java cannot draw text
   */
  public static void write(Path folder, String name, List<Panel> panels) {
    int columns = Math.min(MOST_IN_A_ROW, panels.size());
    int rows = Math.ceilDiv(panels.size(), columns);
    int width = columns * PANEL_WIDTH;
    int height = rows * PANEL_HEIGHT;
    try {
      offerOwnFont();
      BufferedImage image =
          new BufferedImage(PNG_SCALE * width, PNG_SCALE * height, BufferedImage.TYPE_INT_RGB);
      Graphics2D raster = image.createGraphics();
      raster.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      raster.scale(PNG_SCALE, PNG_SCALE);
      paint(raster, panels, columns, width, height);
      raster.dispose();
      ByteArrayOutputStream png = new ByteArrayOutputStream();
      ImageIO.write(image, "png", png);
      Files.write(folder.resolve(name + ".png"), png.toByteArray());

      SVGGraphics2D vectors = new SVGGraphics2D(emptySvg());
      vectors.setSVGCanvasSize(new Dimension(width, height));
      paint(vectors, panels, columns, width, height);
      try (Writer svg = Files.newBufferedWriter(folder.resolve(name + ".svg"))) {
        vectors.stream(svg);
      }
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder.resolve(name), e);
    } catch (InternalError | UnsatisfiedLinkError | NoClassDefFoundError e) {
      throw new RunFailedException(
          "cannot draw " + name + ": this Java cannot draw text (" + e + ")",
          new IllegalStateException(e));
    }
  }

  private static Document emptySvg() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(SVGGraphics2D.SVG_NAMESPACE_URI, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK has no XML parser", e);
    }
  }

  private static void paint(
      Graphics2D graphics, List<Panel> panels, int columns, int width, int height) {
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
    for (int i = 0; i < panels.size(); i++) {
      int x = i % columns * PANEL_WIDTH;
      int y = i / columns * PANEL_HEIGHT;
      graphics.translate(x, y);
      Charts.paint(graphics, panels.get(i), PANEL_WIDTH, PANEL_HEIGHT);
      graphics.translate(-x, -y);
    }
  }

  /**
   * Offers a font of the program's own for machines that have none, such as a container: Java takes
   * a file that says which fonts there are where the system's fontconfig knows none. For before the
   * first text is drawn. Does nothing the second time, and where the user names fonts.
   *
   * @throws IOException if the font cannot be written into the folder for temporary files
   */
  static synchronized void offerOwnFont() throws IOException {
    if (System.getProperty(FILE_OF_FONTS) != null) {
      return;
    }
    Path folder = Files.createTempDirectory("smartt-font");
    folder.toFile().deleteOnExit();
    StringBuilder fonts = new StringBuilder("version=1\nsequence.allfonts=default\n");
    for (String face : List.of("Regular", "Bold")) {
      Path file = folder.resolve(face + ".ttf");
      String font = "/liberation/LiberationSans-" + face + ".ttf";
      Files.write(file, PackedText.bytes(FigureWriter.class, font));
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
