package io.smartt.study.diff;

import static io.smartt.experiment.report.PageTemplate.escaped;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.study.plot.ChartPage;
import io.smartt.study.plot.Panel;

/** The page of what differs between runs or sweeps, and that of a sweep. */
public final class DiffPage {
  private final ChartPage page;
  private int charts;

  /**
   * @param lead a sentence under the title
   */
  public DiffPage(String title, String lead) {
    page = new ChartPage(title, lead);
  }

  /**
   * Makes the page of a sweep: its measures over what it varies.
   *
   * @param lead sentences under the title: what was varied of what
   */
  public static DiffPage ofSweep(Path folder, String lead) {
    String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    SweepSides sides = SweepSides.read(List.of(folder), List.of(name));
    DiffPage page = new DiffPage(name, lead);
    page.charts("Over " + String.join(", ", sides.shared()), new SweepPanels(sides).panels());
    return page;
  }

  /** Adds charts under a heading. */
  public void charts(String heading, List<Panel> panels) {
    page.heading(heading).charts("charts" + charts++, panels);
  }

  /** Adds the tables of what differs. */
  public void differences(String heading, Differences differences) {
    StringBuilder body = new StringBuilder("<table><tr><th>measure");
    differences
        .results()
        .forEach(result -> body.append("<th class=\"number\">").append(escaped(result.name())));
    body.append("</tr>\n");
    for (Differences.Row row : differences.rows()) {
      body.append("<tr><td>").append(escaped(row.measure().title()));
      for (int i = 0; i < row.values().size(); i++) {
        body.append("<td class=\"number\">").append(cell(row, i));
      }
      body.append("</tr>\n");
    }
    body.append("</table>\n");
    Map<String, List<String>> settings = differences.settings();
    if (!settings.isEmpty()) {
      body.append("<table><tr><th>setting that differs");
      differences.results().forEach(result -> body.append("<th>").append(escaped(result.name())));
      body.append("</tr>\n");
      settings.forEach((key, values) -> {
        body.append("<tr><td><code>").append(escaped(key)).append("</code>");
        values.forEach(value -> body.append("<td>").append(escaped(Differences.shown(value))));
        body.append("</tr>\n");
      });
      body.append("</table>\n");
    }
    page.heading(heading).html(body.toString());
  }

  /** Returns a value, with its change from the first one's. */
  public static String cell(Differences.Row row, int result) {
    Optional<Double> value = row.values().get(result);
    if (value.isEmpty()) {
      return "-";
    }
    String text = number(value.get());
    Optional<Double> change = row.change(result);
    return result == 0 || change.isEmpty() || change.get() == 0
        ? text
        : text + " (" + Quantities.formatChange(change.get()) + ")";
  }

  /** Returns a number with at most three decimals. */
  public static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.3f", value);
  }

  /**
   * Writes the page.
   *
   * @throws io.smartt.base.failure.RunFailedException if it cannot be written
   */
  public void write(Path file) {
    page.write(file);
  }
}
