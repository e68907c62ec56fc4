package io.smartt.study.diff;

import module java.base;

import io.smartt.experiment.report.Measure;
import io.smartt.study.diff.Differences.Result;
import io.smartt.study.plot.Panel;
import io.smartt.study.sweep.MeanWithInterval;

/**
 * Charts of the runs of one or more sweeps, over the one number that is varied or over the
 * combinations: every run, and means with 95 % intervals.
 */
public final class SweepPanels {
  private static final List<String> DRAWN =
      List.of("slowdown.median", "slowdown.max", "fctUs.p99", "lastFinishUs", "trims", "jain");

  private final SweepSides sides;

  public SweepPanels(SweepSides sides) {
    this.sides = sides;
  }

  /** Returns a chart for each measure that there is. */
  public List<Panel> panels() {
    List<Panel> panels = new ArrayList<>();
    for (Measure.Part measure : Measure.compared()) {
      if (DRAWN.contains(measure.key())) {
        panels.add(panel(measure));
      }
    }
    return panels;
  }

  private boolean overOneNumber() {
    return sides.shared().size() == 1
        && sides.byPoint().size() > 1
        && sides.byPoint().keySet().stream().allMatch(point -> number(point).isPresent());
  }

  private Optional<Double> number(Map<String, String> point) {
    try {
      return Optional.of(Double.valueOf(point.get(sides.shared().getFirst())));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
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
          own.add(sample(x, values));
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

  private static Panel.Sample sample(double x, List<Double> values) {
    MeanWithInterval mean =
        MeanWithInterval.of(values.stream().mapToDouble(value -> value).toArray());
    return new Panel.Sample(x, mean.mean(), mean.halfWidth().orElse(0), values);
  }

  /** Returns a combination as text. */
  public static String label(Map<String, String> point) {
    return point.isEmpty() ? "all" : String.join(" ", point.values());
  }

  private List<String> names() {
    return sides.byPoint().values().iterator().next().results().stream().map(Result::name).toList();
  }
}
