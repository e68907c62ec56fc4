package io.smartt.study.plot;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.report.WholeFile;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.internal.chartpart.Chart;
import org.w3c.dom.Document;

/**
 * Writes figures as PNG, at twice the size for sharp print, and as SVG. Needs no display, and
 * brings a font for machines that have none.
 */
public final class FigureWriter {
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
      OwnFont.offer();
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
      Chart<?, ?> chart = Charts.of(panels.get(i), PANEL_WIDTH, PANEL_HEIGHT);
      graphics.translate(x, y);
      chart.paint(graphics, PANEL_WIDTH, PANEL_HEIGHT);
      graphics.translate(-x, -y);
    }
  }
}
