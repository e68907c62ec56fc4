package io.smartt.experiment;

import module java.base;

import io.smartt.experiment.report.HarnessRevision;
import io.smartt.experiment.report.RunIdentity.RunOrigin;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;

/** The origin of an experiment's run, for its reader. */
public final class SpecOrigin {
  private static final Map<String, String> OPTIONS =
      Map.of(
          SettingKeys.TOPOLOGY.name(), "--topology",
          SettingKeys.WORKLOAD.name(), "--workload",
          SettingKeys.SCHEME.name(), "--scheme",
          SettingKeys.LOAD_BALANCER.name(), "--lb",
          SettingKeys.TRIMMING.name(), "--trimming",
          SettingKeys.CONSTANTS.name(), "--constants",
          SettingKeys.SEED.name(), "--seed");

  /** The words that a shell takes as one. */
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private SpecOrigin() {}

  static RunOrigin of(ExperimentSpec spec) {
    List<RunOrigin.Changed> changed = new ArrayList<>();
    for (SettingKey<?> key : spec.settings().catalog().keys()) {
      String text = spec.settings().text(key);
      if (!text.equals(key.defaultText())) {
        changed.add(new RunOrigin.Changed(key.name(), shown(key, text), key.defaultText()));
      }
    }
    spec.settings()
        .ofFamilies()
        .forEach((key, text) -> changed.add(new RunOrigin.Changed(key, text, "")));
    return new RunOrigin(command(spec, changed), HarnessRevision.read(), changed);
  }

  /** A run from its folder has the files of programs and entries elsewhere. */
  private static String shown(SettingKey<?> key, String text) {
    boolean moves =
        key.equals(SettingKeys.ENTRIES)
            || (key.equals(SettingKeys.PROGRAM) && !SwitchProgram.isPacked(text));
    return moves ? "another" : text;
  }

  /** Empty where something other than a command line made the settings. */
  private static String command(ExperimentSpec spec, List<RunOrigin.Changed> changed) {
    if (spec.overrides().isEmpty() && !changed.isEmpty() && spec.profile().equals("virtual")) {
      return "";
    }
    StringBuilder line = new StringBuilder("smartt run");
    if (!spec.profile().equals("virtual")) {
      line.append(" --profile ").append(quoted(spec.profile()));
    }
    for (String override : spec.overrides()) {
      int equals = override.indexOf('=');
      String key = equals < 0 ? override : override.substring(0, equals);
      String option = OPTIONS.get(key);
      line.append(' ')
          .append(
              option == null || equals < 0
                  ? "--set " + quoted(override)
                  : option + " " + quoted(override.substring(equals + 1)));
    }
    if (spec.capture()) {
      line.append(" --capture");
    }
    return line.toString();
  }

  /** Returns a word as the shell of the system takes it. */
  public static String quoted(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
