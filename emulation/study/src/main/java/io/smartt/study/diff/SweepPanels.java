package io.smartt.study.diff;

import io.smartt.experiment.report.Measure;
import io.smartt.study.plot.Axis;
import io.smartt.study.plot.Curve;
import io.smartt.study.plot.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Charts of the runs of one or more sweeps: over the one number that is varied, or else bars for
 * each combination.
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
        panels.add(overOneNumber() ? lines(measure) : bars(measure));
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

  private Panel lines(Measure.Part measure) {
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < names().size(); i++) {
      int result = i;
      List<double[]> points = new ArrayList<>();
      sides
          .byPoint()
          .forEach((point, differences) ->
              value(differences, result, measure)
                  .ifPresent(y -> points.add(new double[] {number(point).orElseThrow(), y})));
      points.sort((a, b) -> Double.compare(a[0], b[0]));
      if (!points.isEmpty()) {
        curves.add(
            new Curve(
                names().get(i),
                points.stream().mapToDouble(point -> point[0]).toArray(),
                points.stream().mapToDouble(point -> point[1]).toArray(),
                Curve.Style.MARKED));
      }
    }
    String key = sides.shared().getFirst();
    return curves.isEmpty()
        ? new Panel.Empty(measure.title(), "no run completed")
        : new Panel.Lines(measure.title(), key, measure.title(), Axis.LINEAR, Axis.LINEAR, curves);
  }

  private Panel bars(Measure.Part measure) {
    List<String> groups = new ArrayList<>();
    Map<String, List<Double>> bars = new LinkedHashMap<>();
    names().forEach(name -> bars.put(name, new ArrayList<>()));
    sides
        .byPoint()
        .forEach((point, differences) -> {
          groups.add(label(point));
          for (int i = 0; i < names().size(); i++) {
            List<Double> values = bars.get(names().get(i));
            if (values != null) {
              values.add(value(differences, i, measure).orElse(Double.NaN));
            }
          }
        });
    return new Panel.Bars(
        measure.title(), String.join(", ", sides.shared()), measure.title(), groups, bars);
  }

  /** Returns a combination as text. */
  public static String label(Map<String, String> point) {
    return point.isEmpty() ? "all" : String.join(" ", point.values());
  }

  private List<String> names() {
    return sides.byPoint().values().iterator().next().results().stream().map(Result::name).toList();
  }

  private static Optional<Double> value(Differences differences, int result, Measure.Part measure) {
    return Optional.ofNullable(differences.results().get(result).numbers().get(measure.key()));
  }
}
