package io.smartt.study.paper.sensitivity;

import module java.base;

import io.smartt.base.input.PackedText;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.paper.Declaration;
import io.smartt.study.paper.Measures;
import io.smartt.study.paper.sensitivity.Study.Constant;
import io.smartt.study.paper.sensitivity.Study.Scenario;
import io.smartt.study.sweep.Sweep.VariedValues;

/** Reads {@code sensitivity.yaml}. */
public record StudyReader(SettingsCatalog catalog) {
  private static final String FILE = "sensitivity.yaml";
  private static final Set<String> STUDY_KEYS =
      Set.of("profile", "settings", "constants", "scenarios", "matrices");
  private static final Set<String> CONSTANT_KEYS = Set.of("set", "values", "figures");
  private static final Set<String> SCENARIO_KEYS = Set.of("figure", "profile", "settings", "costs");

  /** The study that is packed with the harness. */
  public Study packed() {
    return read(FILE, PackedText.read(StudyReader.class, FILE));
  }

  /** The study of a declaration. */
  Study read(String file, String text) {
    Declaration study = Declaration.parse(file, text);
    study.refuseOthers(STUDY_KEYS);
    Map<String, String> matrices = new LinkedHashMap<>();
    study
        .at("matrices")
        .entries()
        .forEach((name, matrix) -> matrices.put(name, matrix.node().asText()));
    return new Study(
        study.at("constants").items().stream().map(this::constant).toList(),
        study.at("scenarios").items().stream()
            .map(scenario -> scenario(study, scenario, matrices))
            .toList());
  }

  private Constant constant(Declaration constant) {
    constant.refuseOthers(CONSTANT_KEYS);
    Optional<Set<Integer>> figures =
        constant.node().has("figures")
            ? Optional.of(
                constant.at("figures").texts().stream()
                    .map(Integer::valueOf)
                    .collect(Collectors.toSet()))
            : Optional.empty();
    return constant(constant.text("set"), constant.at("values").texts(), figures);
  }

  private Scenario scenario(Declaration study, Declaration scenario, Map<String, String> matrices) {
    scenario.refuseOthers(SCENARIO_KEYS);
    Map<String, String> settings = new LinkedHashMap<>(study.at("settings").settings());
    settings.putAll(scenario.at("settings").settings());
    List<String> costs = scenario.at("costs").texts();
    for (String cost : costs) {
      Measures.unknown(cost)
          .ifPresent(why -> {
            throw new UserInputException(study.file() + ": " + why);
          });
    }
    return new Scenario(
        scenario.node().path("figure").asInt(),
        scenario.node().has("profile") ? scenario.text("profile") : study.text("profile"),
        settings,
        costs,
        matrices);
  }

  /**
   * A constant as the user gives it: {@code smartt.average-gain=0.01,0.1}.
   *
   * @param study whose constants know in which figures they act
   */
  public Constant vary(Study study, String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      throw new UserInputException("--vary " + assignment + ": expected KEY=VALUE,VALUE");
    }
    String key = assignment.substring(0, equals);
    Optional<Set<Integer>> figures =
        study.constants().stream()
            .filter(constant -> constant.key().equals(key))
            .findFirst()
            .flatMap(Constant::figures);
    return constant(key, VariedValues.parse(assignment.substring(equals + 1)), figures);
  }

  /** Returns the constant with the default among the values, in ascending order. */
  private Constant constant(String key, List<String> values, Optional<Set<Integer>> figures) {
    String standard = catalog.defaults().textOf(catalog.named(key).name());
    for (String value : values) {
      catalog.defaults().with(key, value);
      var _ = number(key, value);
    }
    double standardValue = number(key, standard);
    List<String> all = new ArrayList<>(values);
    all.removeIf(value -> number(key, value) == standardValue);
    all.add(standard);
    all.sort(Comparator.comparingDouble(Double::parseDouble));
    return new Constant(key, standardValue, List.copyOf(all), figures);
  }

  private static double number(String key, String value) {
    return Quantities.number(value)
        .orElseThrow(() ->
            new UserInputException(
                key + ": '" + value + "' is not a number, which a study varies"));
  }
}
