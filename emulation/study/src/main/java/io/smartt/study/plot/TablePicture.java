package io.smartt.study.plot;

import module java.base;

import io.smartt.study.plot.Panel.Sample;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;

/**
 * Means with their intervals as a table, a row a label and a column a place. Less is better: a cell
 * is the darker the farther it is behind the best of its column, and those that are not shown to be
 * behind it are bold.
 */
final class TablePicture {
  private static final String CAPTION =
      "mean ± 95 % interval; bold: not shown to be behind the column's best; empty: did not end";
  private static final int HEAD = 70;
  private static final int FOOT = 40;
  private static final int LABELS = 110;
  private static final int MARGIN = 10;
  private static final int TALLEST = 34;

  /** The ratio to the best from which on a cell gets no darker, as a power of two. */
  private static final double DARKEST = 3;

  private TablePicture() {}

  static void paint(Graphics2D graphics, Panel.Samples table, int width, int height) {
    Map<String, List<Sample>> rows = table.samples();
    List<Double> places =
        rows.values().stream().flatMap(List::stream).map(Sample::x).distinct().sorted().toList();
    graphics.setColor(Color.BLACK);
    graphics.setFont(Charts.font(Font.BOLD, Charts.TITLE));
    centred(graphics, table.title(), width / 2, 24);
    graphics.setFont(Charts.font(Font.PLAIN, Charts.TEXT - 1));
    centred(graphics, CAPTION, width / 2, height - MARGIN);
    graphics.drawString(table.xTitle(), MARGIN, HEAD - MARGIN);
    int tall = Math.min(TALLEST, (height - HEAD - FOOT) / Math.max(1, rows.size()));
    int wide = (width - LABELS - 2 * MARGIN) / Math.max(1, places.size());
    for (int column = 0; column < places.size(); column++) {
      double place = places.get(column);
      int left = MARGIN + LABELS + column * wide;
      String head =
          table.groups().isEmpty() ? Charts.number(place) : table.groups().get((int) place);
      graphics.setFont(Charts.font(Font.PLAIN, Charts.TEXT));
      centred(graphics, head, left + wide / 2, HEAD - MARGIN);
      Optional<Sample> best =
          rows.values().stream()
              .flatMap(row -> at(row, place).stream())
              .min(Comparator.comparingDouble(Sample::mean));
      int top = HEAD;
      for (List<Sample> row : rows.values()) {
        Optional<Sample> cell = at(row, place);
        if (cell.isPresent()) {
          cell(graphics, cell.get(), best.orElseThrow(), left, top, wide, tall);
        }
        top += tall;
      }
    }
    graphics.setFont(Charts.font(Font.PLAIN, Charts.TEXT));
    int middle = HEAD + tall / 2 + Charts.TEXT / 3;
    for (String label : rows.keySet()) {
      graphics.drawString(label, MARGIN, middle);
      middle += tall;
    }
  }

  private static Optional<Sample> at(List<Sample> row, double place) {
    return row.stream().filter(sample -> sample.x() == place).findFirst();
  }

  private static void cell(
      Graphics2D graphics, Sample cell, Sample best, int left, int top, int wide, int tall) {
    double behind = Math.log(cell.mean() / best.mean()) / Math.log(2) / DARKEST;
    graphics.setColor(Palette.shade(Math.clamp(behind, 0, 1)));
    graphics.fillRect(left, top, wide - 1, tall - 1);
    boolean shown = cell.mean() - cell.halfWidth() > best.mean() + best.halfWidth();
    graphics.setColor(Color.BLACK);
    graphics.setFont(Charts.font(shown ? Font.PLAIN : Font.BOLD, Charts.TEXT));
    String interval = cell.halfWidth() > 0 ? " ± " + digits(cell.halfWidth()) : "";
    centred(
        graphics,
        digits(cell.mean()) + interval,
        left + wide / 2,
        top + tall / 2 + Charts.TEXT / 3);
  }

  private static String digits(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
  }

  private static void centred(Graphics2D graphics, String text, int x, int y) {
    graphics.drawString(text, x - graphics.getFontMetrics().stringWidth(text) / 2, y);
  }
}
