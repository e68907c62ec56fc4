package io.smartt.emulation.cli.experiment;

import picocli.CommandLine.Option;

/** {@code --profile} of a command that takes one profile where none is named. */
public final class ProfileOption {
  @Option(
      names = "--profile",
      completionCandidates = OptionCandidates.Profiles.class,
      paramLabel = "PROFILE|FILE",
      description = "Fabric, topology and physical facts. Default: ${DEFAULT-VALUE}.")
  private String profile;

  /** An option with its default. */
  public ProfileOption(String standard) {
    profile = standard;
  }

  /** Returns the profile as the user names it, or the default. */
  public String name() {
    return profile;
  }
}
