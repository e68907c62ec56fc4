package io.smartt.emulation.paper;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.paper.PaperFigure.Claim;
import io.smartt.emulation.paper.PaperFigure.PaperPanel;
import io.smartt.emulation.paper.PaperFigure.Plot;
import io.smartt.emulation.paper.PaperFigure.Variable;
import io.smartt.emulation.plot.Axis;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Reads {@code figNN.yaml}. Settings are merged in this order, later ones win: the figure's, the
 * figure's of the scale, the panel's, the panel's of the scale, the series'.
 */
final class FigureReader {
  private static final Set<String> FIGURE_KEYS =
      Set.of(
          "figure",
          "title",
          "section",
          "profile",
          "settings",
          "quick",
          "full",
          "seeds",
          "series",
          "panels",
          "claims",
          "matrices");
  private static final Set<String> PANEL_KEYS =
      Set.of(
          "id",
          "title",
          "plot",
          "y",
          "logarithmic",
          "measure",
          "settings",
          "quick",
          "full",
          "series",
          "over");
  private static final Set<String> OVER_KEYS = Set.of("set", "as", "quick", "full", "title");
  private static final Set<String> CLAIM_KEYS = Set.of("says", "paper", "holds");
  private static final Set<String> AXES = Set.of("x", "y");

  private final Scale scale;

  private FigureReader(Scale scale) {
    this.scale = scale;
  }

  static PaperFigure read(String file, String text, Scale scale) {
    return new FigureReader(scale).figure(Declaration.parse(file, text));
  }

  private PaperFigure figure(Declaration figure) {
    figure.refuseOthers(FIGURE_KEYS);
    Map<String, String> settings = settings(figure);
    Map<String, Map<String, String>> series = series(figure);
    Map<String, String> matrices = new LinkedHashMap<>();
    figure
        .at("matrices")
        .entries()
        .forEach((name, text) -> matrices.put(name, text.node().asText()));
    int seeds = figure.at("seeds").node().path(scale.spelling()).asInt(1);
    return new PaperFigure(
        figure.text("figure"),
        figure.text("title"),
        figure.text("section"),
        figure.text("profile"),
        IntStream.rangeClosed(1, seeds).mapToObj(Integer::toString).toList(),
        figure.at("panels").items().stream().map(panel -> panel(panel, settings, series)).toList(),
        figure.at("claims").items().stream().map(FigureReader::claim).toList(),
        matrices);
  }

  private static Claim claim(Declaration claim) {
    claim.refuseOthers(CLAIM_KEYS);
    return new Claim(claim.text("says"), claim.optional("paper"), claim.text("holds"));
  }

  private PaperPanel panel(
      Declaration panel,
      Map<String, String> figureSettings,
      Map<String, Map<String, String>> figureSeries) {
    panel.refuseOthers(PANEL_KEYS);
    Map<String, String> settings = new LinkedHashMap<>(figureSettings);
    settings.putAll(settings(panel));
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    (panel.node().has("series") ? series(panel) : figureSeries)
        .forEach((label, own) -> {
          Map<String, String> values = new LinkedHashMap<>(settings);
          values.putAll(own);
          all.put(label, values);
        });
    List<String> logarithmic = panel.at("logarithmic").texts();
    if (!AXES.containsAll(logarithmic)) {
      throw new UserInputException(panel.file() + ": logarithmic is a list of x and y");
    }
    return new PaperPanel(
        panel.text("id"),
        panel.text("title"),
        Plot.valueOf(panel.text("plot").toUpperCase(Locale.ROOT)),
        panel.optional("y"),
        axis(logarithmic.contains("x")),
        axis(logarithmic.contains("y")),
        panel.optional("measure"),
        all,
        panel.node().has("over") ? Optional.of(variable(panel.at("over"))) : Optional.empty());
  }

  private static Axis axis(boolean logarithmic) {
    return logarithmic ? Axis.LOGARITHMIC : Axis.LINEAR;
  }

  private Variable variable(Declaration over) {
    over.refuseOthers(OVER_KEYS);
    return new Variable(
        over.text("set"), over.text("as"), over.at(scale.spelling()).texts(), over.text("title"));
  }

  private static Map<String, Map<String, String>> series(Declaration of) {
    Map<String, Map<String, String>> series = new LinkedHashMap<>();
    of.at("series").entries().forEach((label, own) -> series.put(label, own.settings()));
    return series;
  }

  /** The settings of a figure or a panel, with those of the scale. */
  private Map<String, String> settings(Declaration of) {
    Map<String, String> settings = new LinkedHashMap<>(of.at("settings").settings());
    settings.putAll(of.at(scale.spelling()).settings());
    return settings;
  }
}
