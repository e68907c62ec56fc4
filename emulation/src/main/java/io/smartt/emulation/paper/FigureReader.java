package io.smartt.emulation.paper;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.paper.PaperFigure.Claim;
import io.smartt.emulation.paper.PaperFigure.PaperPanel;
import io.smartt.emulation.paper.PaperFigure.Plot;
import io.smartt.emulation.paper.PaperFigure.Variable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code figNN.yaml}. Settings are merged in this order, later ones win: the figure's, the
 * figure's of the scale, the panel's, the panel's of the scale, the series'.
 */
final class FigureReader {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final Set<String> FIGURE_KEYS =
      Set.of(
          "number",
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
      Set.of("id", "title", "plot", "y", "measure", "settings", "quick", "full", "series", "over");
  private static final Set<String> OVER_KEYS = Set.of("set", "as", "quick", "full", "title");
  private static final Set<String> CLAIM_KEYS = Set.of("says", "holds");

  private final String file;
  private final Scale scale;

  private FigureReader(String file, Scale scale) {
    this.file = file;
    this.scale = scale;
  }

  static PaperFigure read(String file, String text, Scale scale) {
    try {
      return new FigureReader(file, scale).figure(YAML.readTree(text));
    } catch (JsonProcessingException e) {
      throw new UserInputException(file + ": " + e.getOriginalMessage(), e);
    }
  }

  private PaperFigure figure(JsonNode node) {
    refuseUnknown(node, FIGURE_KEYS);
    Map<String, String> settings = merged(node.path("settings"), node.path(scale.spelling()));
    Map<String, Map<String, String>> series = series(node.path("series"));
    List<PaperPanel> panels = new ArrayList<>();
    node.path("panels").forEach(panel -> panels.add(panel(panel, settings, series)));
    List<Claim> claims = new ArrayList<>();
    for (JsonNode claim : node.path("claims")) {
      refuseUnknown(claim, CLAIM_KEYS);
      claims.add(new Claim(text(claim, "says"), text(claim, "holds")));
    }
    Map<String, String> matrices = new LinkedHashMap<>();
    node.path("matrices")
        .properties()
        .forEach(matrix -> matrices.put(matrix.getKey(), matrix.getValue().asText()));
    List<String> seeds = new ArrayList<>();
    for (int seed = 1; seed <= node.path("seeds").path(scale.spelling()).asInt(1); seed++) {
      seeds.add(Integer.toString(seed));
    }
    return new PaperFigure(
        node.path("number").asInt(),
        text(node, "title"),
        text(node, "section"),
        text(node, "profile"),
        seeds,
        panels,
        claims,
        matrices);
  }

  private PaperPanel panel(
      JsonNode node,
      Map<String, String> figureSettings,
      Map<String, Map<String, String>> figureSeries) {
    refuseUnknown(node, PANEL_KEYS);
    Map<String, String> settings = new LinkedHashMap<>(figureSettings);
    settings.putAll(merged(node.path("settings"), node.path(scale.spelling())));
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    (node.has("series") ? series(node.path("series")) : figureSeries)
        .forEach((label, own) -> {
          Map<String, String> values = new LinkedHashMap<>(settings);
          values.putAll(own);
          all.put(label, values);
        });
    return new PaperPanel(
        text(node, "id"),
        text(node, "title"),
        Plot.valueOf(text(node, "plot").toUpperCase(Locale.ROOT)),
        node.path("y").asText(),
        node.path("measure").asText(),
        all,
        node.has("over") ? Optional.of(variable(node.path("over"))) : Optional.empty());
  }

  private Variable variable(JsonNode node) {
    refuseUnknown(node, OVER_KEYS);
    List<String> values = new ArrayList<>();
    node.path(scale.spelling()).forEach(value -> values.add(value.asText()));
    return new Variable(text(node, "set"), text(node, "as"), values, text(node, "title"));
  }

  private static Map<String, Map<String, String>> series(JsonNode node) {
    Map<String, Map<String, String>> series = new LinkedHashMap<>();
    node.properties()
        .forEach(one -> {
          Map<String, String> settings = new LinkedHashMap<>();
          flatten("", one.getValue(), settings);
          series.put(one.getKey(), settings);
        });
    return series;
  }

  private static Map<String, String> merged(JsonNode first, JsonNode second) {
    Map<String, String> settings = new LinkedHashMap<>();
    flatten("", first, settings);
    flatten("", second, settings);
    return settings;
  }

  private static void flatten(String prefix, JsonNode node, Map<String, String> into) {
    node.properties()
        .forEach(entry -> {
          if (entry.getValue().isObject()) {
            flatten(prefix + entry.getKey() + ".", entry.getValue(), into);
          } else {
            into.put(prefix + entry.getKey(), entry.getValue().asText());
          }
        });
  }

  private String text(JsonNode node, String key) {
    if (!node.path(key).isValueNode()) {
      throw new UserInputException(file + ": " + key + " is missing");
    }
    return node.path(key).asText();
  }

  private void refuseUnknown(JsonNode node, Set<String> known) {
    node.properties()
        .forEach(entry -> {
          if (!known.contains(entry.getKey())) {
            throw new UserInputException(file + ": unknown key '" + entry.getKey() + "'");
          }
        });
  }
}
