package io.smartt.study.paper;

import module java.base;

import io.smartt.experiment.ExperimentSpec;
import io.smartt.study.paper.PaperFigure.PaperPanel;
import io.smartt.study.sweep.FinishedRun;

/**
 * The measurements for a figure.
 *
 * @param figure what was to be
 * @param cells by where in the figure
 */
public record FigureResults(PaperFigure figure, Map<Place, Cell> cells) {

  /**
   * The place in a figure to which runs belong.
   *
   * @param panel its id
   * @param series its label
   * @param x value of the panel's variable; empty if it has none
   */
  public record Place(String panel, String series, String x) {}

  /**
   * The runs of a place.
   *
   * @param specs one a seed
   * @param runs those that completed, in the same order
   * @param missing why there are no runs, if there are none
   */
  public record Cell(List<ExperimentSpec> specs, List<FinishedRun> runs, Optional<String> missing) {

    /** Mean of a measure over seeds. */
    double mean(String measure) {
      return values(measure).average().orElse(Double.NaN);
    }

    /** A measure, one value a seed. */
    public DoubleStream values(String measure) {
      return IntStream.range(0, runs.size())
          .mapToDouble(i -> Measures.of(measure, runs.get(i), specs.get(i)));
    }
  }

  /** Copies the map. */
  public FigureResults {
    cells = new LinkedHashMap<>(cells);
  }

  /** The runs of a place; without runs where the figure has no such place. */
  public Cell at(String panel, String series, String x) {
    return cells.getOrDefault(
        new Place(panel, series, x),
        new Cell(List.of(), List.of(), Optional.of("no such place in the figure")));
  }

  /** The panel of an id. */
  Optional<PaperPanel> panel(String id) {
    return figure.panels().stream().filter(panel -> panel.id().equals(id)).findFirst();
  }

  /** Values of a panel's variable; one empty text if it has none. */
  static List<String> xs(PaperPanel panel) {
    return panel.variable().map(PaperFigure.Variable::values).orElse(List.of(""));
  }
}
