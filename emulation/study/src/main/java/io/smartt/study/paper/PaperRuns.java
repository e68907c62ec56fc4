package io.smartt.study.paper;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.launch.LocalRunner;
import io.smartt.study.paper.PaperFigure.PaperPanel;
import io.smartt.study.paper.PaperRuns.FigureResults.Cell;
import io.smartt.study.paper.PaperRuns.FigureResults.Place;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepRunner;
import io.smartt.workload.jobs.JobsName;

/**
 * Runs what figures need. Figures that need the same experiment share it; what an earlier process
 * finished is not run again; what this build cannot run is left out and said so.
 *
 * @param experiments makes experiments from settings
 * @param checker says what this build cannot run
 * @param runner runs the rest
 */
public record PaperRuns(ExperimentLoader experiments, LocalRunner checker, SweepRunner runner) {
  /**
   * Refuses a setting that nothing acts on in any run of the figures.
   *
   * @throws UserInputException naming it
   */
  public void requireActing(List<PaperFigure> figures) {
    runner.requireActing(
        figures.stream()
            .flatMap(figure -> specs(experiments, figure).values().stream())
            .flatMap(List::stream)
            .map(spec -> new SweepRun(Map.of(), spec.name(), spec))
            .toList());
  }

  /** The results of figures, in their order. */
  public List<FigureResults> run(List<PaperFigure> figures, SweepRunner.SweepMonitor monitor) {
    List<Map<Place, List<ExperimentSpec>>> wanted =
        figures.stream().map(figure -> specs(experiments, figure)).toList();
    Map<ExperimentSpec, SweepRun> runs = new LinkedHashMap<>();
    Map<ExperimentSpec, String> refused = new LinkedHashMap<>();
    for (int i = 0; i < figures.size(); i++) {
      String figure = figures.get(i).id();
      wanted
          .get(i)
          .forEach((place, specs) -> {
            for (ExperimentSpec spec : specs) {
              if (!runs.containsKey(spec) && !refused.containsKey(spec)) {
                checker
                    .refusal(spec)
                    .ifPresentOrElse(
                        why -> refused.put(spec, why),
                        () ->
                            runs.put(spec, new SweepRun(point(figure, place), spec.name(), spec)));
              }
            }
          });
    }
    Map<String, FinishedRun> finished = new LinkedHashMap<>();
    runner
        .run(List.copyOf(runs.values()), monitor)
        .forEach(run -> finished.put(run.folder().toString(), run));
    List<FigureResults> results = new ArrayList<>();
    for (int i = 0; i < figures.size(); i++) {
      Map<Place, Cell> cells = new LinkedHashMap<>();
      wanted
          .get(i)
          .forEach((place, specs) -> cells.put(place, cell(specs, runs, refused, finished)));
      results.add(new FigureResults(figures.get(i), cells));
    }
    return results;
  }

  private Cell cell(
      List<ExperimentSpec> specs,
      Map<ExperimentSpec, SweepRun> runs,
      Map<ExperimentSpec, String> refused,
      Map<String, FinishedRun> finished) {
    List<FinishedRun> completed = new ArrayList<>();
    Optional<String> missing = Optional.empty();
    for (ExperimentSpec spec : specs) {
      SweepRun run = runs.get(spec);
      if (run == null) {
        missing = Optional.of(refused.getOrDefault(spec, "refused"));
        continue;
      }
      FinishedRun done = finished.get(runner.folder(run).toString());
      if (done == null) {
        missing = Optional.of("interrupted");
      } else if (done.completed()) {
        completed.add(done);
      } else {
        missing = Optional.of("the run failed: " + done.summary().path("message").asText());
      }
    }
    return new Cell(specs, missing.isEmpty() ? completed : List.of(), missing);
  }

  private static Map<String, String> point(String figure, Place place) {
    Map<String, String> point = new LinkedHashMap<>();
    point.put("fig", figure + place.panel());
    point.put("series", place.series());
    if (!place.x().isEmpty()) {
      point.put("x", place.x());
    }
    return point;
  }

  /** The experiments of a figure, one a seed at each place. */
  static Map<Place, List<ExperimentSpec>> specs(ExperimentLoader experiments, PaperFigure figure) {
    Map<Place, List<ExperimentSpec>> specs = new LinkedHashMap<>();
    for (PaperPanel panel : figure.panels()) {
      panel
          .series()
          .forEach((label, settings) -> {
            for (String x : FigureResults.xs(panel)) {
              Map<String, String> values = new LinkedHashMap<>(settings);
              panel
                  .variable()
                  .ifPresent(over -> values.putAll(over.settings().getOrDefault(x, Map.of())));
              specs.put(
                  new Place(panel.id(), label, x),
                  figure.seeds().stream()
                      .map(seed -> spec(experiments, figure, panel, values, seed))
                      .toList());
            }
          });
    }
    return specs;
  }

  private static ExperimentSpec spec(
      ExperimentLoader experiments,
      PaperFigure figure,
      PaperPanel panel,
      Map<String, String> settings,
      String seed) {
    Map<String, String> values = new LinkedHashMap<>(settings);
    values.put(SettingKeys.SEED.name(), seed);
    String workload = values.getOrDefault(SettingKeys.WORKLOAD.name(), "");
    Optional<String> matrix = Optional.ofNullable(figure.matrices().get(workload));
    if (matrix.isPresent()) {
      values.remove(SettingKeys.WORKLOAD.name());
    }
    boolean captured =
        panel.plot() == PaperFigure.Plot.DRAIN || panel.plot() == PaperFigure.Plot.NOTICE;
    ExperimentSpec planned = experiments.load(figure.profile(), values, List.of(), captured);
    return matrix
        .map(text ->
            planned
                .renamed(planned.settings().text(SettingKeys.SCHEME) + "-" + workload)
                .withWorkload(
                    JobsName.isOne(workload)
                        ? new InputSource.Files(workload, Map.of(workload, text))
                        : new InputSource.FileText(workload, text)))
        .orElse(planned);
  }

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
    public record Cell(
        List<ExperimentSpec> specs, List<FinishedRun> runs, Optional<String> missing) {

      /** Mean of a measure over seeds. */
      double mean(String measure) {
        return values(measure).average().orElse(Double.NaN);
      }

      /** A measure, one value a seed. */
      public DoubleStream values(String measure) {
        return IntStream.range(0, runs.size()).mapToDouble(i -> value(measure, i));
      }

      /** A measure of one run. */
      double value(String measure, int run) {
        return Measures.of(measure, runs.get(run), specs.get(run));
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

    Optional<PaperPanel> panel(String id) {
      return figure.panels().stream().filter(panel -> panel.id().equals(id)).findFirst();
    }

    /** Values of a panel's variable; one empty text if it has none. */
    static List<String> xs(PaperPanel panel) {
      return panel
          .variable()
          .map(over -> List.copyOf(over.settings().keySet()))
          .orElse(List.of(""));
    }
  }
}
