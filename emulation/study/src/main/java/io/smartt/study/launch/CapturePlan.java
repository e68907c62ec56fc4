package io.smartt.study.launch;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.trace.limit.CaptureLimits;

/** The plan by which an experiment's settings say what of its packets is captured. */
final class CapturePlan {
  private CapturePlan() {}

  /**
   * Returns a sink that passes on what is wanted.
   *
   * @throws UserInputException naming a port or host that is not there, or a limit of a capture
   *     that nobody asked for
   */
  static CaptureSink sink(ExperimentSpec spec, Topology topology, CaptureSink all) {
    Settings settings = spec.settings();
    CaptureLimits limits =
        new CaptureLimits(
            settings.get(SettingKeys.CAPTURE_PORTS),
            settings.get(SettingKeys.CAPTURE_WINDOW),
            settings.get(SettingKeys.CAPTURE_FILTER),
            Math.toIntExact(settings.get(SettingKeys.CAPTURE_SNAP)));
    if (spec.capture()) {
      return limits.limit(topology, all);
    }
    SettingKeys.captures().forEach(name -> requireDefault(settings, name));
    return all;
  }

  private static void requireDefault(Settings settings, String name) {
    SettingKey<?> key = settings.catalog().named(name);
    if (!settings.text(key).equals(key.defaultText())) {
      throw new UserInputException(name + " limits a capture, and there is none: add --capture");
    }
  }
}
