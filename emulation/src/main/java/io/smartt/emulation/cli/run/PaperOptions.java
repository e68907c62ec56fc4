package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.experiment.settings.Choice;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.paper.PaperFigure;
import io.smartt.study.paper.sensitivity.Study;
import io.smartt.study.paper.sensitivity.StudyReader;
import io.smartt.study.sweep.Sweep.VariedValues;
import io.smartt.study.sweep.cluster.ClusterSweep;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.JobsOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say how the paper's figures are run and where they go. */
final class PaperOptions {
  @Option(
      names = "--scale",
      defaultValue = "quick",
      description = "quick (minutes) or full (the paper's sizes).")
  private String scale = "quick";

  @Mixin private SeedsOption seeds = new SeedsOption();

  @Mixin private SettingsOption settings = new SettingsOption();

  @Mixin private JobsOption jobs = new JobsOption();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Output folder. Default: runs/paper-quick or runs/paper-full.")
  private @Nullable Path out;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  PaperFigure.Scale scale() {
    return Choice.parse(PaperFigure.Scale.class, scale);
  }

  int jobs() {
    return jobs.count();
  }

  /** Returns where runs of a folder are done; empty for this process. */
  Optional<ClusterSweep> elsewhere(Path runs, Console console) {
    return cluster.elsewhere(runs, jobs.given(), Optional.empty(), console);
  }

  /** The folder; the paper's own results are not replaced by others. */
  Path folder() {
    if (out != null) {
      return out;
    }
    if (seeds.given().isPresent() || !settings.given().isEmpty()) {
      throw new UserInputException(
          "--seeds and --set change what the figures show; name a folder for them with --out");
    }
    return Path.of("runs", "paper-" + scale().spelling());
  }

  /** The folder of a figure of the user's own. */
  Path folder(String name) {
    return out == null ? Path.of("runs", name) : out;
  }

  /** Returns what was given that decides the results, as arguments again. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("--scale", scale().spelling()));
    seeds.given().ifPresent(given -> arguments.addAll(List.of("--seeds", String.join(",", given))));
    arguments.addAll(settings.arguments());
    return arguments;
  }

  /** Returns how the figures are run, for people. */
  String how() {
    List<String> parts = new ArrayList<>(List.of("scale " + scale()));
    seeds.given().ifPresent(given -> parts.add("seeds " + String.join(", ", given)));
    parts.addAll(settings.given());
    return String.join(", ", parts);
  }

  /** Figures with the user's seeds and settings. */
  List<PaperFigure> changed(List<PaperFigure> figures, SettingsCatalog catalog) {
    Map<String, String> changes = changes(catalog);
    return figures.stream()
        .map(figure -> seeds.given().map(figure::withSeeds).orElse(figure))
        .map(figure -> figure.withSettings(changes))
        .toList();
  }

  private Map<String, String> changes(SettingsCatalog catalog) {
    Settings given = catalog.defaults().withFirstAssignments(settings.given());
    Map<String, String> changes = new LinkedHashMap<>();
    for (String key : given.changedKeys()) {
      if (key.equals(SettingKeys.SEED.name())) {
        throw new UserInputException("--set seed: --seeds says with which seeds figures are run");
      }
      changes.put(key, given.textOf(key));
    }
    return changes;
  }

  /** The options that say how the sensitivity study is run and where it goes. */
  static final class SensitivityOptions {
    @Mixin private SeedsOption seeds = new SeedsOption();

    @Option(
        names = "--vary",
        paramLabel = "KEY=VALUES",
        description = {
          "Only this constant, with these values and its default: a,b,c. May be given more than",
          "once. Default: the constants and values of the study."
        })
    private List<String> varied = new ArrayList<>();

    @Mixin private JobsOption jobs = new JobsOption();

    @Option(
        names = "--out",
        paramLabel = "DIR",
        description = "Output folder. Default: runs/paper-sensitivity.")
    private Path out = Path.of("runs", "paper-sensitivity");

    @Mixin private ClusterOptions cluster = new ClusterOptions();

    Study study(StudyReader reader) {
      Study packed = reader.packed();
      return varied.isEmpty()
          ? packed
          : packed.withConstants(varied.stream().map(one -> reader.vary(packed, one)).toList());
    }

    List<String> seeds() {
      return seeds.given().orElse(List.of("1", "2", "3", "4", "5"));
    }

    int jobs() {
      return jobs.count();
    }

    /** Returns where runs of a folder are done; empty for this process. */
    Optional<ClusterSweep> elsewhere(Path runs, Console console) {
      return cluster.elsewhere(runs, jobs.given(), Optional.empty(), console);
    }

    Path folder() {
      return out;
    }
  }

  /** {@code --seeds} of a command that does each of its runs with several. */
  static final class SeedsOption {
    @Option(
        names = "--seeds",
        paramLabel = "SEEDS",
        description = "Seeds of every run: 1..5 or 1,3. Values are means over them.")
    private @Nullable String seeds;

    /** The seeds; empty if the user is silent. */
    Optional<List<String>> given() {
      return Optional.ofNullable(seeds).map(SeedsOption::parse);
    }

    private static List<String> parse(String text) {
      List<String> seeds;
      try {
        seeds = VariedValues.parse(text);
        seeds.forEach(Long::parseLong);
      } catch (NumberFormatException e) {
        throw new UserInputException("--seeds " + text + ": seeds are whole numbers", e);
      } catch (UserInputException e) {
        throw e.at("--seeds");
      }
      return seeds;
    }
  }
}
