package io.smartt.emulation.cli.experiment;

import module java.base;

import picocli.CommandLine.Option;

/** {@code --set} of a command that takes a profile. */
public final class SettingsOption {
  private static final String NAME = "--set";

  @Option(
      names = NAME,
      completionCandidates = OptionCandidates.Keys.class,
      paramLabel = "KEY=VALUE",
      description = "Overrides one key of the profile; may be given more than once.")
  private List<String> settings = new ArrayList<>();

  /** Returns the assignments, in the order given. */
  public List<String> given() {
    return List.copyOf(settings);
  }

  /** Returns the same again, for another process. */
  public List<String> arguments() {
    return settings.stream().flatMap(setting -> List.of(NAME, setting).stream()).toList();
  }
}
