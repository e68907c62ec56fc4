package io.smartt.emulation.experiment;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.settings.InputSource;
import io.smartt.emulation.settings.InputSources;
import io.smartt.emulation.settings.ProfileLibrary;
import io.smartt.emulation.settings.SettingKey;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.settings.Settings;
import io.smartt.emulation.settings.SettingsCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Loads experiments from a profile, options and overrides. */
public final class ExperimentLoader {
  private static final List<SettingKey<?>> OF_NAMED_TOPOLOGIES =
      List.of(SettingKeys.LINK_RATE, SettingKeys.LINK_LATENCY, SettingKeys.SWITCH_LATENCY);

  private final ProfileLibrary profiles;

  /** Loads from the profiles of a library. */
  public ExperimentLoader(ProfileLibrary profiles) {
    this.profiles = profiles;
  }

  /** Returns the settings that experiments may have. */
  public SettingsCatalog catalog() {
    return profiles.catalog();
  }

  /**
   * Loads an experiment.
   *
   * @param profile name of a packed profile or path of a file
   * @param options settings that have an option of their own ({@code --scheme}), by key
   * @param assignments of {@code --set}, {@code key=value}; they win over the options
   * @param capture whether to write a packet trace
   */
  public ExperimentSpec load(
      String profile, Map<String, String> options, List<String> assignments, boolean capture) {
    Settings changes = profiles.catalog().defaults();
    List<String> overrides = new ArrayList<>();
    for (Map.Entry<String, String> option : options.entrySet()) {
      changes = changes.with(option.getKey(), option.getValue());
      overrides.add(option.getKey() + "=" + option.getValue());
    }
    for (String assignment : assignments) {
      changes = changes.withAssignment(assignment);
      overrides.add(assignment);
    }
    Settings settings = profiles.load(profile).settings().overriddenBy(changes);
    InputSource topology = InputSources.topology(settings.get(SettingKeys.TOPOLOGY));
    InputSource workload = InputSources.workload(settings.get(SettingKeys.WORKLOAD));
    for (SettingKey<?> key : OF_NAMED_TOPOLOGIES) {
      if (topology instanceof InputSource.FileText && changes.isSet(key)) {
        throw new UserInputException(
            key.name() + ": has no effect, because " + topology.name() + " has its own");
      }
    }
    String name =
        (settings.text(SettingKeys.SCHEME) + "-" + workload.name())
            .replaceAll("[^A-Za-z0-9.]+", "-");
    return new ExperimentSpec(name, profile, settings, topology, workload, capture, overrides);
  }
}
