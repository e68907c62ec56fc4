package io.smartt.study.diff;

import static io.smartt.experiment.report.PageTemplate.escaped;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.experiment.report.Measure;
import io.smartt.study.diff.Differences.Result;
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

  /**
   * Charts of the runs of one or more sweeps, over the one number that is varied or over the
   * combinations: every run, and means with 95 % intervals.
   */
  public static final class SweepPanels {
    private static final List<String> DRAWN =
        List.of("slowdown.median", "slowdown.max", "fctUs.p99", "lastFinishUs", "trims", "jain");

    private final SweepSides sides;

    public SweepPanels(SweepSides sides) {
      this.sides = sides;
    }

    /** Returns a chart for each measure that there is. */
    public List<Panel> panels() {
      return Measure.compared().stream()
          .filter(measure -> DRAWN.contains(measure.key()))
          .map(this::panel)
          .toList();
    }

    private boolean overOneNumber() {
      return sides.shared().size() == 1
          && sides.byPoint().size() > 1
          && sides.byPoint().keySet().stream().allMatch(point -> number(point).isPresent());
    }

    private OptionalDouble number(Map<String, String> point) {
      return Quantities.number(point.getOrDefault(sides.shared().getFirst(), ""));
    }

    private Panel panel(Measure.Part measure) {
      boolean numbers = overOneNumber();
      List<Map<String, String>> points = new ArrayList<>(sides.byPoint().keySet());
      if (numbers) {
        points.sort(Comparator.comparingDouble(point -> number(point).orElseThrow()));
      }
      Map<String, List<Panel.Sample>> samples = new LinkedHashMap<>();
      for (int i = 0; i < names().size(); i++) {
        List<Panel.Sample> own = new ArrayList<>();
        for (int place = 0; place < points.size(); place++) {
          double x = numbers ? number(points.get(place)).orElseThrow() : place;
          List<Double> values = sides.runs(i, points.get(place), measure);
          if (!values.isEmpty()) {
            own.add(Panel.Sample.of(x, values.stream().mapToDouble(Double::doubleValue).toArray()));
          }
        }
        samples.put(names().get(i), own);
      }
      return samples.values().stream().allMatch(List::isEmpty)
          ? new Panel.Empty(measure.title(), "no run completed")
          : new Panel.Samples(
              measure.title(),
              String.join(", ", sides.shared()),
              numbers ? List.of() : points.stream().map(SweepPanels::label).toList(),
              samples);
    }

    /** Returns a combination as text. */
    public static String label(Map<String, String> point) {
      return point.isEmpty() ? "all" : String.join(" ", point.values());
    }

    private List<String> names() {
      return sides.byPoint().values().iterator().next().results().stream()
          .map(Result::name)
          .toList();
    }
  }
}
