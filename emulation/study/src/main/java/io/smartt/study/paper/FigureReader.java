package io.smartt.study.paper;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.PackedText;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.Choice;
import io.smartt.experiment.settings.InputSources;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.paper.PaperFigure.PaperPanel;
import io.smartt.study.paper.PaperFigure.Plot;
import io.smartt.study.paper.PaperFigure.Scale;
import io.smartt.study.plot.Panel.Axis;

/**
 * Reads {@code figNN.yaml}. Settings are merged in this order, later ones win: the figure's, the
 * figure's of the scale, the panel's, the panel's of the scale, the series'. A figure without
 * {@code seeds} has ten at quick scale and three at full.
 */
public record FigureReader(Scale scale, Optional<SettingsCatalog> catalog) {
  /** The declared figures. Figure 2, a block diagram, holds no results and has none. */
  private static final List<String> IDS =
      List.of("1 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 text".split(" ", -1));

  /** The paper's, and those that it does not have: ports that share memory, schemes compared. */
  private static final List<String> LISTED =
      Stream.concat(IDS.stream(), Stream.of("buffers", "schemes")).toList();

  private static final Set<String> FIGURE_KEYS =
      Set.of(
          ("figure title section profile settings quick full seeds series panels claims"
                  + " matrices")
              .split(" ", -1));
  private static final Set<String> PANEL_KEYS =
      Set.of("id title plot y logarithmic measure settings quick full series over".split(" ", -1));
  private static final Set<String> OVER_KEYS =
      Set.of("set", "as", "quick", "full", "values", "cases", "title");
  private static final Set<String> CLAIM_KEYS = Set.of("says", "paper", "holds", "number");
  private static final Set<String> AXES = Set.of("x", "y");

  static PaperFigure read(String file, String text, Scale scale) {
    return new FigureReader(scale, Optional.empty()).figure(Declaration.parse(file, text));
  }

  /**
   * Reads a user's figure.
   *
   * @param catalog of the settings that there are
   * @throws UserInputException naming file and line
   */
  static PaperFigure read(String file, String text, Scale scale, SettingsCatalog catalog) {
    // Keys of an algorithm of the user's own are known only once it is compiled.
    boolean own = text.contains(".java") || text.contains(".jar");
    return new FigureReader(scale, own ? Optional.empty() : Optional.of(catalog))
        .figure(Declaration.parse(file, text));
  }

  private PaperFigure figure(Declaration figure) {
    figure.refuseOthers(FIGURE_KEYS);
    Map<String, String> settings = settings(figure);
    Map<String, Map<String, String>> series = named(figure.at("series"));
    Map<String, String> matrices = new LinkedHashMap<>();
    figure
        .at("matrices")
        .entries()
        .forEach((name, text) -> matrices.put(name, text.node().asText()));
    int seeds =
        figure.at("seeds").node().path(scale.spelling()).asInt(scale == Scale.QUICK ? 10 : 3);
    String id = figure.text("figure");
    if (!id.matches("[A-Za-z0-9][A-Za-z0-9_-]*")) {
      throw new UserInputException(
          "%s: '%s' cannot name files: accepted are letters, digits, - and _"
              .formatted(figure.at("figure").place(), id));
    }
    PaperFigure read =
        new PaperFigure(
            id,
            figure.text("title"),
            figure.optional("section"),
            figure.text("profile"),
            IntStream.rangeClosed(1, seeds).mapToObj(Integer::toString).toList(),
            figure.at("panels").items().stream()
                .map(panel -> panel(panel, settings, series))
                .toList(),
            figure.at("claims").items().stream().map(FigureReader::claim).toList(),
            matrices);
    if (read.panels().isEmpty()) {
      throw new UserInputException(figure.place() + ": panels is missing");
    }
    for (Declaration claim : figure.at("claims").items()) {
      check(claim.at("holds"), read, text -> Comparison.parse(text).calls());
      check(claim.at("number"), read, text -> Comparison.calls(PaperNumber.parse(text).of()));
    }
    return read;
  }

  /** Refuses a claim about what the figure does not have. */
  private static void check(
      Declaration part, PaperFigure figure, Function<String, List<Comparison.Call>> calls) {
    String text = part.node().asText();
    try {
      for (Comparison.Call call : text.isEmpty() ? List.<Comparison.Call>of() : calls.apply(text)) {
        PaperPanel panel =
            figure.panels().stream()
                .filter(one -> one.id().equals(call.panel()))
                .findFirst()
                .orElseThrow(() -> new UserInputException("no panel '" + call.panel() + "'"));
        if (!call.series().equals("*") && !panel.series().containsKey(call.series())) {
          throw new UserInputException(
              "no series '"
                  + call.series()
                  + "': "
                  + NearNames.hint(call.series(), panel.series().keySet()));
        }
        List<String> xs = PaperRuns.FigureResults.xs(panel);
        if (!Set.of("", "first", "last").contains(call.x()) && !xs.contains(call.x())) {
          throw new UserInputException(
              "no x '" + call.x() + "': accepted: first, last, " + String.join(", ", xs));
        }
      }
    } catch (UserInputException e) {
      throw e.at(part.place());
    }
  }

