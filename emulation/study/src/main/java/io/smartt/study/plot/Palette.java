package io.smartt.study.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Colours that people with any common form of colour blindness tell apart (Okabe and Ito, "Color
 * Universal Design", 2008), each with a stroke and a mark of its own, so that a print in grey can
 * be read too.
 */
final class Palette {
  private static final Color[] COLOURS = {
    new Color(0x00, 0x72, 0xB2), // blue
    new Color(0xD5, 0x5E, 0x00), // vermilion
    new Color(0x00, 0x9E, 0x73), // bluish green
    new Color(0xCC, 0x79, 0xA7), // reddish purple
    new Color(0xE6, 0x9F, 0x00), // orange
    new Color(0x56, 0xB4, 0xE9), // sky blue
    new Color(0x00, 0x00, 0x00), // black
    new Color(0x8A, 0x7F, 0x00) // the palette's yellow, darker, to be seen on white
  };
  private static final float[][] DASHES = {
    {}, {9, 4}, {2, 3}, {9, 4, 2, 4}, {14, 4}, {5, 3}, {}, {2, 6}
  };
  private static final Marker[] MARKS = {
    SeriesMarkers.CIRCLE,
    SeriesMarkers.SQUARE,
    SeriesMarkers.TRIANGLE_UP,
    SeriesMarkers.DIAMOND,
    SeriesMarkers.TRIANGLE_DOWN,
    SeriesMarkers.CROSS,
    SeriesMarkers.PLUS,
    SeriesMarkers.RECTANGLE
  };

  private Palette() {}

  static Color colour(int series) {
    return COLOURS[series % COLOURS.length];
  }

  /** White at 0, the palette's orange at 1. */
  static Color shade(double share) {
    return new Color(255, (int) (255 - 96 * share), (int) (255 - 255 * share));
  }

  static Color[] colours() {
    return COLOURS.clone();
  }

  static Marker mark(int series) {
    return MARKS[series % MARKS.length];
  }

  static BasicStroke stroke(int series, float width) {
    return stroke(width, DASHES[series % DASHES.length]);
  }

  static BasicStroke stroke(float width, float... dashes) {
    return dashes.length == 0
        ? new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND)
        : new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dashes, 0);
  }
}
