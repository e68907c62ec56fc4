package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinksFile;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.experiment.settings.ImpliedSettings;
import io.smartt.experiment.settings.InputSources;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SettingsCatalog;

/**
 * Loads experiments from a profile, options and overrides.
 *
 * @param profiles that experiments may name
 */
public record ExperimentLoader(ProfileLibrary profiles) {
  private static final List<SettingKey<?>> OF_NAMED_TOPOLOGIES =
      List.of(SettingKeys.LINK_RATE, SettingKeys.LINK_LATENCY, SettingKeys.SWITCH_LATENCY);

  /** Returns the settings that experiments may have. */
  public SettingsCatalog catalog() {
    return profiles.catalog();
  }

  /**
   * Returns the settings that an experiment may have: those of the user's algorithms that it names,
   * too.
   *
   * @param profile name of a packed profile or path of a file
   * @param options settings, by key
   */
  public SettingsCatalog catalog(String profile, Map<String, String> options) {
    SettingsCatalog catalog = profiles.load(profile).settings().catalog();
    for (Map.Entry<String, String> option : options.entrySet()) {
      catalog = catalog.knowing(option.getKey(), option.getValue());
    }
    return catalog;
  }

  /** Returns a setting's text, of which a file's name means one in a folder. */
  public String beside(String key, String text, Path folder) {
    return profiles.beside(key, text, folder);
  }

  /**
   * Loads an experiment.
   *
   * @param profile name of a packed profile or path of a file
   * @param options settings that have an option of their own ({@code --scheme}), by key
   * @param assignments of {@code --set}, {@code key=value}; a key has one value only
   * @param capture whether to write a packet trace
   */
  public ExperimentSpec load(
      String profile, Map<String, String> options, List<String> assignments, boolean capture) {
    Settings base = profiles.load(profile).settings();
    Changes changes = changes(base.catalog(), options, assignments);
    Settings settings = base.changedBy(changes.settings());
    InputSource topology = InputSources.topology(settings.get(SettingKeys.TOPOLOGY));
    InputSource workload = InputSources.workload(settings.get(SettingKeys.WORKLOAD));
    requireEffect(topology, changes.settings());
    return new ExperimentSpec(
        name(settings, workload),
        profile,
        settings,
        topology,
        workload,
        capture,
        changes.overrides());
  }

  /**
   * Loads the experiment of an earlier run, to run it again.
   *
   * @param folderOrFile its run folder, or its {@code experiment.yaml} anywhere
   * @param options settings to change, by key
   * @param assignments of {@code --set}, to change more
   * @param capture whether to write a packet trace, as the earlier run may have
   */
  public ExperimentSpec again(
      Path folderOrFile, Map<String, String> options, List<String> assignments, boolean capture) {
    Path file =
        Files.isDirectory(folderOrFile) ? folderOrFile.resolve("experiment.yaml") : folderOrFile;
    ExperimentSpec earlier = ExperimentFile.read(file, profiles.catalog());
    Changes changes = changes(earlier.settings().catalog(), options, assignments);
    if (changes.overrides().isEmpty()) {
      return earlier.withCapture(capture || earlier.capture());
    }
    // What followed from settings that change now follows from the new ones.
    Set<String> implied = new HashSet<>();
    ImpliedSettings.of(earlier.settings())
        .forEach((key, text) -> {
          if (earlier.settings().textOf(key).equals(text)) {
            implied.add(key);
          }
        });
    Settings settings = earlier.settings().without(implied).changedBy(changes.settings());
    InputSource topology =
        changes.settings().isSet(SettingKeys.TOPOLOGY)
            ? InputSources.topology(settings.get(SettingKeys.TOPOLOGY))
            : earlier.topology();
    InputSource workload =
        changes.settings().isSet(SettingKeys.WORKLOAD)
            ? InputSources.workload(settings.get(SettingKeys.WORKLOAD))
            : earlier.workload();
    requireEffect(topology, changes.settings());
    List<String> overrides = new ArrayList<>(earlier.overrides());
    overrides.addAll(changes.overrides());
    return new ExperimentSpec(
        name(settings, workload),
        earlier.profile(),
        settings,
        topology,
        workload,
        capture || earlier.capture(),
        overrides);
  }

  private record Changes(Settings settings, List<String> overrides) {}

  private static Changes changes(
      SettingsCatalog catalog, Map<String, String> options, List<String> assignments) {
    Settings changes = catalog.defaults();
    List<String> overrides = new ArrayList<>();
    // In one order in each process: experiment.yaml has it.
    SortedMap<String, String> sorted = new TreeMap<>(options);
    List<Map.Entry<String, String>> entries = List.copyOf(sorted.entrySet());
    for (Map.Entry<String, String> option : AlgorithmRole.first(entries, Map.Entry::getKey)) {
      changes = changes.with(option.getKey(), option.getValue());
    }
    sorted.forEach((key, value) -> overrides.add(key + "=" + value));
    changes = changes.withFirstAssignments(assignments);
    overrides.addAll(assignments);
    return new Changes(changes, List.copyOf(overrides));
  }

  private static void requireEffect(InputSource topology, Settings changes) {
    for (SettingKey<?> key : OF_NAMED_TOPOLOGIES) {
      if (topology instanceof InputSource.FileText(String file, _)
          && !LinksFile.isOne(file)
          && changes.isSet(key)) {
        throw new UserInputException(
            key.name() + ": has no effect, because " + topology.name() + " has its own");
      }
    }
  }

  private static String name(Settings settings, InputSource workload) {
    return (settings.text(SettingKeys.SCHEME) + "-" + workload.name())
        .replaceAll("[^A-Za-z0-9.]+", "-");
  }
}
