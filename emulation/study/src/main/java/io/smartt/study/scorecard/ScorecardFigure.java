package io.smartt.study.scorecard;

import module java.base;

import io.smartt.experiment.report.Distribution;
import io.smartt.study.plot.FigureWriter;
import io.smartt.study.plot.Panel;

/** Draws the scores of a card: groups of bars by scenario, a bar for each algorithm. */
public final class ScorecardFigure {
  /** Name of the files, without their ends. */
  public static final String NAME = "scorecard";

  private ScorecardFigure() {}

  /**
   * Writes {@code scorecard.png} and {@code scorecard.svg} into a folder; nothing if there are no
   * scores.
   *
   * @return whether there are
   * @throws io.smartt.base.failure.RunFailedException if that cannot be
   */
  public static boolean write(Path folder, Scorecard card) {
    if (card.scores().isEmpty()) {
      return false;
    }
    FigureWriter.write(
        folder,
        NAME,
        List.of(
            bars(
                card,
                "Slowdown, median",
                "times ideal",
                score -> score.slowdown().map(Distribution::median).orElse(Double.NaN)),
            bars(
                card,
                "Slowdown, 99th percentile",
                "times ideal",
                score -> score.slowdown().map(Distribution::p99).orElse(Double.NaN)),
            bars(card, "Fairness (Jain)", "1: all equal", score -> score.jain().orElse(Double.NaN)),
            bars(
                card,
                "Packets sent again",
                "packets",
                score -> score.completed() ? score.retransmissions() : Double.NaN)));
    return true;
  }

  /** Draws a bar for each score; there is none of what was not measured. */
  static Panel bars(Scorecard card, String title, String unit, ToDoubleFunction<Score> value) {
    List<String> scenarios = card.scores().stream().map(Score::scenario).distinct().toList();
    Map<String, List<Double>> bars = new LinkedHashMap<>();
    for (String scheme : card.scores().stream().map(Score::scheme).distinct().toList()) {
      List<Double> row = new ArrayList<>();
      for (String scenario : scenarios) {
        row.add(
            card.scores().stream()
                .filter(one -> one.scheme().equals(scheme) && one.scenario().equals(scenario))
                .mapToDouble(value)
                .findFirst()
                .orElse(Double.NaN));
      }
      bars.put(scheme, row);
    }
    return new Panel.Bars(title, "scenario", unit, scenarios, bars);
  }
}
