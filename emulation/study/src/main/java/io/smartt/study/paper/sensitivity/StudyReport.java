package io.smartt.study.paper.sensitivity;

import module java.base;

import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.Table;
import io.smartt.study.paper.PaperRuns.FigureResults;
import io.smartt.study.paper.sensitivity.Scores.Score;
import io.smartt.study.plot.FigureWriter;
import io.smartt.study.plot.Panel;
import io.smartt.study.plot.Panel.Curve;

/**
 * Writes a study: {@code sensitivity.png} and {@code .svg}, a panel a constant; {@code .csv}, a row
 * a value, figure and seed; {@code .md}, a table a constant.
 */
public final class StudyReport {
  private static final String NAME = "sensitivity";

  private final List<String> seeds;
  private final List<List<Score>> scores;

  /**
   * @param seeds that were run
   * @param results of the study's scenarios, in their order
   */
  public StudyReport(Study study, List<String> seeds, List<FigureResults> results) {
    this.seeds = List.copyOf(seeds);
    Scores all = new Scores(study, results);
    scores = study.constants().stream().map(all::of).filter(values -> !values.isEmpty()).toList();
  }

  /** Writes the files into a folder, which is made if it is not there. */
  public void write(Path folder) {
    try {
      Files.createDirectories(folder);
      FigureWriter.write(folder, NAME, scores.stream().map(StudyReport::panel).toList());
      Files.writeString(folder.resolve(NAME + ".csv"), csv());
      Files.writeString(folder.resolve(NAME + ".md"), markdown());
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder.resolve(NAME), e);
    }
  }

  private static Panel panel(List<Score> values) {
    Study.Constant constant = values.getFirst().constant();
    double[] x = values.stream().mapToDouble(StudyReport::x).toArray();
    List<Curve> curves = new ArrayList<>();
    curves.add(
        new Curve(
            "score", x, values.stream().mapToDouble(Score::mean).toArray(), Curve.Style.LINE));
    for (int figure : new TreeSet<>(values.getFirst().byFigure().keySet())) {
      double[] y = values.stream().mapToDouble(value -> value.of(figure)).toArray();
      curves.add(new Curve("figure " + figure, x, y, Curve.Style.THIN));
    }
    curves.add(eachSeed(values));
    values.stream()
        .filter(value -> constant.isStandard(value.value()))
        .forEach(value -> curves.add(single("default", value)));
    Scores.best(values).ifPresent(best -> curves.add(single("best", best)));
    return new Panel.Lines(
        constant.key(),
        "value",
        "cost, relative to the default",
        Panel.Axis.LOGARITHMIC,
        Panel.Axis.LINEAR,
        curves);
  }

  private static Curve eachSeed(List<Score> values) {
    double[] x =
        values.stream()
            .flatMapToDouble(value -> DoubleStream.of(value.bySeed()).map(_ -> x(value)))
            .toArray();
    double[] y =
        values.stream().flatMapToDouble(value -> DoubleStream.of(value.bySeed())).toArray();
    return new Curve("each seed", x, y, Curve.Style.DOTS);
  }

  private static Curve single(String label, Score value) {
    return new Curve(label, new double[] {x(value)}, new double[] {value.mean()}, Curve.Style.DOTS);
  }

  private static double x(Score value) {
    return Double.parseDouble(value.value());
  }

  private record Cost(Score value, String figure, String seed, double relative) {}

  private String csv() {
    return Table.<Cost>csv()
        .column("constant", cost -> cost.value().constant().key())
        .column("value", cost -> cost.value().value())
        .column("figure", Cost::figure)
        .column("seed", Cost::seed)
        .column("relative_cost", Cost::relative)
        .text(
            scores.stream()
                .flatMap(List::stream)
                .flatMap(value ->
                    Stream.concat(
                        value.byFigure().entrySet().stream()
                            .flatMap(figure ->
                                costs(value, figure.getKey().toString(), figure.getValue())),
                        costs(value, "all", value.bySeed())))
                .toList());
  }

  private Stream<Cost> costs(Score value, String figure, double[] costs) {
    return IntStream.range(0, costs.length)
        .mapToObj(seed -> new Cost(value, figure, seeds.get(seed), costs[seed]));
  }

  /** The tables. */
  public String markdown() {
    StringBuilder text = new StringBuilder("# Sensitivity to SMaRTT's open constants\n\n");
    text.append("Seeds ").append(String.join(", ", seeds)).append(". Cost relative to the ");
    text.append("default: below 1 is better. In brackets the 95 % interval over seeds.\n");
    for (List<Score> values : scores) {
      text.append("\n## ").append(values.getFirst().constant().key()).append("\n\n");
      text.append("| value | cost | | gains most | loses most |\n|---|---|---|---|---|\n");
      Score best = Scores.best(values).orElseThrow();
      for (Score value : values) {
        text.append("| ").append(value.value()).append(" | ").append(cost(value)).append(" | ");
        text.append(mark(value, best)).append(" | ").append(extreme(value, 1)).append(" | ");
        text.append(extreme(value, -1)).append(" |\n");
      }
    }
    return text.toString();
  }

  private static String cost(Score value) {
    String mean = String.format(Locale.ROOT, "%.4f", value.mean());
    return value.low().isEmpty()
        ? mean
        : String.format(
            Locale.ROOT, "%s (%.4f to %.4f)", mean, value.low().get(), value.high().orElseThrow());
  }

  private static String mark(Score value, Score best) {
    List<String> marks = new ArrayList<>();
    if (value.constant().isStandard(value.value())) {
      marks.add("default");
    }
    if (value.equals(best)) {
      marks.add(value.high().filter(high -> high < 1).isPresent() ? "best, beyond noise" : "best");
    }
    return String.join(", ", marks);
  }

  /** The figure that gains ({@code sign} 1) or loses (-1) most. */
  private static String extreme(Score value, int sign) {
    return value.byFigure().keySet().stream()
        .min((a, b) -> sign * Double.compare(value.of(a), value.of(b)))
        .filter(figure -> sign * (value.of(figure) - 1) < 0)
        .map(figure -> String.format(Locale.ROOT, "figure %d: %.3f", figure, value.of(figure)))
        .orElse("");
  }
}