  private static PaperFigure.Claim claim(Declaration claim) {
    claim.refuseOthers(CLAIM_KEYS);
    String number = claim.optional("number");
    String check = number.isEmpty() ? claim.text("holds") : claim.optional("holds");
    return new PaperFigure.Claim(claim.text("says"), claim.optional("paper"), check, number);
  }

  private PaperPanel panel(
      Declaration panel,
      Map<String, String> figureSettings,
      Map<String, Map<String, String>> figureSeries) {
    panel.refuseOthers(PANEL_KEYS);
    Map<String, String> settings = new LinkedHashMap<>(figureSettings);
    settings.putAll(settings(panel));
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    (panel.node().has("series") ? named(panel.at("series")) : figureSeries)
        .forEach((label, own) -> {
          Map<String, String> values = new LinkedHashMap<>(settings);
          values.putAll(own);
          all.put(label, values);
        });
    List<String> logarithmic = panel.at("logarithmic").texts();
    if (!AXES.containsAll(logarithmic)) {
      throw new UserInputException(
          panel.at("logarithmic").place() + ": logarithmic is a list of x and y");
    }
    return new PaperPanel(
        panel.text("id"),
        panel.text("title"),
        plot(panel),
        panel.optional("y"),
        axis(logarithmic.contains("x")),
        axis(logarithmic.contains("y")),
        measure(panel.at("measure")),
        all,
        panel.node().has("over") ? Optional.of(variable(panel.at("over"))) : Optional.empty());
  }

  private static String measure(Declaration measure) {
    String name = measure.node().asText();
    Measures.unknown(name)
        .filter(_ -> !name.isEmpty())
        .ifPresent(why -> {
          throw new UserInputException(measure.place() + ": " + why);
        });
    return name;
  }

  private static Plot plot(Declaration panel) {
    String name = panel.text("plot");
    return UserInputException.at(
        panel.at("plot").place() + ": plot", () -> Choice.parse(Plot.class, name));
  }

  private static Axis axis(boolean logarithmic) {
    return logarithmic ? Axis.LOGARITHMIC : Axis.LINEAR;
  }

  private PaperFigure.Variable variable(Declaration over) {
    over.refuseOthers(OVER_KEYS);
    if (over.node().has("cases")) {
      over.refuseOthers(Set.of("cases", "title"));
      return new PaperFigure.Variable(named(over.at("cases")), over.text("title"));
    }
    String values = over.node().has(scale.spelling()) ? scale.spelling() : "values";
    if (over.at(values).items().isEmpty()) {
      throw new UserInputException(over.place() + ": values is missing");
    }
    String key = over.text("set");
    String form = over.text("as");
    Map<String, Map<String, String>> settings = new LinkedHashMap<>();
    over.at(values).texts().forEach(x -> settings.put(x, Map.of(key, form.replace("{}", x))));
    return new PaperFigure.Variable(settings, over.text("title"));
  }

  /** Settings by label. */
  private Map<String, Map<String, String>> named(Declaration of) {
    Map<String, Map<String, String>> named = new LinkedHashMap<>();
    of.entries().forEach((label, own) -> named.put(label, known(own)));
    return named;
  }

  /** Settings, which there have to be. */
  private Map<String, String> known(Declaration of) {
    Map<String, String> settings = of.settings();
    catalog.ifPresent(all ->
        settings.forEach((key, text) -> {
          var _ = UserInputException.at(of.placeOf(key), () -> all.defaults().with(key, text));
        }));
    return settings;
  }

  /** The settings of a figure or a panel, with those of the scale. */
  private Map<String, String> settings(Declaration of) {
    Map<String, String> settings = new LinkedHashMap<>(known(of.at("settings")));
    settings.putAll(known(of.at(scale.spelling())));
    return settings;
  }

  /** Returns every figure, in the paper's order. */
  public static List<PaperFigure> all(Scale scale) {
    return IDS.stream().map(id -> load(id, scale)).toList();
  }

  /** Returns every figure that there is, those of no claim of the paper too. */
  public static List<PaperFigure> listed(Scale scale) {
    return LISTED.stream().map(id -> load(id, scale)).toList();
  }

  /** One by its number in the paper or its name. */
  public static PaperFigure figure(String id, Scale scale) {
    if (!LISTED.contains(id)) {
      throw new UserInputException(
          "no figure " + id + " holds results; there are " + String.join(", ", LISTED));
    }
    return load(id, scale);
  }

  /**
   * A user's own figure.
   *
   * @param catalog of the settings that there are
   * @throws UserInputException naming file and line of what is wrong
   */
  public static PaperFigure own(Path file, Scale scale, SettingsCatalog catalog) {
    return FigureReader.read(file.toString(), InputSources.read("figure", file), scale, catalog);
  }

  private static PaperFigure load(String id, Scale scale) {
    String file =
        Character.isDigit(id.charAt(0))
            ? String.format("fig%02d.yaml", Integer.valueOf(id))
            : id + ".yaml";
    return FigureReader.read(file, PackedText.read(FigureReader.class, file), scale);
  }
}
