package io.smartt.experiment.settings;

import module java.base;

import io.smartt.experiment.settings.QueueSettings.Trimming;

/**
 * Settings that follow from others where the user is silent: from the scheme, the kind of switches,
 * the set of constants, PFC, and members of families. A value that the user sets stands.
 */
public final class ImpliedSettings {
  private static final Map<String, String> PAPER_2026_11 =
      Map.of(
          "smartt.fair-increase-mtus", "1",
          "smartt.timeouts-cut-to-flight", "true",
          "smartt.delay-trigger", "always",
          "smartt.delay-trigger-share", "0.125",
          "transport.timeout-rtt", "path");

  private ImpliedSettings() {}

  /** Returns the values, by key, that settings imply of others where the user is silent. */
  public static Map<String, String> of(Settings settings) {
    Map<String, String> implied = new LinkedHashMap<>();
    if (lossless(settings)) {
      implied.put(SettingKeys.TRIMMING.name(), "off");
    }
    SwitchKind switches = settings.get(SettingKeys.SWITCH_KIND);
    if (!switches.own()) {
      implied.put(SettingKeys.PROGRAM.name(), switches.program());
    }
    settings.catalog().families().forEach(f -> implied.putAll(f.implied(settings.ofFamilies())));
    Constants constants = settings.get(SettingKeys.CONSTANTS);
    if (constants == Constants.PAPER_2026_11) {
      implied.putAll(PAPER_2026_11);
    }
    boolean trims = !lossless(settings) && settings.get(SettingKeys.TRIMMING) != Trimming.OFF;
    implied.putAll(settings.scheme().implied().settings(constants.origin(), trims));
    SchemesOfHosts.all(settings)
        .skip(1)
        .forEach(other ->
            other
                .implied()
                .settings(constants.origin(), trims)
                .forEach((key, text) -> {
                  // What follows for the network follows from the scheme of most hosts, but for
                  // classes that another sends in and what acknowledgements are to tell it.
                  if (key.startsWith(TrafficClasses.PREFIX)
                      || key.equals("transport.service-time")
                      || other.settings().stream()
                          .anyMatch(group -> key.startsWith(group.name() + "."))) {
                    implied.putIfAbsent(key, text);
                  }
                }));
    return implied;
  }

  /** The settings with all that they imply. */
  public static Settings complete(Settings settings) {
    Settings complete = settings;
    for (Map.Entry<String, String> entry : of(settings).entrySet()) {
      if (!settings.isSet(settings.catalog().named(entry.getKey()))) {
        complete = complete.with(entry.getKey(), entry.getValue());
      }
    }
    return complete;
  }

  /** Returns whether switches pause their peers rather than drop data (PFC). */
  public static boolean lossless(Settings settings) {
    return switch (SettingKeys.PFC.read(settings).use()) {
      case AUTO -> settings.scheme().lossless();
      case ON -> true;
      case OFF -> false;
    };
  }
}
